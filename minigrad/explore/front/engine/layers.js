// A small network for points in the plane, with its gradients, in float64. The playground and an explorer
// train with it.

import { RULES } from "../engine/engine.js";

const { tanh, relu, sigmoid } = RULES;
export const ACTIVATIONS = { tanh, relu, sigmoid };

// A layer holds its weights row by row, one row for each unit, and then its biases.
export function layerOf(inputs, units) {
  const numbers = () => new Float64Array(units * inputs + units);
  return { inputs, units, weights: numbers(), grads: numbers(), velocity: numbers() };
}

function forwardIn(layer, from, to, activation) {
  const { inputs, units, weights } = layer;
  for (let j = 0; j < units; j++) {
    let z = weights[units * inputs + j];
    for (let i = 0; i < inputs; i++) z += weights[j * inputs + i] * from[i];
    to[j] = activation ? activation.value(z) : z;
  }
}

// Returns a function of x and y: the output, which is above 0 for class 1.
export function answerOf({ layers, activation }) {
  const values = layers.map(({ units }) => new Float64Array(units));
  const place = new Float64Array(2);
  const last = layers.length - 1;
  return (x, y) => {
    place[0] = x;
    place[1] = y;
    for (let l = 0; l <= last; l++) {
      forwardIn(layers[l], l ? values[l - 1] : place, values[l], l < last ? activation : null);
    }
    return values[last][0];
  };
}

// Runs all points forward and backward, and stores the gradients of the mean loss in each layer.
// Returns the loss and how many points are right.
export function learn(network, points) {
  const { layers, activation } = network;
  const last = layers.length - 1;
  const values = layers.map(({ units }) => new Float64Array(units));
  const deltas = layers.map(({ units }) => new Float64Array(units));
  const place = new Float64Array(2);
  for (const { grads } of layers) grads.fill(0);
  let [loss, right] = [0, 0];
  for (const { x, y, kind } of points) {
    [place[0], place[1]] = [x, y];
    for (let l = 0; l <= last; l++) {
      forwardIn(layers[l], l ? values[l - 1] : place, values[l], l < last ? activation : null);
    }
    const z = values[last][0];
    // Binary cross-entropy with logits, in the form that can't overflow.
    loss += (1 - kind) * z + Math.max(-z, 0) + Math.log1p(Math.exp(-Math.abs(z)));
    right += z > 0 === (kind === 1) ? 1 : 0;
    deltas[last][0] = (sigmoid.value(z) - kind) / points.length;
    for (let l = last; l >= 0; l--) backwardIn(layers[l], l ? values[l - 1] : place, deltas[l], l ? deltas[l - 1] : null, activation);
  }
  return { loss: loss / points.length, right };
}

function backwardIn({ inputs, units, weights, grads }, from, delta, before, activation) {
  for (let j = 0; j < units; j++) {
    grads[units * inputs + j] += delta[j];
    for (let i = 0; i < inputs; i++) grads[j * inputs + i] += delta[j] * from[i];
  }
  if (!before) return;
  for (let i = 0; i < inputs; i++) {
    let sum = 0;
    for (let j = 0; j < units; j++) sum += delta[j] * weights[j * inputs + i];
    before[i] = activation.shares[0](sum, from[i], from[i]); // all three need only the output
  }
}

// One step of SGD: the velocity is momentum times the velocity, plus the gradient.
export function takeStep({ layers }, rate, momentum) {
  for (const { weights, grads, velocity } of layers) {
    for (let k = 0; k < weights.length; k++) {
      velocity[k] = momentum * velocity[k] + grads[k];
      weights[k] -= rate * velocity[k];
    }
  }
}
