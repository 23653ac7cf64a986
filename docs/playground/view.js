// The picture of the plane and the curve of the loss, each on a canvas.

import { REACH } from "./data.js";
import { answerOf } from "../engine/layers.js";

const CELLS = 60; // squares of the shading, along each side
const RADIUS = 5;
const FADE = 0.05; // the weakest shade, and the strongest
const STRONG = 0.42;

export function colorsOf(element) {
  const style = getComputedStyle(element);
  const color = (role) => style.getPropertyValue(`--mg-${role}`).trim();
  return Object.fromEntries(["text", "card", "grid", "faint", "series-2", "series-3", "value-line", "gradient-line"]
    .map((role) => [role, color(role)]));
}

// Resize a canvas to the width of its container, with one pixel for each pixel of the screen.
export function sized(canvas, ratio = 1) {
  const { clientWidth: width } = canvas;
  const height = Math.round(width * ratio);
  const dots = window.devicePixelRatio || 1;
  if (canvas.width !== Math.round(width * dots) || canvas.height !== Math.round(height * dots)) {
    [canvas.width, canvas.height] = [Math.round(width * dots), Math.round(height * dots)];
  }
  const context = canvas.getContext("2d");
  context.setTransform(dots, 0, 0, dots, 0, 0);
  return { context, width, height };
}

