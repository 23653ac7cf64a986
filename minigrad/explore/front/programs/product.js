// A vector-Jacobian product: a ruler over the outputs, and the same ruler pulled back to the inputs. As in
// `vector_jacobian.py`, which computed the rows of the Jacobian in the table.

const [NUDGE, TURNS, LINES] = [0.5, 36, 10];
const ORANGE = "var(--mg-gradient-line)";

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

// An arrow, or a disk if it would be too short for a head.
function arrowOf(start, end) {
  if (Math.hypot(end[0] - start[0], end[1] - start[1]) < 12) {
    return `<circle cx="${tenth(end[0])}" cy="${tenth(end[1])}" r="5" fill="${ORANGE}"/>`;
  }
  return arrow(start, end, ORANGE, 3.5, 11);
}

// A place next to the middle of an arrow, and one in front of it.
function besideOf(start, end) {
  const [a, b] = along(start, end);
  return [(start[0] + end[0]) / 2 - 14 * b, (start[1] + end[1]) / 2 + 14 * a];
}

function beyondOf(start, end) {
  const [a, b] = along(start, end);
  return [end[0] + (12 + 13 * Math.abs(a)) * a, end[1] + 14 * b];
}

// The name of an arrow, in front of all lines and inside the axes.
function nameOf(text, [left, top, width, height], [x, y]) {
  const at = [Math.min(Math.max(x, left + 14), left + width - 14), Math.min(Math.max(y + 4.5, top + 12), top + height - 4)];
  return `<text x="${tenth(at[0])}" y="${tenth(at[1])}" font-size="13" text-anchor="middle" font-weight="bold"`
    + ` fill="var(--mg-gradient-ink)" stroke="var(--mg-card)" stroke-width="3" paint-order="stroke">${text}</text>`;
}

function planesOf({ inputs, outputs, middle, half, spacing, tick }, x, y, rows, v, result) {
  const turns = Array.from({ length: TURNS + 1 }, (_, k) => (2 * Math.PI * k) / TURNS)
    .map((turn) => [NUDGE * Math.cos(turn), NUDGE * Math.sin(turn)]);
  const circle = turns.map(([a, b]) => [x[0] + a, x[1] + b]);
  const ellipse = turns.map(([a, b]) => rows.map((row) => row[0] * a + row[1] * b));
  const [cx, cy] = middle;
  const at = placeIn(inputs, x[0], x[1]);
  const size = Math.hypot(result[0], result[1]);
  const long = size ? Math.min(56, 36 * size) / size : 0;
  const tip = [cx + 2 * half * v[0], cy - 2 * half * v[1]];
  const back = [at[0] + long * result[0], at[1] - long * result[1]];
  const [bottom, edge] = [outputs[1] + outputs[3], outputs[0] - 6];
  const [blue, faint] = ["var(--mg-value-line)", "var(--mg-faint)"];
  const small = (text, left, top, anchor) => `<text x="${left}" y="${top}" font-size="13" text-anchor="${anchor}"`
    + ` fill="${faint}">${text}</text>`;
  return [
    rulerOf(outputs, [0, 0], v, spacing), rulerOf(inputs, x, result, spacing),
    inside(inputs, lineOf(inputs, circle, 2, blue)), inside(outputs, lineOf(outputs, ellipse, 2, blue)),
    gradientSays(arrowOf(middle, tip), `v = ${rowOf(v)}`),
    gradientSays(arrowOf(at, back), "vᵀJ", rowOf(result)),
    `<circle cx="${tenth(at[0])}" cy="${tenth(at[1])}" r="6" fill="${blue}" stroke="var(--mg-card)" stroke-width="1.5"/>`,
    ...[-tick, tick].map((shift) =>
      small(cellOf(y[0] + shift), tenth(placeIn(outputs, shift, 0)[0]), bottom + 18, "middle")),
    ...[-tick, tick].map((shift) =>
      small(cellOf(y[1] + shift), edge, tenth(placeIn(outputs, 0, shift)[1] + 4.5), "end")),
    nameOf("v", outputs, besideOf(middle, tip)), nameOf("vᵀJ", inputs, beyondOf(at, back)),
  ];
}

function tableOf([left, top, high, wide], rows, v, result) {
  const text = (words, x, y, anchor, role = "text", bold = false) => `<text x="${x}" y="${y}" font-size="13" text-anchor="${anchor}"`
    + ` fill="var(--mg-${role})"${bold ? ' font-weight="bold"' : ""}>${words}</text>`;
  const entries = (row, y) => row.map((entry, j) => text(cellOf(entry), left + wide * (j + 0.5), y, "middle"));
  const band = (y, cells, opacity, edge = "") => `<rect x="${left}" y="${y}" width="${wide * cells}" height="36" rx="6"`
    + ` fill="${ORANGE}" fill-opacity="${opacity.toFixed(2)}"${edge}/>`;
  const parts = rows.flatMap((row, i) => {
    const y = top + high * i;
    return [
      gradientSays(band(y, row.length, 0.06 + 0.2 * Math.abs(v[i])),
        (i === 0 ? signedWeight : weighted)(v[i], row)),
      text(`${cellOf(v[i])} ×`, left - 8, y + 24, "end", v[i] < 0 ? "gradient-ink" : "text", v[i] < 0), ...entries(row, y + 24),
    ];
  });
  const y = top + high * 2 + 12;
  return [
    ...parts, gradientSays(band(y, result.length, 0.26, ` stroke="${ORANGE}"`), "vᵀJ", rowOf(result)),
    text("vᵀJ", left - 8, y + 24, "end", "text", true), ...entries(result, y + 24),
  ];
}

function program(data, at) {
  const values = at.map((index, i) => data.values[i][index]);
  const [x, v] = [values.slice(0, -2), values.slice(-2)];
  const index = at.slice(0, -2).reduce((sum, one, i) => sum * data.values[i].length + one, 0);
  const [y, ...rows] = data.table[index].map((part) => part.map(numberOfPart));
  const result = rows[0].map((a, j) => v[0] * a + v[1] * rows[1][j]);
  const shown = [...y, ...result, ...rows.flat()].every(Number.isFinite);
  const told = rows[0].map((_, j) => rows.reduce((sum, row, i) => sum + v[i] * Number(unsigned(row[j])), 0));
  const adds = told.every((sum, j) => Math.abs(sum - Number(unsigned(result[j]))) < 1e-9);
  const mix = `${signedWeight(v[0], rows[0])} ${v[1] < 0 ? "−" : "+"} ${weighted(v[1], rows[1])}`;
  return {
    pieces: [
      ...data.fixed, ...(shown ? planesOf(data, x, y, rows, v, result) : Array(13).fill("")), ...tableOf(data.cells, rows, v, result),
    ],
    sentence: `At x = ${rowOf(x)}, v = ${rowOf(v)} gives vᵀJ = ${mix} ${adds ? "=" : "≈"} ${rowOf(result)}.`,
    result,
  };
}
