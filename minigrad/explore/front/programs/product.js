// A vector-Jacobian product: a ruler over the outputs, and the same ruler pulled back to the inputs. As in
// `vector_jacobian.py`, which computed the rows of the Jacobian in the table.

const [LINES, MARKS, WHOLE] = [24, 7, 3]; // the last part has the sum
const ORANGE = "var(--mg-gradient-line)";
const ASKED = "slope along x₁";
const SHORT = 14; // pixels: the handle around the start of an arrow is smaller

const numberOfPart = (part) => ({ inf: Infinity, "-inf": -Infinity, nan: NaN })[part] ?? part;
const minus = (text) => text.replace(/^-/, "−");
const unsigned = (entry) => (Math.abs(entry) >= 1e4 || (Math.abs(entry) < 1e-3 && entry !== 0)
  ? general(entry, 3) : general(entry + 0, 4));
const cellOf = (entry) => minus(unsigned(entry));
const rowOf = (row) => `[${row.map(cellOf).join(", ")}]`;
const weighted = (weight, row) => `${cellOf(Math.abs(weight))} × ${rowOf(row)}`;
const signedWeight = (weight, row) => (weight < 0 ? "−" : "") + weighted(weight, row);
const weighs = (v) => `${cellOf(v[0])} × y₀ ${v[1] < 0 ? "−" : "+"} ${cellOf(Math.abs(v[1]))} × y₁`;
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

// The part of a segment that is inside the axes, as in `axes.py`.
function clipped([left, top, width, height], start, end) {
  let [low, high] = [0, 1];
  for (const [from, to, least, size] of [[start[0], end[0], left, width], [start[1], end[1], top, height]]) {
    if (from === to) {
      if (from < least || from > least + size) return null;
      continue;
    }
    const cuts = [least, least + size].map((bound) => (bound - from) / (to - from));
    low = Math.max(low, Math.min(...cuts));
    high = Math.min(high, Math.max(...cuts));
  }
  if (low > high) return null;
  const at = (part) => (part === 1 ? end : start.map((from, axis) => from + part * (end[axis] - from)));
  return [at(low), at(high)];
}

// The part of an arrow that is inside the axes. If its tip isn't, it has no head.
function insideOf(axes, start, end, width, head) {
  const kept = clipped(axes, start, end);
  if (!kept) return "";
  if (kept[1] === end) return arrow(...kept, ORANGE, width, head);
  const d = `M${kept.map((place) => place.map(tenth).join(" ")).join("L")}`;
  return `<g><path d="${d}" stroke="${ORANGE}" stroke-width="${width}"/></g>`;
}

// An arrow, with a smaller head if it's short, or a disk if it has no length.
function arrowOf(axes, start, end) {
  const long = Math.hypot(end[0] - start[0], end[1] - start[1]);
  if (long < 4) return `<circle cx="${tenth(end[0])}" cy="${tenth(end[1])}" r="3" fill="${ORANGE}"/>`;
  return insideOf(axes, start, end, 3.5, Math.min(11, 0.7 * long));
}

const isPoint = (start, end) => start[0] === end[0] && start[1] === end[1];

// A place next to the middle of an arrow, or below a point.
function besideOf(text, start, end) {
  if (isPoint(start, end)) return [start[0], start[1] + 20];
  const [a, b] = along(start, end);
  const room = Math.max(14, 10 + 4.03 * text.length);
  return [(start[0] + end[0]) / 2 - room * b, (start[1] + end[1]) / 2 + 14 * a];
}

// A place in front of the tip of an arrow, or below a point.
function beyondOf(text, start, end) {
  const [a, b] = isPoint(start, end) ? [0, 1] : along(start, end);
  const long = Math.max(Math.hypot(end[0] - start[0], end[1] - start[1]), SHORT);
  const far = long + 6 + 4.03 * text.length * Math.abs(a) + 8 * Math.abs(b);
  return [start[0] + far * a, start[1] + far * b];
}

// The name of an arrow, in front of all lines and inside the axes.
function nameOf(text, [left, top, width, height], [x, y]) {
  const half = Math.max(4.03 * text.length, 14);
  const at = [Math.min(Math.max(x, left + half), left + width - half), Math.min(Math.max(y + 4.5, top + 12), top + height - 4)];
  return `<text x="${tenth(at[0])}" y="${tenth(at[1])}" font-size="13" text-anchor="middle" font-weight="bold"`
    + ` fill="var(--mg-gradient-ink)" stroke="var(--mg-card)" stroke-width="3" paint-order="stroke">${text}</text>`;
}

// The arrow of a row. Without length, it can't be seen, but grows while Play leads to the next part.
function shareOf(axes, start, end) {
  return insideOf(axes, start, end, 2, Math.min(8, 0.7 * Math.hypot(end[0] - start[0], end[1] - start[1])));
}