const channels = (color) => [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
const small = typeof document === "undefined" ? null : document.createElement("canvas");

export function drawPlane(canvas, training, colors, { cursor, lines }) {
  const { context, width } = sized(canvas);
  const [across, up] = [(x) => ((x + REACH) / (2 * REACH)) * width, (y) => ((REACH - y) / (2 * REACH)) * width];
  context.fillStyle = colors.card;
  context.fillRect(0, 0, width, width);
  const answers = answersOf(training.network);
  shade(context, answers, width, colors);
  border(context, answers, width, colors);
  if (lines) drawUnits(context, training, across, up, colors);
  const answer = answerOf(training.network);
  for (const { x, y, kind } of training.points) {
    const wrong = answer(x, y) > 0 !== (kind === 1);
    drawPoint(context, across(x), up(y), kind, wrong, colors);
  }
  if (cursor) drawCursor(context, across(cursor.x), up(cursor.y), colors);
}

function answersOf(network) {
  const answer = answerOf(network);
  const rows = [];
  for (let row = 0; row <= CELLS; row++) {
    const y = REACH - (2 * REACH * row) / CELLS;
    const answers = new Float64Array(CELLS + 1);
    for (let column = 0; column <= CELLS; column++) answers[column] = answer((2 * REACH * column) / CELLS - REACH, y);
    rows.push(answers);
  }
  return rows;
}

// The more confident the network is, the stronger the color.
function shade(context, answers, width, colors) {
  const looks = [channels(colors["series-2"]), channels(colors["series-3"])];
  [small.width, small.height] = [CELLS + 1, CELLS + 1];
  const pen = small.getContext("2d");
  const image = pen.createImageData(CELLS + 1, CELLS + 1);
  let at = 0;
  for (const row of answers) {
    for (const z of row) {
      const [red, green, blue] = looks[z > 0 ? 1 : 0];
      const sure = Number.isFinite(z) ? Math.abs(Math.tanh(z / 2)) : 1;
      image.data[at] = red;
      image.data[at + 1] = green;
      image.data[at + 2] = blue;
      image.data[at + 3] = 255 * (FADE + (STRONG - FADE) * sure);
      at += 4;
    }
  }
  pen.putImageData(image, 0, 0);
  const side = width / CELLS;
  context.imageSmoothingEnabled = true;
  context.drawImage(small, -side / 2, -side / 2, width + side, width + side);
}

// The line on which the output is 0, drawn cell by cell from where it enters to where it leaves.
function border(context, answers, width, colors) {
  const side = width / CELLS;
  context.beginPath();
  for (let row = 0; row < CELLS; row++) {
    for (let column = 0; column < CELLS; column++) {
      const above = (answers[row][column] > 0) + (answers[row][column + 1] > 0)
        + (answers[row + 1][column] > 0) + (answers[row + 1][column + 1] > 0);
      if (above === 0 || above === 4) continue;
      const corners = [[0, 0], [1, 0], [1, 1], [0, 1]].map(([i, j]) => [column + i, row + j, answers[row + j][column + i]]);
      const crossed = corners.flatMap(([x, y, z], k) => {
        const [u, v, w] = corners[(k + 1) % 4];
        if (z > 0 === w > 0) return [];
        const part = z / (z - w);
        return [[side * (x + part * (u - x)), side * (y + part * (v - y))]];
      });
      for (let k = 0; k + 1 < crossed.length; k += 2) {
        context.moveTo(...crossed[k]);
        context.lineTo(...crossed[k + 1]);
      }
    }
  }
  Object.assign(context, { strokeStyle: colors.text, lineWidth: 2.5, lineCap: "round" });
  context.stroke();
}

// The line on which each unit of the first layer is 0, and how a step of descent would move that line.
export function unitsOf({ network }) {
  const [{ units, weights, grads }] = network.layers;
  const lines = [];
  for (let j = 0; j < units; j++) {
    const [a, b, c] = [weights[2 * j], weights[2 * j + 1], weights[2 * units + j]];
    const size = Math.hypot(a, b);
    if (!(size > 1e-9) || !Number.isFinite(size)) continue;
    const foot = { x: (-c * a) / size ** 2, y: (-c * b) / size ** 2 }; // nearest to the middle
    const push = grads[2 * j] * foot.x + grads[2 * j + 1] * foot.y + grads[2 * units + j];
    lines.push({ foot, along: { x: -b / size, y: a / size }, toward: { x: a / size, y: b / size }, push: push / size });
  }
  return lines;
}

function drawUnits(context, training, across, up, colors) {
  const far = 4 * REACH;
  for (const { foot, along, toward, push } of unitsOf(training)) {
    if (Math.hypot(foot.x, foot.y) > 1.42 * REACH) continue;
    Object.assign(context, { strokeStyle: colors.text, lineWidth: 1.25, globalAlpha: 0.65 });
    context.setLineDash([6, 5]);
    context.beginPath();
    context.moveTo(across(foot.x - far * along.x), up(foot.y - far * along.y));
    context.lineTo(across(foot.x + far * along.x), up(foot.y + far * along.y));
    context.stroke();
    context.setLineDash([]);
    context.globalAlpha = 1;
    const length = Math.sign(push) * 0.6 * Math.tanh(4 * Math.sqrt(Math.abs(push))); // in the plane's units
    if (Math.abs(length) < 0.02 || Math.max(Math.abs(foot.x), Math.abs(foot.y)) > REACH) continue;
    arrow(context, [across(foot.x), up(foot.y)], [across(foot.x + length * toward.x), up(foot.y + length * toward.y)], colors);
  }
}

function arrow(context, [x, y], [u, v], colors) {
  const turn = Math.atan2(v - y, u - x);
  const head = Math.min(9, 0.6 * Math.hypot(u - x, v - y) + 3);
  const wing = (by) => context.lineTo(u - head * Math.cos(turn + by), v - head * Math.sin(turn + by));
  for (const [color, wide] of [[colors.card, 6], [colors["value-line"], 3]]) {
    Object.assign(context, { strokeStyle: color, fillStyle: color, lineWidth: wide, lineJoin: "round" });
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(u, v);
    context.stroke();
    context.beginPath();
    context.moveTo(u, v);
    wing(0.5);
    wing(-0.5);
    context.closePath();
    context.fill();
  }
}

// A disc for class 0, a square for class 1, and a ring around each point that is classified wrongly.
function drawPoint(context, x, y, kind, wrong, colors) {
  Object.assign(context, { fillStyle: colors[kind ? "series-3" : "series-2"], strokeStyle: colors.card, lineWidth: 1.5 });
  context.beginPath();
  if (kind) context.rect(x - RADIUS + 0.5, y - RADIUS + 0.5, 2 * RADIUS - 1, 2 * RADIUS - 1);
  else context.arc(x, y, RADIUS, 0, 2 * Math.PI);
  context.fill();
  context.stroke();
  if (!wrong) return;
  context.beginPath();
  context.arc(x, y, RADIUS + 4, 0, 2 * Math.PI);
  Object.assign(context, { strokeStyle: colors.text, lineWidth: 1.5 });
  context.stroke();
}

function drawCursor(context, x, y, colors) {
  for (const [color, wide] of [[colors.card, 5], [colors["value-line"], 2.5]]) {
    Object.assign(context, { strokeStyle: color, lineWidth: wide });
    context.beginPath();
    context.arc(x, y, 12, 0, 2 * Math.PI);
    for (const [i, j] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
      context.moveTo(x + 8 * i, y + 8 * j);
      context.lineTo(x + 18 * i, y + 18 * j);
    }
    context.stroke();
  }
}

export function drawLosses(canvas, { losses, steps }, colors) {
  const { context, width, height } = sized(canvas, 0.42);
  const [left, right, top, bottom] = [34, 10, 10, 22];
  const some = thinned(losses);
  const most = Math.max(0.8, ...some.map(([, loss]) => loss)) * 1.05;
  const last = Math.max(100, steps);
  const [across, up] = [(i) => left + ((width - left - right) * i) / last, (loss) => height - bottom - ((height - top - bottom) * loss) / most];
  context.fillStyle = colors.card;
  context.fillRect(0, 0, width, height);
  Object.assign(context, { fillStyle: colors.faint, strokeStyle: colors.grid, lineWidth: 1, font: `12px ${getComputedStyle(canvas).fontFamily}` });
  for (const loss of [0, most > 1.6 ? Math.round(most / 1.05) : 0.7]) {
    context.beginPath();
    context.moveTo(left, up(loss));
    context.lineTo(width - right, up(loss));
    context.stroke();
    Object.assign(context, { textAlign: "right", textBaseline: "middle" });
    context.fillText(String(loss), left - 6, up(loss));
  }
  for (const [i, align] of [[0, "left"], [last, "right"]]) {
    Object.assign(context, { textAlign: align, textBaseline: "top" });
    context.fillText(i ? `step ${i}` : "0", across(i), height - bottom + 6);
  }
  context.beginPath();
  for (const [i, loss] of some) context.lineTo(across(i), up(loss));
  Object.assign(context, { strokeStyle: colors["value-line"], lineWidth: 2.5, lineJoin: "round" });
  context.stroke();
  if (!Number.isFinite(losses[steps])) return;
  context.beginPath();
  context.arc(across(steps), up(losses[steps]), 4.5, 0, 2 * Math.PI);
  context.fillStyle = colors["value-line"];
  context.fill();
}

// At most a few hundred of the losses, including the last one, without those that aren't finite.
function thinned(losses) {
  const every = Math.max(1, Math.floor(losses.length / 400));
  const some = [];
  for (let i = 0; i < losses.length; i += every) some.push([i, losses[i]]);
  some.push([losses.length - 1, losses.at(-1)]);
  return some.filter(([, loss]) => Number.isFinite(loss));
}
