// The training loop of a line: SGD from w = b = 0, with momentum or without. As in `loop.py`.

import { forward, gradients, recorded } from "../engine/engine.js";
import { dotsIn, holds, lineIn, markIn } from "../programs/plotting.js";

const PROGRAM = 'class="mg-program"'; // as in `loop.py`
const HALO = 'stroke="var(--mg-card)" stroke-width="4" paint-order="stroke"';
const LINE = 'stroke="var(--mg-value-line)"';

// The loss of the points, as a graph of w and b.
const graphOf = (points) => recorded(["w", "b"], (op, w, b) => {
  const squares = points.map(([x, y]) => op("** number", op("-", op("+", op("*", w, x), b), y), 2));
  return op("/", squares.reduce((sum, square) => op("+", sum, square)), points.length);
});

function pathOf(graph, steps, lr, momentum) {
  let [w, b, u, v] = [0, 0, 0, 0];
  const done = { points: [], losses: [], gradients: [] };
  for (let step = 0; step <= steps; step++) {
    const values = forward(graph, { w, b });
    const gradient = gradients(graph, values).slice(0, 2);
    done.points.push([w, b]);
    done.losses.push(values[graph.root]);
    done.gradients.push(gradient);
    [u, v] = [momentum * u + gradient[0], momentum * v + gradient[1]];
    [w, b] = [w - lr * u, b - lr * v];
  }
  return done;
}

const kept = new Map(); // Play asks for the same path at every step

function keptPath({ xs, ys, steps }, lr, momentum) {
  const key = [lr, momentum, xs, ys].join();
  if (!kept.has(key)) kept.set(key, pathOf(graphOf(xs.map((x, i) => [x, ys[i]])), steps, lr, momentum));
  return kept.get(key);
}

const short = (value) => general(value + 0, 3).replace(/^-/, "−");
const textAt = (point, suffix = "") => point.map((part, i) => tens(`${"wb"[i]}${suffix} = ${short(part)}`));

// Where the weights are, or an arrow at the edge toward them.
function hereIn(plane, here) {
  if (holds(plane, here) || !here.every(Number.isFinite)) return markIn(plane, here, "value-line", 6);
  const [left, top, width, height] = plane;
  const [halves, middle] = [[width / 2, height / 2], [left + width / 2, top + height / 2]];
  const way = along(middle, placeIn(plane, ...here));
  const reach = Math.min(...halves.map((half, axis) => half / Math.abs(way[axis]))) - 3;
  const tip = middle.map((part, axis) => part + reach * way[axis]);
  return arrow(tip.map((part, axis) => part - 24 * way[axis]), tip, "var(--mg-value-line)", 3, 12);
}

// Where the line is if it's outside the data's axes.
function outside([left, top, , height, , , low, high], fitted) {
  const isAbove = fitted.every(([, y]) => y > high);
  if (!isAbove && !fitted.every(([, y]) => y < low)) return "";
  return prose(isAbove ? "↑ the line is up there" : "↓ the line is down there", left + 40,
    top + (isAbove ? 16 : height - 8), `${HALO} style="fill: var(--mg-value-ink)" font-weight="600"`);
}

// What each line changes, in bold if it has just run.
function changedIn({ corner, row, beside }, part, loss, gradient, here) {
  const named = (pair) => {
    const text = tens(pair.map((each, i) => `${"wb"[i]} ${short(each)}`).join(", "));
    return text.length <= 20 ? text : tens(pair.map((each) => general(each, 2).replace(/^-/, "−")).join(", "));
  };
  const grads = part === 1 ? "w None, b None" : part >= 2 ? named(gradient) : "";
  return [[short(loss), "value"], [part === 1 ? grads : "", "gradient"], [part >= 2 ? grads : "", "gradient"], [named(here), "value"]]
    .map(([text, role], i) => `<g ${PROGRAM}>${prose(tens(text), corner[0] + beside, corner[1] + row * i,
      `style="fill: var(--mg-${role}-ink)" font-weight="${i === part ? 700 : 400}"`, 13)}</g>`);
}

// The place beside the handle, on the side that the first step comes from.
function besideOf(plane, tip) {
  const [left, top, width, height] = plane;
  const [x, y] = placeIn(plane, ...tip);
  return [Math.min(Math.max(x - 24, left + 96), left + width - 4), Math.min(Math.max(y - 8, top + 14), top + height - 30)];
}

