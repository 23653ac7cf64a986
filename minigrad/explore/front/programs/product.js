// A vector-Jacobian product: a ruler over the outputs, and the same ruler pulled back to the inputs. As in
// `vector_jacobian.py`, which computed the rows of the Jacobian in the table.

const [NUDGE, TURNS, LINES] = [0.5, 36, 24];
const ORANGE = "var(--mg-gradient-line)";
const ASKED = "slope along x₁";
const SHORT = 18; // pixels: an arrow of this length is longer than the handle around its start

const numberOfPart = (part) => ({ inf: Infinity, "-inf": -Infinity, nan: NaN })[part] ?? part;
const minus = (text) => text.replace(/^-/, "−");
const unsigned = (entry) => (Math.abs(entry) >= 1e4 || (Math.abs(entry) < 1e-3 && entry !== 0)
  ? general(entry, 3) : general(entry + 0, 4));
const cellOf = (entry) => minus(unsigned(entry));
const rowOf = (row) => `[${row.map(cellOf).join(", ")}]`;
const weighted = (weight, row) => `${cellOf(Math.abs(weight))} × ${rowOf(row)}`;
const signedWeight = (weight, row) => (weight < 0 ? "−" : "") + weighted(weight, row);
const gradientSays = (piece, ...phrases) =>
  piece.replace(/^<\w+/, (tag) => `${tag} data-gradient="${phrases.join("|")}"`);

function lineOf(axes, points, width, color) {
  const places = points.map(([x, y]) => placeIn(axes, x, y).map(tenth).join(" "));
  return `<path d="M${places.join("L")}" fill="none" stroke-linejoin="round" stroke="${color}" stroke-width="${width}"/>`;
}

function rulerOf(axes, at, v, spacing) {
  const size = Math.hypot(v[0], v[1]);
  if (!size) return "";
  const [a, b, far] = [v[0] / size, v[1] / size, 2 * (axes[5] - axes[4])];
  const lines = [];
  for (let k = -LINES; k <= LINES; k++) {
    const [x, y] = [at[0] + (a * k * spacing) / size, at[1] + (b * k * spacing) / size];
    lines.push(lineOf(axes, [[x - b * far, y + a * far], [x + b * far, y - a * far]], k === 0 ? 2 : 1, "var(--mg-line)"));
  }
  return `<g opacity="0.55">${inside(axes, lines.join(""))}</g>`;
}

// An arrow, with a smaller head if it's short, or a disk if it has no length.
function arrowOf(start, end) {
  const long = Math.hypot(end[0] - start[0], end[1] - start[1]);
  if (long < 4) return `<circle cx="${tenth(end[0])}" cy="${tenth(end[1])}" r="3" fill="${ORANGE}"/>`;
  return arrow(start, end, ORANGE, 3.5, Math.min(11, 0.7 * long));
}

// A place next to the middle of an arrow, and one in front of it. If it has no length, both are below it.
const isPoint = (start, end) => start[0] === end[0] && start[1] === end[1];

function besideOf(text, start, end) {
  if (isPoint(start, end)) return [start[0], start[1] + 20];
  const [a, b] = along(start, end);
  const room = Math.max(14, 10 + 4.03 * text.length);
  return [(start[0] + end[0]) / 2 - room * b, (start[1] + end[1]) / 2 + 14 * a];
}

function beyondOf(start, end) {
  if (isPoint(start, end)) return [start[0], start[1] + 26];
  const [a, b] = along(start, end);
  const out = Math.max(SHORT - Math.hypot(end[0] - start[0], end[1] - start[1]), 0); // of the handle
  return [end[0] + out * a + (12 + 24 * Math.abs(a)) * a, end[1] + out * b + 14 * b];
}

// The name of an arrow, in front of all lines and inside the axes.
function nameOf(text, [left, top, width, height], [x, y]) {
  const half = Math.max(4.03 * text.length, 14);
  const at = [Math.min(Math.max(x, left + half), left + width - half), Math.min(Math.max(y + 4.5, top + 12), top + height - 4)];
  return `<text x="${tenth(at[0])}" y="${tenth(at[1])}" font-size="13" text-anchor="middle" font-weight="bold"`
    + ` fill="var(--mg-gradient-ink)" stroke="var(--mg-card)" stroke-width="3" paint-order="stroke">${text}</text>`;
}

