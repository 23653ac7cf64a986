// The playground's network before its training. The results are the same as those of the Python program that
// `program.js` writes.

import { ACTIVATIONS, layerOf } from "../engine/layers.js";
import { uniformFrom } from "./random.js";

// The weights are drawn as in nn.Linear: uniformly from -1/√inputs to 1/√inputs.
export function networkOf({ layers, units, activation, seed, zero }) {
  const sizes = [2, ...Array(layers).fill(units), 1];
  const made = sizes.slice(1).map((size, i) => layerOf(sizes[i], size));
  const draw = uniformFrom(seed);
  if (!zero) {
    for (const { inputs, weights } of made) {
      const bound = 1 / Math.sqrt(inputs);
      for (let k = 0; k < weights.length; k++) weights[k] = draw() * 2 * bound - bound;
    }
  }
  return { layers: made, activation: ACTIVATIONS[activation] };
}