// Where a plain step would lead: a thick arrow, without a head if it leaves the plane, or a dot if it's short.
function arrowIn({ plane, short: shortest }, [w, b], [dw, db], lr) {
  const [color, end] = ["var(--mg-gradient-line)", [w - lr * dw, b - lr * db]];
  const [tail, tip] = [placeIn(plane, w, b), placeIn(plane, ...end)];
  const length = Math.hypot(tip[0] - tail[0], tip[1] - tail[1]);
  const drawn = !holds(plane, end) ? inside(plane, lineIn(plane, [[w, b], end], `stroke="${color}" stroke-width="4"`))
    : length < shortest ? markIn(plane, end, "gradient-line", shortest / 2)
      : arrow(tail, tip, color, 4, Math.min(12, 0.7 * length));
  return drawn.replace(/^<\w+/, (tag) => `${tag} data-gradient="${[...textAt([dw, db], ".grad"), "arrow"].join("|")}"`);
}

function program(data, [tick, i, j]) {
  const { plane, plot, xs, ys, row, corner } = data;
  const [lr, momentum] = [data.values[0][i], data.values[1][j]];
  const [t, part] = [Math.floor(tick / 4), tick % 4];
  const { points, losses, gradients } = keptPath(data, lr, momentum);
  const now = t + (part === 3);
  const [here, told] = [points[now], textAt(points[now])];
  const linked = part === 1 || part === 2 ? [] : told;
  const out = points.findIndex((point) => !holds(plane, point));
  const seen = points.slice(0, out < 0 ? points.length : out + 1); // as far as it stays in the plane
  const trail = seen.slice(0, now + 1);
  const moved = momentum && t ? `the arrow plus ${general(momentum, 6)} of the last step leads` : "w and b follow the arrow";
  const rate = tens(`lr = ${general(lr, 6)}`);
  const text = tens(`Step ${t}, ${rate}: ${[
    `${told.join(" and ")}, so the loss is ${short(losses[t])}.`,
    "both .grad are empty again.",
    `${textAt(gradients[t], ".grad").join(" and ")}. The arrow is −lr × .grad.`,
    `${moved} to ${told.join(" and ")}.`,
  ][part]}`);
  const [head, end] = data.ends[i][j];
  const isFirst = head.startsWith("From");
  const band = `<rect y="${corner[1] - 13 + row * part}" x="${corner[0] - 5}" width="206" height="${row}" rx="4" fill="var(--mg-grid)" ${PROGRAM}/>`;
  const fitted = [plot[4], plot[5]].map((x) => [x, here[0] * x + here[1]]);
  const whole = says(lineIn(plane, seen, `${LINE} stroke-width="1.25" stroke-dasharray="2 4"`), "path");
  const residuals = xs.map((x, k) => lineIn(plot, [[x, ys[k]], [x, here[0] * x + here[1]]], 'stroke="var(--mg-line)" stroke-width="1.5"'));
  const [x, y] = besideOf(plane, points[1]);
  const rateThere = words(rate, tenth(x), tenth(y), `${HALO} fill="var(--mg-text)" font-weight="bold"`).replace('"start"', '"end"');
  return {
    pieces: [
      band, ...data.fixed, ...changedIn(data, part, losses[t], gradients[t], here),
      inside(plane, head ? judged(whole, isFirst) : whole), // a filter outside would show what's cut off
      inside(plane, lineIn(plane, trail, `${LINE} stroke-width="2"`)),
      dotsIn(plane, trail, "var(--mg-value-line)", 2.5),
      says(hereIn(plane, here), ...linked),
      part === 2 ? arrowIn(data, points[t], gradients[t], lr) : "", rateThere,
      part ? "" : inside(plot, residuals.join("")),
      inside(plot, says(lineIn(plot, fitted, `${LINE} stroke-width="2.5"`), ...linked)),
      outside(plot, fitted),
      head ? badge(isFirst, [x - data.away, y - 5]) : "",
    ],
    sentence: head ? verdict(isFirst, head, text) : text + (part % 2 ? "" : ` ${end}`),
    brief: tens(`Step ${t}: ${told.join(" and ")}, loss ${short(losses[t])}.`),
    points, losses,
  };
}
