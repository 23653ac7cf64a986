// The settings, their values when the page opens, and their form in the URL after the #.

import { SETS, readPoints, setOf, writtenPoints } from "./data.js";
import { ACTIVATIONS } from "../engine/layers.js";

export const RATES = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100];
export const MOMENTA = [0, 0.5, 0.8, 0.9, 0.95];
export const MOST_LAYERS = 3;
export const MOST_UNITS = 12;
export const MOST_STEPS = 20_000;
export const FIRST = {
  data: "moons", points: null, layers: 1, units: 8, activation: "tanh", rate: 0.3, momentum: 0.9,
  seed: 0, zero: false, steps: 0,
};

export const pointsIn = ({ data, points }) => points ?? setOf(data);

// Fields that have their first value are left out.
const NAMES = { layers: "l", units: "u", activation: "a", rate: "r", momentum: "m", seed: "s", steps: "t" };
export function written(state) {
  const fields = new URLSearchParams({ d: state.points ? writtenPoints(state.points) : state.data });
  for (const [name, sign] of Object.entries(NAMES)) {
    if (state[name] !== FIRST[name]) fields.set(sign, state[name]);
  }
  if (state.zero) fields.set("z", 1);
  return `#${fields}`;
}

// Null if the fragment is something else, for example the id of a heading.
export function read(fragment) {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  const data = fields.get("d");
  if (data === null) return null;
  const known = SETS.includes(data);
  const points = known ? null : readPoints(data);
  const whole = (sign, least, most, otherwise) => {
    const value = Number(fields.get(sign) ?? NaN);
    return Number.isInteger(value) && value >= least && value <= most ? value : otherwise;
  };
  const listed = (sign, values, otherwise) =>
    values.find((value) => String(value) === fields.get(sign)) ?? otherwise;
  return {
    data: known ? data : FIRST.data,
    points,
    layers: whole("l", 1, MOST_LAYERS, FIRST.layers),
    units: whole("u", 1, MOST_UNITS, FIRST.units),
    activation: listed("a", Object.keys(ACTIVATIONS), FIRST.activation),
    rate: listed("r", RATES, FIRST.rate),
    momentum: listed("m", MOMENTA, FIRST.momentum),
    seed: whole("s", 0, 2 ** 31, FIRST.seed),
    steps: whole("t", 0, MOST_STEPS, FIRST.steps),
    zero: fields.get("z") === "1",
  };
}
