// Numbers on arrows.

import { short } from "./words.js";

export const OFFSET = 4; // distance of each track from the middle of its edge
export const CHIP = 17; // height
const WIDEST = 56;
const GAP = 2; // between two numbers side by side
const color = (role) => `var(--mg-${role})`;

// Put a number on its arrow, near the box that receives it. Values go along the arrow, and gradients back.
export function putChip({ route, text, field }, value, down, role) {
  const words = short(value);
  text.textContent = words;
  const wide = Math.min(words.length * 7.5 + 8, WIDEST);
  squeezed(text, words.length * 7.5, wide - 8);
  const [end, way] = role === "value" ? [route.at(-1), -1] : [route[0], 1];
  const [x, y] = down ? [end[0] + way * OFFSET, end[1] + way * (11 + CHIP / 2)] : [end[0] + way * (9 + wide / 2), end[1] + way * OFFSET];
  const place = { x: x - wide / 2, y: y - CHIP / 2, width: wide, fill: color(role), stroke: color(`${role}-line`) };
  for (const [name, value] of Object.entries(place)) field.setAttribute(name, value);
  text.setAttribute("x", x);
  text.setAttribute("y", y + 4.2);
}

// Make a text narrower if it's wider than its room.
export function squeezed(text, wide, room) {
  if (wide > room) {
    text.setAttribute("textLength", room);
    text.setAttribute("lengthAdjust", "spacingAndGlyphs");
  } else text.removeAttribute("textLength");
}

// Move numbers apart that overlap because their arrows arrive side by side. Each still lies on its arrow.
export function apart(edges) {
  const number = ({ field }, name) => Number(field.getAttribute(name));
  const sorted = [...edges].sort((one, other) => number(one, "x") - number(other, "x"));
  sorted.forEach((right, i) => {
    for (const left of sorted.slice(0, i)) {
      const over = number(left, "x") + number(left, "width") + GAP - number(right, "x");
      if (over <= 0 || Math.abs(number(left, "y") - number(right, "y")) >= CHIP) continue;
      for (const [{ field, text }, way] of [[left, -1], [right, 1]]) {
        for (const part of [field, text]) part.setAttribute("x", Number(part.getAttribute("x")) + way * over / 2);
      }
    }
  });
}
