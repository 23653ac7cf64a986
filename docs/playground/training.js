// A training run: a network, its points, and the losses so far.

import { learn, takeStep } from "../engine/layers.js";
import { networkOf } from "./network.js";
import { pointsIn } from "./settings.js";

export function trainingOf(state) {
  const points = pointsIn(state).map((point) => ({ ...point }));
  const training = { network: networkOf(state), points, steps: 0, losses: [], won: null, loss: 0, right: 0 };
  look(training);
  return training;
}

// Computes the loss and the gradients again, for example after a point was moved.
export function look(training) {
  const found = training.points.length ? learn(training.network, training.points) : { loss: 0, right: 0 };
  Object.assign(training, found);
  training.losses[training.steps] = training.loss;
  const all = training.points.length > 0 && training.right === training.points.length;
  if (all) training.won ??= training.steps;
  else training.won = null;
}

export function advance(training, { rate, momentum }, count = 1) {
  for (let i = 0; i < count && training.points.length; i++) {
    takeStep(training.network, rate, momentum);
    training.steps += 1;
    look(training);
  }
}
