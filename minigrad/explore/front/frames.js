// The frame to show for each position of the controls. Frames are either stored, or computed in the
// browser by a `program`. A frame has its pieces (from back to front) and its sentence.

// Return the index of the piece in each slot, for every frame. The stored frames list only changes.
function unpack(changes) {
  const now = [];
  return changes.map((change) => {
    for (let i = 0; i < change.length; i += 2) now[change[i]] = change[i + 1];
    return Array.from(now, (piece) => piece ?? 0);
  });
}

function framesOf(model, state) {
  const sentences = model.get("sentences");
  // The longest sentences are laid out invisibly, so that the page below doesn't jump. The one with the
  // most letters may need fewer lines than another, so take five, and five whose verdict has its own line.
  const different = [...new Set(sentences)].sort((a, b) => b.length - a.length);
  const longest = [true, false].flatMap((judged) =>
    different.filter((each) => each.includes("\n") === judged).slice(0, 5));
  const data = model.get("_data");
  if (data) return { longest, now: () => leaned(state, (at) => program(data, at)) };
  const pieces = model.get("_pieces");
  const frames = unpack(model.get("_frames"));
  const briefs = model.get("_briefs") ?? [];
  const stored = (at) => {
    const frame = frameAt(at, state.sizes);
    return { pieces: frames[frame].map((piece) => pieces[piece]), sentence: sentences[frame], brief: briefs[frame] };
  };
  return { longest, now: () => leaned(state, stored) };
}

// The frame at the current position. While a control is held between two positions, the picture of the
// nearest frame leans toward the next one.
function leaned(state, frameOf) {
  const frame = frameOf(state.now());
  // In a frame with another view, the same place means something else.
  const toward = neighbors(state.now(), state.lean(), state.sizes)
    .map(({ at, share }) => [frameOf(at), share]).filter(([{ view }]) => view === frame.view);
  if (!toward.length) return frame;
  const pieces = frame.pieces.map((piece, slot) =>
    between(piece, toward.map(([others, share]) => [others.pieces[slot] ?? "", share])));
  const moved = frame.moved?.map((by, i) => by?.map((part, axis) => toward.reduce((sum, [other, share]) =>
    sum + share * (other.moved[i][axis] - part), part)));
  return { ...frame, pieces, moved };
}
