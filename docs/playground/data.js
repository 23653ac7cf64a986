// The sets of points, and their form in the URL. Coordinates have two decimals.

import { uniformFrom } from "./random.js";

export const REACH = 2; // the plane reaches from -2 to 2
export const MOST = 400;
const PAIRS = 50;

export const rounded = (value) => Math.round(Math.min(Math.max(value, -REACH), REACH) * 100) / 100;
const point = (x, y, kind) => ({ x: rounded(x), y: rounded(y), kind });

// Each function returns a point of the class `kind` (0 or 1). `part` goes from 0 to 1 within a set, and
// `noise` returns random numbers around 0.
const SHAPES = {
  moons: (part, kind, noise) => {
    const turn = Math.PI * part;
    const [x, y] = kind ? [1 - Math.cos(turn), 0.5 - Math.sin(turn)] : [Math.cos(turn), Math.sin(turn)];
    return point(1.1 * (x - 0.5) + 0.17 * noise(), 1.1 * (y - 0.25) + 0.17 * noise(), kind);
  },
  circles: (part, kind, noise) => {
    const [turn, radius] = [2 * Math.PI * part, kind ? 0.65 : 1.5];
    return point(radius * Math.cos(turn) + 0.17 * noise(), radius * Math.sin(turn) + 0.17 * noise(), kind);
  },
  xor: (part, kind, noise, draw) => {
    const [x, y] = [0.25 + 1.35 * draw(), 0.25 + 1.35 * draw()];
    const side = part < 0.5 ? 1 : -1;
    return point(side * x, side * y * (kind ? -1 : 1), kind);
  },
  spiral: (part, kind, noise) => {
    const [turn, radius] = [Math.PI * (2.6 * Math.sqrt(part) + kind), 0.1 + 1.65 * Math.sqrt(part)];
    return point(radius * Math.sin(turn) + 0.04 * noise(), radius * Math.cos(turn) + 0.04 * noise(), kind);
  },
};
export const SETS = Object.keys(SHAPES);

export function setOf(name) {
  const draw = uniformFrom(SETS.indexOf(name) + 1);
  const noise = () => draw() + draw() + draw() - 1.5;
  return Array.from({ length: 2 * PAIRS }, (_, i) =>
    SHAPES[name]((Math.floor(i / 2) + 0.5) / PAIRS, i % 2, noise, draw));
}

// A coordinate becomes two base-36 digits: its distance from the left or the bottom edge, in hundredths.
const signs = (value) => Math.round((value + REACH) * 100).toString(36).padStart(2, "0");
const number = (text) => rounded(parseInt(text, 36) / 100 - REACH);

export const writtenPoints = (points) => [0, 1].map((kind) => points.filter((one) => one.kind === kind)
  .map(({ x, y }) => signs(x) + signs(y)).join("")).join(".");

// Null if the text isn't a set of points.
export function readPoints(text) {
  if (!/^(?:[0-9a-z]{4})*\.(?:[0-9a-z]{4})*$/.test(text)) return null;
  const points = text.split(".").flatMap((part, kind) => (part.match(/.{4}/g) ?? [])
    .map((four) => point(number(four.slice(0, 2)), number(four.slice(2)), kind)));
  return points.length <= MOST ? points : null;
}
