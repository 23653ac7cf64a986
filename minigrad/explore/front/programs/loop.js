// The training loop of a line: SGD with momentum from any start, for any place of the last point. As in
// `loop.py`.

import { forward, gradients, recorded } from "../engine/engine.js";
import { dotsIn, holds, lineIn, markIn } from "../programs/plotting.js";

const CODE = ["loss = mse(w * x + b, y)", "optimizer.zero_grad()", "loss.backward()", "optimizer.step()"];
const LEVELS = [0.02, 0.1, 0.4, 1, 2, 4]; // of the rings
const TURNS = 48;
const PROGRAM = 'class="mg-program"'; // as in `loop.py`
const HALO = 'stroke="var(--mg-card)" stroke-width="4" paint-order="stroke"';

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

// The best line and the second derivatives of the loss, in closed form.
function leastSquares(xs, ys) {
  const [x, y] = [mean(xs), mean(ys)];
  const [xx, xy] = [mean(xs.map((each) => each * each)), mean(xs.map((each, i) => each * ys[i]))];
  const w = (xy - x * y) / (xx - x * x);
  return { best: [w, y - w * x], hessian: [2 * xx, 2 * x, 2] };
}

function curvaturesOf([a, b, d]) {
  const [middle, half] = [(a + d) / 2, Math.hypot((a - d) / 2, b)];
  return [middle - half, middle + half];
}

// Which points a step takes.
function batchOf({ xs: { length }, orders }, step, size) {
  if (size === length) return Array.from({ length }, (_, i) => i);
  const [epoch, part] = [Math.floor(step / Math.floor(length / size)), step % Math.floor(length / size)];
  return orders[epoch].slice(part * size, (part + 1) * size).sort((a, b) => a - b);
}

// The loss of some points, and its gradients.
function lossAt([w, b], points) {
  const graph = recorded(["w", "b"], (op, w, b) => {
    const squares = points.map(([x, y]) => op("** number", op("-", op("+", op("*", w, x), b), y), 2));
    return op("/", squares.reduce((sum, square) => op("+", sum, square)), points.length);
  });
  const values = forward(graph, { w, b });
  return { loss: values[graph.root], gradient: gradients(graph, values).slice(0, 2) };
}

function pathOf(xs, ys, batches, lr, momentum, start) {
  let [w, b] = start;
  let [u, v] = [0, 0];
  const done = { points: [], losses: [], gradients: [] };
  for (const batch of batches) {
    const { loss, gradient } = lossAt([w, b], batch.map((i) => [xs[i], ys[i]]));
    done.points.push([w, b]);
    done.losses.push(loss);
    done.gradients.push(gradient);
    [u, v] = [momentum * u + gradient[0], momentum * v + gradient[1]];
    [w, b] = [w - lr * u, b - lr * v];
  }
  return done;
}

// The factor by which a step multiplies the distance in the long run, which is the larger |z| of the
// solutions of z² = (1 + m - lr·c) z - m, and whether the path swings.
function manner(lr, momentum, curvatures) {
  const halves = curvatures.map((curvature) => (1 + momentum - lr * curvature) / 2);
  const factors = halves.map((half) => {
    const root = half * half - momentum;
    return root < 0 ? Math.sqrt(momentum) : Math.abs(half) + Math.sqrt(root);
  });
  const swings = halves.some((half) => half * half < momentum - 1e-9 || half < -1e-9);
  return { factor: Math.max(...factors), swings };
}

function longRun({ factor, swings }, { steps, hardly, thrown }) {
  if (Math.abs(factor - 1) < thrown) return "The path hardly gets closer or farther away.";
  const nearer = factor ** steps > hardly ? `hardly gets closer in ${steps} steps` : "gets closer";
  return `The path ${swings ? "swings and " : ""}${nearer}.`;
}

const short = (value) => general(value + 0, 3).replace(/^-/, "−");
const textAt = (point, suffix = "") => point.map((part, i) => tens(`${"wb"[i]}${suffix} = ${short(part)}`));

