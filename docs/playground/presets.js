// Training runs to try. Some can be won, and some are broken on purpose.

import { FIRST } from "./settings.js";

// Each sentence says what you see, and why.
export const PRESETS = [
  {
    name: "One line isn't enough",
    says: "With one unit, the boundary is a single straight line, so some of the points stay on the wrong side.",
    set: { data: "xor", units: 1 },
  },
  {
    name: "Win the spiral",
    says: "Press Play: two layers of 8 units can bend the boundary along both arms. Can you win with fewer?",
    set: { data: "spiral", layers: 2, units: 8, rate: 0.3 },
  },
  {
    name: "Broken: all weights are 0",
    says: {
      tanh: "The loss stays at 0.693 and no line appears. Every unit outputs 0, so no weight gets a gradient that could tell the units apart.",
      relu: "The loss stays at 0.693 and no line appears. Every unit outputs 0, so no weight gets a gradient that could tell the units apart.",
      sigmoid: "The loss stays near 0.693. Every unit outputs the same value and gets the same gradient, so they all stay copies of one unit.",
    },
    set: { data: "moons", zero: true },
  },
  {
    name: "Broken: the rate is too large",
    says: "The loss jumps up and never settles. Each step is so long that it lands higher up on the far side of the valley.",
    set: { data: "moons", rate: 100 },
  },
];

export const stateOf = ({ set }) => ({ ...FIRST, ...set });
export const sentenceOf = ({ says }, { activation }) => (typeof says === "string" ? says : says[activation]);
