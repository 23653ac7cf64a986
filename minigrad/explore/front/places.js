// Pure functions that convert between points in the picture and positions of the controls.

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

// A grip has either a point for each position, or a grid: the coordinates of index 0 and the step per
// index, in each direction. On a curve, it has a height for each index.
function pointOf({ moves, points, grid, heights }, at, sizes) {
  if (!grid) return points[frameAt(at, sizes)];
  const [left, across, top, down] = grid;
  return [left + across * at[moves[0]], heights?.[at[moves[0]]] ?? top + down * at[moves.at(-1)]];
}

// The same grip in a frame that moves its grid, or has another one.
function movedGrip(grip, by) {
  if (!by) return grip;
  if (by.length === 4) return { ...grip, grid: by };
  const [left, across, top, down] = grip.grid;
  return { ...grip, grid: [left + by[0], across, top + by[1], down] };
}

function nearestInGrid(grip, place, now, sizes) {
  const { moves, grid, heights } = grip;
  const [left, across, top, down] = grid;
  const steps = [(place[0] - left) / across, (place[1] - top) / down];
  // The positions of a single control can be on a slanted line.
  if (moves.length === 1 && !heights) {
    steps[0] = ((place[0] - left) * across + (place[1] - top) * down) / (across ** 2 + down ** 2);
  }
  const at = [...now];
  moves.forEach((control, i) => {
    at[control] = Math.min(Math.max(Math.round(steps[i]), 0), sizes[control] - 1);
  });
  const point = pointOf(grip, at, sizes);
  return { at, distance: Math.hypot(point[0] - place[0], point[1] - place[1]) };
}

// A control that is held between two positions leans from the nearest one toward a neighbor, by up to
// half of the way. `lean` has a signed share of the way for each control, or is empty.
function neighbors(now, lean, sizes) {
  return lean.flatMap((part, control) => {
    const at = now.map((index, i) => (i === control ? index + Math.sign(part) : index));
    return part && at[control] >= 0 && at[control] < sizes[control] ? [{ at, share: Math.abs(part) }] : [];
  });
}

// A grip's point for controls that lean.
function leaningPoint(grip, now, lean, sizes) {
  const point = pointOf(grip, now, sizes);
  if (!point) return point;
  return neighbors(now, lean, sizes).reduce((sum, { at, share }) => {
    const other = pointOf(grip, at, sizes) ?? point;
    return sum.map((part, axis) => part + share * (other[axis] - point[axis]));
  }, point);
}

// How far a pointer at `place` is from the position that a grip went to, on the way to a neighbor.
function leanOf(grip, place, at, sizes) {
  const { moves, grid } = grip;
  const point = pointOf(grip, at, sizes);
  const from = place.map((part, axis) => part - point[axis]);
  return at.map((_, control) => {
    if (!moves.includes(control) || (!grid && moves.length > 1)) return 0;
    const parts = [-1, 1].map((way) => {
      const lean = at.map((_, i) => (i === control ? way : 0));
      const [neighbor] = neighbors(at, lean, sizes);
      const other = neighbor && pointOf(grip, neighbor.at, sizes);
      if (!other) return 0;
      const step = other.map((part, axis) => part - point[axis]);
      const along = (step[0] * from[0] + step[1] * from[1]) / (step[0] ** 2 + step[1] ** 2 || 1);
      return way * Math.min(Math.max(along, 0), 0.5);
    });
    return parts[0] || parts[1];
  });
}

// The value at a frame, from a list of runs [first frame, value, first frame, value, ...].
function valueAt(runs, frame) {
  let i = runs.length - 2;
  while (i > 0 && runs[i] > frame) i -= 2;
  return runs[i + 1];
}

// The position whose point is nearest, among those that differ only in the grip's own controls.
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

const EDGE = 6; // a press this close to the edge of an area still counts

function within([x, y], [left, top, width, height]) {
  const [across, down] = [Math.abs(x - left - width / 2), Math.abs(y - top - height / 2)];
  return across <= width / 2 + EDGE && down <= height / 2 + EDGE;
}

// Whether a place is on the part of the picture that moves with the grip's point.
const onBody = (grip, held, place) =>
  Boolean(grip.body && held && within(place.map((part, axis) => part - held[axis]), grip.body));

// The index of the grip that a press grabs: among the grips in reach, the one nearest to the pointer.
function grasped(grips, place, now, sizes, reach) {
  let best = null;
  grips.forEach((grip, i) => {
    const held = pointOf(grip, now, sizes);
    const toHeld = held ? Math.hypot(held[0] - place[0], held[1] - place[1]) : Infinity;
    const isOnBody = onBody(grip, held, place);
    if (toHeld > reach && !isOnBody && !(grip.area && within(place, grip.area))) return;
    const found = nearest(grip, place, now, sizes);
    if (!found) return;
    // A press on a ring grabs that ring, even if another grip could be dragged to the same place.
    const hit = grip.ringed !== false && toHeld <= reach;
    const distance = hit ? toHeld - reach : isOnBody ? 0 : Math.min(toHeld, found.distance);
    if (!best || distance < best.distance) best = { grip: i, distance };
  });
  return best && best.grip;
}

// The position to which a press near a place leads, unless the ring is nearer or no place is in reach.
function pickedAt(picks, [x, y], ring, reach) {
  let [best, least] = [null, Math.min(reach, Math.hypot(ring[0] - x, ring[1] - y))];
  for (const { place, at } of picks) {
    const distance = Math.hypot(place[0] - x, place[1] - y);
    if (distance < least) [best, least] = [at, distance];
  }
  return best;
}