function ringsIn(axes, [a, b, d], best, highest) {
  const [root, low] = [Math.sqrt(a), b / Math.sqrt(a)];
  const deep = Math.sqrt(d - low * low);
  const rings = LEVELS.map((level) => {
    const radius = Math.sqrt(2 * level * highest);
    const places = Array.from({ length: TURNS }, (_, k) => {
      const [u, v] = [Math.cos, Math.sin].map((of) => radius * of((2 * Math.PI * k) / TURNS));
      return placeIn(axes, best[0] + u / root - (low / root) * (v / deep), best[1] + v / deep).map(tenth).join(" ");
    });
    return `<path d="M${places.join("L")}z"/>`;
  });
  return inside(axes, `<g fill="var(--mg-text)" fill-opacity="0.06" stroke="var(--mg-card)">${rings.join("")}</g>`);
}

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

// What the weights do to the line, inside the axes.
function axesNamed([left, top, width, height]) {
  return [
    prose("w: slope of the line →", left + width - 6, top + height - 8, `text-anchor="end" ${HALO}`, 13),
    prose("↑ b: its height at x = 0", left + 6, top + 16, HALO, 13),
  ];
}

// A thick arrow, at the scale of the axes. It has no head outside them.
function arrowIn(axes, start, end, short) {
  const color = "var(--mg-gradient-line)";
  const [tail, tip] = [placeIn(axes, ...start), placeIn(axes, ...end)];
  const length = Math.hypot(tip[0] - tail[0], tip[1] - tail[1]);
  if (!holds(axes, end)) return inside(axes, lineIn(axes, [start, end], `stroke="${color}" stroke-width="4"`));
  if (length < short) return markIn(axes, end, "gradient-line", short / 2);
  return arrow(tail, tip, color, 4, Math.min(12, 0.7 * length));
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

// The learning rate below its handle, apart from the names of the axes.
function rateIn([left, top, width, height, ...ends], text, tip) {
  const [x, y] = tip.every(Number.isFinite) ? placeIn([left, top, width, height, ...ends], ...tip) : [left, top];
  const at = [Math.min(Math.max(x, left + 50), left + width - 50), Math.min(Math.max(y + 38, top + 50), top + height - 30)];
  return words(text, tenth(at[0]), tenth(at[1]), `${HALO} fill="var(--mg-text)" font-weight="bold"`).replace('"start"', '"middle"');
}

// Where a plain step would lead.
function arrowOf({ plane, short: shortest }, [w, b], [dw, db], lr) {
  const phrases = [...textAt([dw, db], ".grad"), "arrow"].join("|");
  return arrowIn(plane, [w, b], [w - lr * dw, b - lr * db], shortest)
    .replace(/^<\w+/, (tag) => `${tag} data-gradient="${phrases}"`);
}

function program(data, [tick, ...at]) {
  const { plane, plot, values, steps, row, corner } = data;
  const [lr, momentum, w, b, x, y, size] = at.map((index, i) => values[i][index]);
  const [t, part] = [Math.floor(tick / 4), tick % 4];
  const [xs, ys] = [[...data.xs.slice(0, -1), x], [...data.ys.slice(0, -1), y]];
  const { best, hessian } = leastSquares(xs, ys);
  const batches = Array.from({ length: steps + 1 }, (_, step) => batchOf(data, step, size));
  const { points, losses, gradients } = pathOf(xs, ys, batches, lr, momentum, [w, b]);
  const now = t + (part === 3);
  const batch = batches[now];
  const some = size < xs.length ? `${size} of the ${xs.length} points` : `the ${xs.length} points`;
  const [here, told] = [points[now], textAt(points[now])];
  const linked = part === 1 || part === 2 ? [] : told;
  const out = points.slice(0, steps + 1).findIndex((point) => !holds(plane, point));
  const seen = points.slice(0, (out < 0 ? steps : out) + 1); // as far as it stays in the plane
  const trail = seen.slice(0, now + 1);
  const rate = tens(`lr = ${general(lr, 6)}`);
  const step = `Step ${t}, ${rate}:`;
  const said = [
    `${step} with ${told.join(" and ")}, the loss of ${some} is ${short(losses[t])}.`,
    `${step} both .grad are empty again.`,
    `${step} ${textAt(gradients[t], ".grad").join(" and ")}. The arrow is −lr × .grad.`,
    `${step} ${momentum ? "leads" : "w and b follow the arrow"} to ${told.join(" and ")}.`,
  ][part] + (momentum ? ` Each step adds ${general(momentum, 6)} of the one before.` : "");
  const curvatures = curvaturesOf(hessian);
  const way = manner(lr, momentum, curvatures);
  const also = size < xs.length ? `Each step takes ${size} other points.` : longRun(way, data);
  const isThrown = (each) => manner(each, momentum, curvatures).factor >= 1 + data.thrown;
  const isFirst = !isThrown(values[0][Math.max(at[0] - 1, 0)]);
  const judges = size === xs.length && isThrown(lr);
  const band = `<rect y="${corner[1] - 13 + row * part}" x="${corner[0] - 5}" width="206" height="${row}" rx="4" fill="var(--mg-grid)" ${PROGRAM}/>`;
  const color = 'stroke="var(--mg-value-line)"';
  const fitted = [plot[4], plot[5]].map((end) => [end, here[0] * end + here[1]]);
  const whole = says(lineIn(plane, seen, `${color} stroke-width="1.25" stroke-dasharray="2 4"`), "path");
  const [bestX, bestY] = placeIn(plane, ...best).map(tenth);
  const residuals = batch.map((i) => lineIn(plot, [[xs[i], ys[i]], [xs[i], here[0] * xs[i] + here[1]]],
    'stroke="var(--mg-line)" stroke-width="1.5"'));
  const others = (taken) => xs.slice(0, -1).map((each, i) => [each, ys[i]]).filter((_, i) => batch.includes(i) === taken);
  // The handle in front of the first step at the lowest lr, and the pixels to the next ones.
  const from = placeIn(plane, w, b);
  const to = placeIn(plane, ...[w, b].map((part, i) => part - values[0][0] * gradients[0][i]));
  const ahead = data.ahead / (Math.hypot(to[0] - from[0], to[1] - from[1]) || 1);
  const tips = [0, 1].flatMap((axis) => [to[axis] + ahead * (to[axis] - from[axis]), to[axis] - from[axis]]);
  return {
    pieces: [
      ...data.fixed, band,
      ...CODE.map((text, i) => words(text, corner[0], corner[1] + row * i, `fill="var(--mg-text)" ${PROGRAM}`)),
      ...changedIn(data, part, losses[t], gradients[t], here),
      ringsIn(plane, hessian, best, data.above), ...axesNamed(plane),
      holds(plane, best) ? `<path d="M${bestX} ${tenth(bestY - 6.5)}l6.5 6.5l-6.5 6.5l-6.5 -6.5z" fill="var(--mg-text)"`
        + ' stroke="var(--mg-card)" stroke-width="1.5"/>' : "",
      inside(plane, judges ? judged(whole, isFirst) : whole), // a filter outside would show what's cut off
      inside(plane, lineIn(plane, trail, `${color} stroke-width="2"`)),
      dotsIn(plane, trail, "var(--mg-value-line)", 2.5),
      says(hereIn(plane, here), ...linked),
      part === 2 ? arrowOf(data, points[t], gradients[t], lr) : "", rateIn(plane, rate, points[1]),
      part ? "" : inside(plot, residuals.join("")),
      inside(plot, says(lineIn(plot, fitted, `${color} stroke-width="2.5"`), ...linked)),
      outside(plot, fitted),
      dotsIn(plot, others(false), "var(--mg-line)", 3.5), dotsIn(plot, others(true), "var(--mg-text)", 3.5),
      markIn(plot, [x, y], batch.includes(xs.length - 1) ? "text" : "line", 5),
      judges ? badge(isFirst, [plane[0] + data.badge * plane[2], plane[1] + 12]) : "",
    ],
    sentence: judges ? verdict(isFirst, data.heads[Number(isFirst)], tens(said)) : tens(`${said} ${also}`),
    brief: tens(`Step ${t}: ${told.join(" and ")}, loss ${short(losses[t])}.`),
    moved: data.steep ? [tips, null, null] : undefined,
    points, losses,
  };
}
