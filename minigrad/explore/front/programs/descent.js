// Gradient descent with one parameter, at any learning rate and from any start. As in `descent.py`.

import { forward, gradients, recorded } from "../engine/engine.js";
import { dotsIn, holds, lineIn, markIn } from "../programs/plotting.js";

const HALO = 'stroke="var(--mg-card)" stroke-width="4" paint-order="stroke"';
const NEAR = 1e-6; // factors closer than this are equal

// The weight and the loss before each step, and after the last one.
function pathOf({ x, y, steps }, lr, start) {
  const graph = recorded(["w"], (op, w) => op("** number", op("-", op("*", w, x), y), 2));
  let w = start;
  return Array.from({ length: steps + 1 }, () => {
    const values = forward(graph, { w });
    const state = [w, values[graph.root]];
    w -= lr * gradients(graph, values)[0];
    return state;
  });
}

// Format a number with enough digits to show how far it is from another number, as in `words.py`.
function distinct(value, other, digits = 4) {
  const apart = Math.abs(value - other);
  let most = digits;
  while (most < 17 && Math.abs(Number(general(value, most)) - value) > 0.05 * apart) most += 1;
  return general(value + 0, most);
}

const signed = (text) => text.replace(/(?<![\w-])-(?=[\di])/g, "−");
const written = (factor) => distinct(factor, factor > 0 ? 1 : -1, 3);

function wayOf(factor) {
  if (Math.abs(factor) < NEAR) return "is at the bottom after a single step";
  if (Math.abs(Math.abs(factor) - 1) < NEAR) return "jumps back and forth forever";
  return `${factor > 0 ? "stays on its side" : "changes sides"} and ${Math.abs(factor) < 1 ? "gets closer" : "gets farther away"}`;
}

// Whether a rate has the losses of the given one, or null if it's the same.
function isTwin({ rates, given, x }, i) {
  const [size, wanted] = [i, given].map((each) => Math.abs(1 - 2 * x * x * rates[each]));
  return i === given ? null : Math.abs(size - wanted) < NEAR;
}

function said(data, i, text) {
  const { rates, labels, given, x } = data;
  const right = isTwin(data, i);
  if (right === null) return text;
  if (right) return verdict(true, `${labels[i]} has the same losses.`, text);
  const [size, wanted] = [i, given].map((each) => Math.abs(1 - 2 * x * x * rates[each]));
  const how = size > 1 + NEAR ? "grow" : size > 1 - NEAR ? "stay" : `fall ${size < wanted ? "faster" : "more slowly"}`;
  return verdict(false, `At ${labels[i]}, the losses ${how}.`, text);
}

// The ball, or an arrow up the curve on its side, with where it is now.
function ballIn({ valley, x, bottom }, here, text) {
  if (holds(valley, here)) return markIn(valley, here, "value-line", 7);
  const [side, top] = [here[0] > bottom ? 1 : -1, valley[7]];
  const apart = (side * Math.sqrt(top)) / Math.abs(x);
  const tip = placeIn(valley, bottom + apart, top);
  const way = along(placeIn(valley, bottom, top - 2 * x * x * apart * apart), tip);
  const name = words(text, tenth(tip[0] - 28 * side), tenth(tip[1] + 17), `${HALO} fill="var(--mg-value-ink)" font-weight="bold"`);
  return `<g>${arrow(tip.map((part, axis) => part - 24 * way[axis]), tip, "var(--mg-value-line)", 3, 12)}`
    + `${side < 0 ? name : name.replace('"start"', '"end"')}</g>`;
}

function program(data, [i, step, place]) {
  const { valley, curve, rates, labels, starts, bottom, left, nothing } = data;
  const [lr, start] = [rates[i], starts[place]];
  const states = pathOf(data, lr, start);
  const overSteps = (of) => of.map(([, loss], t) => [t, Math.log10(Math.max(loss, nothing))]);
  const factor = 1 - 2 * data.x * data.x * lr;
  const at = ([w]) => signed(tens(`w = ${distinct(w, bottom)}`));
  const multiplied = signed(`multiplies ${left} by ${written(factor)}`);
  const [seen, here] = [states.slice(0, step + 1), states[step]];
  const losses = overSteps(seen);
  const blue = 'stroke="var(--mg-value-line)" stroke-width="2"';
  const dots = (axes, points) => dotsIn(axes, points.filter((point) => holds(axes, point)), "var(--mg-value-line)", 3.5);
  const line = (axes, points, look) => (points.length > 1 ? inside(axes, lineIn(axes, points, look)) : "");
  const ball = ballIn(data, here, at(here));
  const right = isTwin(data, i);
  const isSeen = here[1] >= 10 ** curve[6] || Math.abs(factor) < NEAR; // or the loss is below the axis
  const drawnLine = losses.length > 1 ? says(lineIn(curve, losses, blue), "loss") : "";
  const brief = `Step ${step} at lr = ${labels[i]}: ${at(here)}, and the loss is ${isSeen ? general(here[1], 3) : `below ${data.lowest}`}.`;
  const text = `${brief} Each step ${multiplied}, so the path ${wayOf(factor)}.`;
  return {
    pieces: [
      ...data.fixed,
      says(line(valley, seen, blue), "path"),
      dots(valley, seen),
      inside(curve, right === null ? drawnLine : judged(drawnLine, right)), // a filter outside would show what's cut off
      says(dots(curve, losses), "loss"),
      line(curve, overSteps(pathOf(data, rates[data.given], start)), 'stroke="var(--mg-text)" stroke-width="2" stroke-dasharray="2 4"'),
      markIn(valley, states[0], "text", 5, true),
      says(ball, at(here)),
      says(words(signed(`each step: (${left}) × ${written(factor)}`), valley[0], 42), multiplied),
      right === null ? "" : badge(right, [curve[0] + 14, curve[1] + 14]),
    ],
    sentence: said(data, i, signed(tens(text))),
    brief: signed(tens(brief)),
    states,
  };
}