// The plane of the outputs stays where it is until y is close to an edge.
function middleOf({ home, tick }, y) {
  return y.map((each, i) => home[i] + 2 * tick * Math.floor((each - home[i]) / (2 * tick) + 0.5));
}

function outputsOf({ outputs: [left, top, width, height], tick }, [x, y]) {
  const [across, up] = [width, height].map((size) => (1.5 * tick * size) / Math.min(width, height));
  return [left, top, width, height, x - across, x + across, y - up, y + up];
}

// The name of the dot where an arrow starts, behind it.
function letterOf(text, start, end, far) {
  const [a, b] = along(start, end);
  const [x, y] = [start[0] - far * a, start[1] - far * b + 4.5];
  return `<text x="${tenth(x)}" y="${tenth(y)}" font-size="13" text-anchor="middle" font-weight="bold"`
    + ` fill="var(--mg-value-ink)" stroke="var(--mg-card)" stroke-width="3" paint-order="stroke">${text}</text>`;
}

function planesOf({ inputs, tick, sizes, names }, outputs, middle, x, y, rows, v, result) {
  const turns = Array.from({ length: TURNS + 1 }, (_, k) => (2 * Math.PI * k) / TURNS)
    .map((turn) => [NUDGE * Math.cos(turn), NUDGE * Math.sin(turn)]);
  const circle = turns.map(([a, b]) => [x[0] + a, x[1] + b]);
  const ellipse = turns.map(([a, b]) => rows.map((row, i) => y[i] + row[0] * a + row[1] * b));
  const [here, there] = [placeIn(inputs, x[0], x[1]), placeIn(outputs, ...y)];
  const tip = placeIn(outputs, y[0] + sizes[0] * v[0], y[1] + sizes[0] * v[1]);
  const back = placeIn(inputs, x[0] + sizes[1] * result[0], x[1] + sizes[1] * result[1]);
  const [bottom, edge] = [outputs[1] + outputs[3] + 18, outputs[0] - 7];
  const [blue, faint] = ["var(--mg-value-line)", "var(--mg-faint)"];
  const dot = (place) => `<circle cx="${tenth(place[0])}" cy="${tenth(place[1])}" r="6" fill="${blue}"`
    + ' stroke="var(--mg-card)" stroke-width="1.5"/>';
  const small = (text, left, top, anchor) => `<text x="${tenth(left)}" y="${tenth(top)}" font-size="13"`
    + ` text-anchor="${anchor}" fill="${faint}">${text}</text>`;
  const [xs, ys] = middle.map((each) => [-1, 0, 1].map((k) => tick * (Math.floor(each / tick) + k)));
  return [
    rulerOf(outputs, y, v, tick / 2), rulerOf(inputs, x, result, tick / 2),
    inside(inputs, lineOf(inputs, circle, 2, blue)), inside(outputs, lineOf(outputs, ellipse, 2, blue)),
    dot(here), dot(there), gradientSays(arrowOf(there, tip), `v = ${rowOf(v)}`),
    gradientSays(arrowOf(here, back), "vᵀJ", rowOf(result)), letterOf("x", here, back, 28), letterOf("y", there, tip, 16),
    ...xs.map((one) => small(cellOf(one), placeIn(outputs, one, 0)[0], bottom, "middle")),
    ...ys.map((one) => small(cellOf(one), Math.max(edge, 8.06 * cellOf(one).length), placeIn(outputs, 0, one)[1] + 4.5, "end")),
    nameOf(names[0], outputs, besideOf(names[0], there, tip)), nameOf(names[1], inputs, beyondOf(here, back)),
  ];
}

