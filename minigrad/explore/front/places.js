// Which position of the controls a place in the picture stands for: pure functions.

function frameAt(at, sizes) {
  return at.reduce((frame, index, control) => frame * sizes[control] + index, 0);
}

function positionOf(frame, sizes) {
  const at = [];
  for (const size of sizes.toReversed()) {
    at.unshift(frame % size);
    frame = Math.floor(frame / size);
  }
  return at;
}

// A grip has a point for each position, or a grid: where its controls begin, and their steps.
function pointOf({ moves, points, grid }, at, sizes) {
  if (!grid) return points[frameAt(at, sizes)];
  const [left, across, top, down] = grid;
  return [left + across * at[moves[0]], top + down * (at[moves[1]] ?? 0)];
}

function nearestInGrid({ moves, grid }, place, now, sizes) {
  const [left, across, top, down] = grid;
  const steps = [(place[0] - left) / across, (place[1] - top) / down];
  const at = [...now];
  moves.forEach((control, i) => {
    at[control] = Math.min(Math.max(Math.round(steps[i]), 0), sizes[control] - 1);
  });
  const point = pointOf({ moves, grid }, at, sizes);
  return { at, distance: Math.hypot(point[0] - place[0], point[1] - place[1]) };
}

// What holds at a frame, of runs [first frame, value, first frame, value ...].
function valueAt(runs, frame) {
  let i = runs.length - 2;
  while (i > 0 && runs[i] > frame) i -= 2;
  return runs[i + 1];
}

// The position whose point lies nearest, among those in which only the grip's own controls differ.
function nearest(grip, place, now, sizes) {
  if (grip.grid) return nearestInGrid(grip, place, now, sizes);
  const { moves, points } = grip;
  let best = null;
  points.forEach((point, frame) => {
    if (!point) return;
    const at = positionOf(frame, sizes);
    if (at.some((index, control) => index !== now[control] && !moves.includes(control))) return;
    const distance = Math.hypot(point[0] - place[0], point[1] - place[1]);
    if (!best || distance < best.distance) best = { at, distance };
  });
  return best;
}

const EDGE = 6; // who presses beside the edge of an area means it

function within([x, y], [left, top, width, height]) {
  const [across, down] = [Math.abs(x - left - width / 2), Math.abs(y - top - height / 2)];
  return across <= width / 2 + EDGE && down <= height / 2 + EDGE;
}

// The grip that a press takes hold of: whose area it hits, and of these the one nearest to the hand.
function grasped(grips, place, now, sizes, reach) {
  let best = null;
  grips.forEach((grip, i) => {
    const held = pointOf(grip, now, sizes);
    const toHeld = held ? Math.hypot(held[0] - place[0], held[1] - place[1]) : Infinity;
    if (toHeld > reach && !(grip.area && within(place, grip.area))) return;
    const found = nearest(grip, place, now, sizes);
    if (!found) return;
    // A ring that is hit is meant, whatever else could be led to that place.
    const hit = grip.ringed !== false && toHeld <= reach;
    const distance = hit ? toHeld - reach : Math.min(toHeld, found.distance);
    if (!best || distance < best.distance) best = { grip: i, distance };
  });
  return best && best.grip;
}
