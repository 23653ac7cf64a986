// Editing of points: adding, moving, flipping, and removing them with a mouse, a finger, or the keyboard.

import { MOST, REACH, rounded } from "./data.js";

const NEAR = 12; // pixels
const SLIP = 3;
export const REMOVES = 2; // instead of the class of the next point
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

// `points` returns the points, and `kind` the class of the next one, or REMOVES. `change` is called with a sentence
// after each change, and `look` when only the cursor moved.
export function byHand(canvas, { points, kind, change, look }) {
  const cursor = { x: 0, y: 0, shown: false };
  let [held, begun, moved] = [null, null, false];
  const scale = () => canvas.clientWidth / (2 * REACH);
  const placeOf = (event) => {
    const { left, top } = canvas.getBoundingClientRect();
    return { x: rounded((event.clientX - left) / scale() - REACH), y: rounded(REACH - (event.clientY - top) / scale()) };
  };
  const near = ({ x, y }, within = NEAR) => points()
    .map((point) => [Math.hypot(point.x - x, point.y - y) * scale(), point])
    .filter(([distance]) => distance <= within)
    .sort(([a], [b]) => a - b)[0]?.[1] ?? null;
  const named = ({ kind: of, x, y }) => `${of ? "Square" : "Disc"} at ${x}, ${y}`;

  function add(place, of) {
    if (kind() === REMOVES) return look("There's no point here.");
    if (points().length >= MOST) return change(`There's room for only ${MOST} points. Remove some first.`);
    points().push({ ...place, kind: of });
    return change(`${named(points().at(-1))} added.`);
  }
  function flip(point) {
    point.kind = 1 - point.kind;
    change(`It's now a ${point.kind ? "square" : "disc"}.`);
  }
  function remove(point) {
    points().splice(points().indexOf(point), 1);
    change(`${named(point)} removed.`);
  }

  canvas.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    cursor.shown = false;
    begun = { x: event.clientX, y: event.clientY };
    held = near(placeOf(event));
    moved = false;
    if (held) canvas.setPointerCapture(event.pointerId);
  });
  // A finger on a point moves the point; elsewhere it scrolls the page.
  canvas.addEventListener("touchstart", (event) => {
    if (near(placeOf(event.touches[0]))) event.preventDefault();
  }, { passive: false });
  canvas.addEventListener("pointermove", (event) => {
    if (!begun) {
      canvas.style.cursor = near(placeOf(event)) ? "grab" : "crosshair";
      return;
    }
    if (Math.hypot(event.clientX - begun.x, event.clientY - begun.y) > SLIP) moved = true;
    if (!held || !moved) return;
    Object.assign(held, placeOf(event));
    change("");
  });
  canvas.addEventListener("pointerup", (event) => {
    if (!begun) return;
    const point = held;
    [begun, held] = [null, null];
    if (moved) {
      if (point) change(`${named(point)}.`);
    } else if (point && (event.altKey || kind() === REMOVES)) remove(point);
    else if (point) flip(point);
    else add(placeOf(event), event.shiftKey ? 1 - kind() : kind());
  });
  canvas.addEventListener("pointercancel", () => { [begun, held] = [null, null]; });

  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey) return;
    const point = near(cursor, 14);
    if (KEYS[event.key]) {
      const by = event.altKey ? 0.02 : 0.1;
      const [x, y] = [rounded(cursor.x + by * KEYS[event.key][0]), rounded(cursor.y + by * KEYS[event.key][1])];
      if (event.shiftKey && point) Object.assign(point, { x, y });
      Object.assign(cursor, { x, y, shown: true });
      if (event.shiftKey && point) change(`${named(point)}.`);
      else {
        const found = near(cursor, 14);
        look(`${x}, ${y}.${found ? ` ${named(found)}.` : ""}`);
      }
    } else if (event.key === "Enter" || event.key === " ") {
      cursor.shown = true;
      if (point && kind() === REMOVES) remove(point);
      else if (point) flip(point);
      else add({ x: cursor.x, y: cursor.y }, event.shiftKey ? 1 - kind() : kind());
    } else if ((event.key === "Delete" || event.key === "Backspace") && point) remove(point);
    else return;
    event.preventDefault();
  });
  canvas.addEventListener("blur", () => {
    cursor.shown = false;
    look("");
  });
  return cursor;
}