const dashed = (arrow) => arrow.replace("<path ", '<path stroke-dasharray="5 3" ');

// What the sentence calls a row.
function toldOf(v, rows, part, i) {
  if (part === 0) return [rowOf(rows[i])];
  if (part === WHOLE && i === 1) return [weighted(v[1], rows[1])];
  return part === i + 1 || part === WHOLE ? [signedWeight(v[i], rows[i])] : [];
}

// The name of the dot where an arrow starts, behind it.
function letterOf(text, start, end, far) {
  const [a, b] = along(start, end);
  const [x, y] = [start[0] - far * a, start[1] - far * b + 4.5];
  return `<text x="${tenth(x)}" y="${tenth(y)}" font-size="13" text-anchor="middle" font-weight="bold"`
    + ` fill="var(--mg-value-ink)" stroke="var(--mg-card)" stroke-width="3" paint-order="stroke">${text}</text>`;
}

function planesOf({ inputs, outputs, tick, sizes }, x, y, rows, v, result, part) {
  // Where arrows from x lead, tip to tail.
  const after = (...shares) => [0, 1].map((axis) =>
    x[axis] + sizes[1] * shares.reduce((sum, [weight, row]) => sum + weight * row[axis], 0));
  const at = (place) => placeIn(inputs, ...place);
  // A row that isn't weighed yet starts at x.
  const first = after([part >= 1 ? v[0] : 1, rows[0]]);
  const joint = part >= 2 ? first : after();
  const second = part >= 2 ? after([v[0], rows[0]], [v[1], rows[1]]) : after([1, rows[1]]);
  const [back, isWhole] = [after([1, result]), part === WHOLE];
  const [here, there] = [at(after()), placeIn(outputs, ...y)];
  const tip = placeIn(outputs, y[0] + sizes[0] * v[0], y[1] + sizes[0] * v[1]);
  const drop = lineOf(inputs, [x, [back[0], x[1]], back], 1.5, "var(--mg-text)").replace("/>", ' stroke-dasharray="3 3"/>');
  const product = isWhole ? arrowOf(inputs, here, at(back)) : shareOf(inputs, here, here);
  const ofV = arrowOf(outputs, there, tip);
  const [bottom, edge] = [outputs[1] + outputs[3] + 18, outputs[0] - 7];
  const [blue, faint] = ["var(--mg-value-line)", "var(--mg-faint)"];
  const dot = (place) => `<circle cx="${tenth(place[0])}" cy="${tenth(place[1])}" r="6" fill="${blue}"`
    + ' stroke="var(--mg-card)" stroke-width="1.5"/>';
  const small = (text, left, top, anchor) => `<text x="${tenth(left)}" y="${tenth(top)}" font-size="13"`
    + ` text-anchor="${anchor}" fill="${faint}">${text}</text>`;
  const marks = (low, high, drawn) => Array.from({ length: MARKS }, (_, k) => tick * (Math.ceil(low / tick) + k))
    .map((one) => (one <= tick * Math.floor(high / tick) ? drawn(one) : ""));
  return [
    rulerOf(outputs, y, v, 2 * sizes[0]), isWhole ? rulerOf(inputs, x, result, 2 * sizes[0]) : "",
    dot(here), dot(there), isWhole ? inside(inputs, gradientSays(drop, ASKED)) : "",
    ...[shareOf(inputs, here, at(first)), dashed(shareOf(inputs, at(joint), at(second)))]
      .map((share, i) => gradientSays(share, ...toldOf(v, rows, part, i))),
    part ? gradientSays(ofV, isWhole ? weighs(v) : `v = ${rowOf(v)}`) : ofV, isWhole ? gradientSays(product, "vᵀJ", rowOf(result)) : product,
    letterOf("x", here, at(isWhole ? back : first), 24), letterOf("y", there, tip, 20),
    ...marks(outputs[4], outputs[5], (one) => small(cellOf(one), placeIn(outputs, one, 0)[0], bottom, "middle")),
    ...marks(outputs[6], outputs[7], (one) =>
      small(cellOf(one), Math.max(edge, 8.06 * cellOf(one).length), placeIn(outputs, 0, one)[1] + 4.5, "end")),
    nameOf("v", outputs, besideOf("v", there, tip)), isWhole ? nameOf("vᵀJ", inputs, beyondOf("vᵀJ", here, at(back))) : "",
  ];
}