function tableOf([left, top, wide, high], rows, v, result, right) {
  const base = (0.75 * high) / 2 + 5;
  const text = (words, x, y, anchor, role = "text", bold = false) => `<text x="${x}" y="${y}" font-size="13" text-anchor="${anchor}"`
    + ` fill="var(--mg-${role})"${bold ? ' font-weight="bold"' : ""}>${words}</text>`;
  const entries = (row, y) => row.map((entry, j) => text(cellOf(entry), left + wide * (j + 0.5), y, "middle"));
  const band = (y, cells, opacity, edge = "") => `<rect x="${left}" y="${y}" width="${wide * cells}" height="${0.75 * high}" rx="6"`
    + ` fill="${ORANGE}" fill-opacity="${opacity.toFixed(2)}"${edge}/>`;
  const parts = rows.flatMap((row, i) => {
    const y = top + high * i;
    return [
      gradientSays(band(y, row.length, 0.06 + 0.2 * Math.abs(v[i])),
        (i === 0 ? signedWeight : weighted)(v[i], row)),
      text(`${cellOf(v[i])} ×`, left - 8, y + base, "end", v[i] < 0 ? "gradient-ink" : "text", v[i] < 0), ...entries(row, y + base),
    ];
  });
  const y = top + high * 2.25;
  const column = `<rect x="${left + wide}" y="${top - 4}" width="${wide}" height="${y + 0.75 * high - top + 8}" rx="8" fill="none"`
    + ' stroke="var(--mg-value-line)" stroke-width="2"/>';
  return [
    ...parts, gradientSays(band(y, result.length, 0.26, ` stroke="${ORANGE}"`), "vᵀJ", rowOf(result)),
    text("vᵀJ", left - 8, y + base, "end", "text", true), ...entries(result, y + base),
    right ? judged(gradientSays(column, ASKED), right) : "", right === null ? "" : badge(right, [left + wide * 2 - 8, y]),
  ];
}

// Whether v answers the question, or null for the v with which it's asked.
const answers = (v, result, asked) => (result[1] && v.join() === asked.join() ? null : v.some(Boolean) && !result[1]);

function program(data, at) {
  const values = at.map((index, i) => data.values[i][index]);
  const [x, v] = [values.slice(0, -2), values.slice(-2)];
  const index = at.slice(0, -2).reduce((sum, one, i) => sum * data.values[i].length + one, 0);
  const [y, ...rows] = data.table[index].map((part) => part.map(numberOfPart));
  const result = rows[0].map((a, j) => v[0] * a + v[1] * rows[1][j]);
  const shown = [...y, ...result, ...rows.flat()].every(Number.isFinite);
  const middle = middleOf(data, y);
  const outputs = outputsOf(data, middle);
  const told = rows[0].map((_, j) => rows.reduce((sum, row, i) => sum + v[i] * Number(unsigned(row[j])), 0));
  const adds = told.every((sum, j) => Math.abs(sum - Number(unsigned(result[j]))) < 1e-9);
  const second = v[1] < 0 ? "−" : "+";
  const mix = `${signedWeight(v[0], rows[0])} ${second} ${weighted(v[1], rows[1])}`;
  const said = `At x = ${rowOf(x)}, v = ${rowOf(v)} gives vᵀJ = ${mix} ${adds ? "=" : "≈"} ${rowOf(result)}.`;
  const right = answers(v, result, data.asked);
  const sum = `${cellOf(v[0])} × ${cellOf(rows[0][1])} ${second} ${cellOf(Math.abs(v[1]))} × ${cellOf(rows[1][1])}`;
  const equation = `${sum} ${adds ? "=" : "≈"} ${cellOf(result[1])}`;
  const reason = v.some(Boolean) ? `The ${ASKED} ${right ? "is" : "isn't"} zero: ${equation}.`
    : "If v is zero, so are all slopes.";
  return {
    pieces: [
      ...data.fixed, ...(shown ? planesOf(data, outputs, middle, x, y, rows, v, result) : Array(18).fill("")),
      ...tableOf(data.cells, rows, v, result, right),
    ],
    view: middle.join(),
    moved: [shown ? placeIn(outputs, ...y).map((part, axis) => part - data.start[axis]) : [0, 0], null],
    sentence: right === null ? said : verdict(right, reason, said),
    result,
  };
}
