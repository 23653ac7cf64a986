// Which position of the controls a place in the picture stands for: pure functions.

function frameAt(at, sizes) {
  return at.length > 1 ? at[0] * sizes[1] + at[1] : at[0];
}

function positionOf(frame, sizes) {
  return sizes.length > 1 ? [Math.floor(frame / sizes[1]), frame % sizes[1]] : [frame];
}

// The position whose point lies nearest, among those in which only the grip's own controls differ.
function nearest({ moves, points }, place, now, sizes) {
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

function within([x, y], [left, top, width, height]) {
  return x >= left && x <= left + width && y >= top && y <= top + height;
}

// The grip that a press takes hold of: whose area it hits, and of these the one nearest to the hand.
function grasped(grips, place, now, sizes, reach) {
  let best = null;
  grips.forEach((grip, i) => {
    const held = grip.points[frameAt(now, sizes)];
    const toHeld = held ? Math.hypot(held[0] - place[0], held[1] - place[1]) : Infinity;
    if (toHeld > reach && !within(place, grip.area)) return;
    const found = nearest(grip, place, now, sizes);
    if (!found) return;
    const distance = Math.min(toHeld, found.distance);
    if (!best || distance < best.distance) best = { grip: i, distance };
  });
  return best && best.grip;
}