function tableOf({ cells: [left, top, wide, high], shapes }, rows, v, result, part, right) {
  const base = (0.75 * high) / 2 + 5;
  const text = (words, x, y, anchor, role = "text", bold = false) => `<text x="${x}" y="${y}" font-size="13" text-anchor="${anchor}"`
    + ` fill="var(--mg-${role})"${bold ? ' font-weight="bold"' : ""}>${words}</text>`;
  const entries = (row, y, role) => row.map((entry, j) => text(cellOf(entry), left + wide * (j + 0.5), y, "middle", role));
  const band = (y, opacity, edge = "") => `<rect x="${left}" y="${y}" width="${wide * result.length}" height="${0.75 * high}" rx="6"`
    + ` fill="${ORANGE}" fill-opacity="${opacity.toFixed(2)}"${edge}/>`;
  // What the arrow of a row looks like.
  const sample = (y, width, head) => {
    const [start, middle] = [left + wide * result.length + 5, y + 0.375 * high];
    return arrow([start, middle], [start + 22, middle], ORANGE, width, head);
  };
  const parts = rows.flatMap((row, i) => {
    const [y, isWeighed] = [top + high * i, part > i];
    return [
      gradientSays(band(y, isWeighed ? 0.04 + 0.22 * Math.abs(v[i]) : 0.1), ...toldOf(v, rows, part, i)),
      isWeighed ? text(`${cellOf(v[i])} ×`, left - 8, y + base, "end", v[i] < 0 ? "gradient-ink" : "text", v[i] < 0) : "",
      ...entries(row, y + base, v[i] || !isWeighed ? "text" : "faint"), i ? dashed(sample(y, 2, 8)) : sample(y, 2, 8),
    ];
  });
  if (part < WHOLE) return [...parts, ...Array(6 + result.length).fill("")];
  const y = top + high * 2.25;
  const asked = gradientSays(`<rect x="${left + wide}" y="${y}" width="${wide}" height="${0.75 * high}" rx="6" fill="none" stroke="${ORANGE}"/>`, ASKED);
  const count = result.length;
  return [
    ...parts, gradientSays(band(y, 0.26, ` stroke="${ORANGE}"`), "vᵀJ", rowOf(result)),
    text("vᵀJ", left - 8, y + base, "end", "text", true), ...entries(result, y + base), sample(y, 3.5, 11),
    right === null ? asked : judged(asked, right),
    text(`(2,) @ (2, ${count}) → (${count},)`, ...shapes, "start", "faint"), right === null ? "" : badge(right, [left + wide * 2 - 8, y]),
  ];
}

// What this part adds. The sum begins with a verdict, if there's one.
function sentenceOf(x, v, rows, result, part, right) {
  if (part === 0) {
    return `At x = ${rowOf(x)}, the rows of J are ${rowOf(rows[0])}, the slopes of y₀, and ${rowOf(rows[1])}, the slopes of y₁.`;
  }
  if (part < WHOLE) {
    const i = part - 1;
    return `v = ${rowOf(v)} weighs the rows: the slopes of ${cellOf(v[i])} × y${"₀₁"[i]} are ${signedWeight(v[i], rows[i])}.`;
  }
  const told = rows[0].map((_, j) => rows.reduce((sum, row, i) => sum + v[i] * Number(unsigned(row[j])), 0));
  const equals = told.every((sum, j) => Math.abs(sum - Number(unsigned(result[j]))) < 1e-9) ? "=" : "≈";
  const second = v[1] < 0 ? "−" : "+";
  const mix = `${signedWeight(v[0], rows[0])} ${second} ${weighted(v[1], rows[1])}`;
  const said = `vᵀJ = ${mix} ${equals} ${rowOf(result)}, the slopes of ${weighs(v)}.`;
  if (right === null) return said;
  const sum = `${cellOf(v[0])} × ${cellOf(rows[0][1])} ${second} ${cellOf(Math.abs(v[1]))} × ${cellOf(rows[1][1])}`;
  const reason = v.some(Boolean) ? `The ${ASKED} ${right ? "is" : "isn't"} zero: ${sum} ${equals} ${cellOf(result[1])}.`
    : "If v is zero, so are all slopes.";
  return verdict(right, reason, said);
}

function program(data, at) {
  const values = data.values.map((each, i) => each[at[i]]);
  const [x, v, part] = [values.slice(0, -2), values.slice(-2), at.at(-1)];
  const place = x.reduce((sum, _, i) => sum * data.values[i].length + at[i], 0);
  const [y, ...rows] = data.table[place].map((each) => each.map(numberOfPart));
  const result = rows[0].map((a, j) => v[0] * a + v[1] * rows[1][j]);
  const shown = [...y, ...result, ...rows.flat()].every(Number.isFinite);
  // Until the reader has moved v, there's nothing to judge.
  const hasMoved = part === WHOLE && v.join() !== data.first.join();
  const right = hasMoved ? v.some(Boolean) && !result[1] : null;
  return {
    pieces: [
      ...data.fixed, ...(shown ? planesOf(data, x, y, rows, v, result, part) : Array(13 + 2 * MARKS).fill("")),
      ...tableOf(data, rows, v, result, part, right),
    ],
    moved: [shown ? placeIn(data.outputs, ...y).map((place, axis) => place - data.start[axis]) : [0, 0], null],
    sentence: sentenceOf(x, v, rows, result, part, right),
    result,
  };
}
