// Sentences about a training run.

import { short } from "../formula/words.js";

const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

export function lossText(loss) {
  if (!Number.isFinite(loss)) return "not a number";
  return loss >= 0.0005 ? loss.toFixed(3) : short(loss, 2);
}

export function stateText({ steps, loss, right, points }) {
  if (!points.length) return "There are no points yet. Click the plane to add some.";
  return `Step ${steps}: loss ${lossText(loss)}, ${right} of ${plural(points.length, "point")} right.`;
}

const networkText = ({ layers, units }) => `${plural(layers, "layer")} of ${plural(units, "unit")}`;

export function wonText({ won, points }, state) {
  if (won === null || !points.length) return "";
  return `You won! All points have been right since step ${won}, with ${networkText(state)}.`;
}

export function challengeText(state, address) {
  return `I got all points right with ${networkText(state)}. Can you do it with fewer? ${address}`;
}

// The text alternative of the plane.
export function planeText(training, { activation, layers, units }) {
  const classes = [0, 1].map((kind) => training.points.filter((point) => point.kind === kind).length);
  return `The plane with ${plural(classes[0], "disc")} and ${plural(classes[1], "square")}, colored by the output`
    + ` of a network with ${plural(layers, "hidden layer")} of ${plural(units, `${activation} unit`)}. ${stateText(training)}`;
}
