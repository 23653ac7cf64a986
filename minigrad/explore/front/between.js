// Pictures between two settings, for a slider or a grip that is held between two of its positions. The
// numbers in the markup of the nearest frame move toward its neighbor's numbers.

// Numbers, and the phrases that mean a piece, whose numbers stay as they are.
const NUMBER = /data-\w+="[^"]*"|\s*-?\d*\.?\d+/g;
const TAG = /<[^>]*>/g;

const skeleton = (markup) => markup.replace(NUMBER, "#");

// A tag whose numbers are a share of the way from one tag to others. Tags of another shape, for example
// a path with more points, have no effect.
function tagBetween(tag, others) {
  const shape = skeleton(tag);
  const ways = others.filter(([other]) => other !== tag && skeleton(other) === shape)
    .map(([other, share]) => [other.match(NUMBER), share]);
  if (!ways.length) return tag;
  let i = -1;
  return tag.replace(NUMBER, (written, at) => {
    i += 1;
    if (written.startsWith("data-")) return written;
    const from = Number(written);
    const to = ways.reduce((sum, [numbers, share]) => sum + share * (Number(numbers[i]) - from), from);
    // A space at the start of an attribute would be an error in the x of a text.
    return to === from ? written : (tag[at - 1] === '"' ? "" : " ") + Number(to.toFixed(2));
  });
}

// `others` has the same piece of neighboring frames, and how far to move toward each: [piece, share].
// Texts don't change until another frame is nearer.
function between(piece, others) {
  const different = others.filter(([other]) => other !== piece);
  if (!different.length) return piece;
  const tags = (piece.match(TAG) ?? []).length;
  const ways = different.map(([other, share]) => [other.match(TAG) ?? [], share])
    .filter(([found]) => found.length === tags);
  let i = -1;
  return piece.replace(TAG, (tag) => {
    i += 1;
    return tagBetween(tag, ways.map(([found, share]) => [found[i], share]));
  });
}
