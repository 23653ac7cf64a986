// A vector-Jacobian product: a ruler over the outputs, and the same ruler pulled back to the inputs. As in
// `vector_jacobian.py`, which computed the rows of the Jacobian in the table.

const [NUDGE, PARTS, LINES, MARKS] = [0.5, 36, 24, 7];
const ORANGE = "var(--mg-gradient-line)";
const ASKED = "slope along x₁";
const SHORT = 22; // pixels: an arrow of this length is longer than the handle around its start

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

// A place near the tip of an arrow, across from the joint, or below a point. It's outside the circle around the
// start, and inside the axes.
function beyondOf(text, axes, start, end, joint) {
  const [a, b] = along(start, end);
  const side = a * (joint[1] - start[1]) - b * (joint[0] - start[0]) >= -1e-6 ? 1 : -1;
  const long = Math.max(Math.hypot(end[0] - start[0], end[1] - start[1]), SHORT);
  const half = 4.03 * text.length;
  const room = half * Math.abs(b) + 8 * Math.abs(a) + 8;
  const radius = (NUDGE * axes[2]) / (axes[5] - axes[4]);
  const first = isPoint(start, end) ? Math.PI / 2 : Math.atan2(b, a) - side * Math.atan2(room, long);
  let [way, far] = [[], 0];
  for (let k = 0; k < 12; k++) {
    const turn = first - (side * k * Math.PI) / 6;
    way = [Math.cos(turn), Math.sin(turn)];
    const outside = radius + half * Math.abs(way[0]) + 6 * Math.abs(way[1]);
    far = Math.min(Math.max(Math.hypot(long, room), outside + 5), reachOf(axes, start, way, half + 2));
    if (far >= outside + 2) break;
  }
  return start.map((part, axis) => part + far * way[axis]);
}

// How far a name fits inside the axes in this direction.
function reachOf([left, top, width, height], start, way, half) {
  const edges = [[left + half, left + width - half], [top + 8, top + height - 9]];
  return Math.min(...edges.map(([low, high], axis) =>
    (Math.abs(way[axis]) > 1e-9 ? ((way[axis] > 0 ? high : low) - start[axis]) / way[axis] : 1e9)));
}

// The name of an arrow, in front of all lines and inside the axes.
function nameOf(text, [left, top, width, height], [x, y]) {
  const half = Math.max(4.03 * text.length, 14);
  const at = [Math.min(Math.max(x, left + half), left + width - half), Math.min(Math.max(y + 4.5, top + 12), top + height - 4)];
  return `<text x="${tenth(at[0])}" y="${tenth(at[1])}" font-size="13" text-anchor="middle" font-weight="bold"`
    + ` fill="var(--mg-gradient-ink)" stroke="var(--mg-card)" stroke-width="3" paint-order="stroke">${text}</text>`;
}

function outputsOf({ outputs: [left, top, width, height], half }, [x, y]) {
  const [across, up] = [width, height].map((size) => (half * size) / Math.min(width, height));
  return [left, top, width, height, x - across, x + across, y - up, y + up];
}

// A row times its weight, a thin arrow that leads to vᵀJ or along it.
function shareOf(axes, start, end) {
  const long = Math.hypot(end[0] - start[0], end[1] - start[1]);
  return long < 1 ? "" : insideOf(axes, start, end, 1.75, Math.min(8, 0.7 * long));
}

// The name of the dot where an arrow starts, behind it.
function letterOf(text, start, end, far) {
  const [a, b] = along(start, end);
  const [x, y] = [start[0] - far * a, start[1] - far * b + 4.5];
  return `<text x="${tenth(x)}" y="${tenth(y)}" font-size="13" text-anchor="middle" font-weight="bold"`
    + ` fill="var(--mg-value-ink)" stroke="var(--mg-card)" stroke-width="3" paint-order="stroke">${text}</text>`;
}

function planesOf({ inputs, tick, sizes }, outputs, x, y, rows, v, result) {
  const turns = Array.from({ length: PARTS + 1 }, (_, k) => (2 * Math.PI * k) / PARTS)
    .map((turn) => [NUDGE * Math.cos(turn), NUDGE * Math.sin(turn)]);
  const circle = turns.map(([a, b]) => [x[0] + a, x[1] + b]);
  const ellipse = turns.map(([a, b]) => rows.map((row, i) => y[i] + row[0] * a + row[1] * b));
  const [here, there] = [placeIn(inputs, x[0], x[1]), placeIn(outputs, ...y)];
  const tip = placeIn(outputs, y[0] + sizes[0] * v[0], y[1] + sizes[0] * v[1]);
  const back = placeIn(inputs, x[0] + sizes[1] * result[0], x[1] + sizes[1] * result[1]);
  const joint = placeIn(inputs, x[0] + sizes[1] * v[0] * rows[0][0], x[1] + sizes[1] * v[0] * rows[0][1]);
  const [bottom, edge] = [outputs[1] + outputs[3] + 18, outputs[0] - 7];
  const [blue, faint] = ["var(--mg-value-line)", "var(--mg-faint)"];
  const dot = (place) => `<circle cx="${tenth(place[0])}" cy="${tenth(place[1])}" r="6" fill="${blue}"`
    + ' stroke="var(--mg-card)" stroke-width="1.5"/>';
  const small = (text, left, top, anchor) => `<text x="${tenth(left)}" y="${tenth(top)}" font-size="13"`
    + ` text-anchor="${anchor}" fill="${faint}">${text}</text>`;
  const marks = (low, high, drawn) => Array.from({ length: MARKS }, (_, k) => tick * (Math.ceil(low / tick) + k))
    .map((one) => (one <= tick * Math.floor(high / tick) ? drawn(one) : ""));
  return [
    rulerOf(outputs, y, v, 2 * sizes[0]), rulerOf(inputs, x, result, 2 * sizes[0]),
    inside(inputs, lineOf(inputs, circle, 2, blue)), inside(outputs, lineOf(outputs, ellipse, 2, blue)),
    dot(here), dot(there), gradientSays(shareOf(inputs, here, joint), signedWeight(v[0], rows[0])),
    gradientSays(shareOf(inputs, joint, back), weighted(v[1], rows[1])), gradientSays(arrowOf(outputs, there, tip), `v = ${rowOf(v)}`),
    gradientSays(arrowOf(inputs, here, back), "vᵀJ", rowOf(result)), letterOf("x", here, back, 24), letterOf("y", there, tip, 20),
    ...marks(outputs[4], outputs[5], (one) => small(cellOf(one), placeIn(outputs, one, 0)[0], bottom, "middle")),
    ...marks(outputs[6], outputs[7], (one) =>
      small(cellOf(one), Math.max(edge, 8.06 * cellOf(one).length), placeIn(outputs, 0, one)[1] + 4.5, "end")),
    nameOf("v", outputs, besideOf("v", there, tip)), nameOf("vᵀJ", inputs, beyondOf("vᵀJ", inputs, here, back, joint)),
  ];
}

function tableOf([left, top, wide, high], x, rows, v, result, right) {
  const base = (0.75 * high) / 2 + 5;
  const text = (words, x, y, anchor, role = "text", bold = false) => `<text x="${x}" y="${y}" font-size="13" text-anchor="${anchor}"`
    + ` fill="var(--mg-${role})"${bold ? ' font-weight="bold"' : ""}>${words}</text>`;
  const entries = (row, y, role) => row.map((entry, j) => text(cellOf(entry), left + wide * (j + 0.5), y, "middle", role));
  const band = (y, cells, opacity, edge = "") => `<rect x="${left}" y="${y}" width="${wide * cells}" height="${0.75 * high}" rx="6"`
    + ` fill="${ORANGE}" fill-opacity="${opacity.toFixed(2)}"${edge}/>`;
  const parts = rows.flatMap((row, i) => {
    const y = top + high * i;
    return [
      gradientSays(band(y, row.length, 0.04 + 0.22 * Math.abs(v[i])),
        (i === 0 ? signedWeight : weighted)(v[i], row)),
      text(`${cellOf(v[i])} ×`, left - 8, y + base, "end", v[i] < 0 ? "gradient-ink" : "text", v[i] < 0),
      ...entries(row, y + base, v[i] ? "text" : "faint"),
    ];
  });
  const y = top + high * 2.25;
  const column = `<rect x="${left + wide}" y="${top - 4}" width="${wide}" height="${y + 0.75 * high - top + 8}" rx="8" fill="none"`
    + ' stroke="var(--mg-value-line)" stroke-width="2"/>';
  return [
    ...entries(x, top - 9, "value-ink"), ...parts, gradientSays(band(y, result.length, 0.26, ` stroke="${ORANGE}"`), "vᵀJ", rowOf(result)),
    text("vᵀJ", left - 8, y + base, "end", "text", true), ...entries(result, y + base),
    right ? judged(gradientSays(column, ASKED), right) : "", right === null ? "" : badge(right, [left + wide * 2 - 8, y]),
  ];
}

function program(data, at) {
  const values = data.values.map((each, i) => each[at[i]]);
  const [x, v] = [values.slice(0, -2), values.slice(-2)];
  const place = (from, to) => at.slice(from, to).reduce((sum, one, i) => sum * data.values[from + i].length + one, 0);
  const [y, ...rows] = data.table[place(0, x.length)].map((part) => part.map(numberOfPart));
  const result = rows[0].map((a, j) => v[0] * a + v[1] * rows[1][j]);
  const shown = [...y, ...result, ...rows.flat()].every(Number.isFinite);
  const middle = data.middles[place(2, x.length)];
  const outputs = outputsOf(data, middle);
  const told = rows[0].map((_, j) => rows.reduce((sum, row, i) => sum + v[i] * Number(unsigned(row[j])), 0));
  const adds = told.every((sum, j) => Math.abs(sum - Number(unsigned(result[j]))) < 1e-9);
  const second = v[1] < 0 ? "−" : "+";
  const mix = `${signedWeight(v[0], rows[0])} ${second} ${weighted(v[1], rows[1])}`;
  const ruled = `${cellOf(v[0])} × y₀ ${second} ${cellOf(Math.abs(v[1]))} × y₁`;
  const said = `v = ${rowOf(v)} weighs the outputs: ${ruled}. At x = ${rowOf(x)}, the slopes of this sum are `
    + `vᵀJ = ${mix} ${adds ? "=" : "≈"} ${rowOf(result)}.`;
  // If Play has led v there, that's no answer of the reader's.
  const isPlayed = v.join() === data.turn[at.at(-1)].join();
  const right = isPlayed && result[1] ? null : v.some(Boolean) && !result[1];
  const sum = `${cellOf(v[0])} × ${cellOf(rows[0][1])} ${second} ${cellOf(Math.abs(v[1]))} × ${cellOf(rows[1][1])}`;
  const equation = `${sum} ${adds ? "=" : "≈"} ${cellOf(result[1])}`;
  const reason = v.some(Boolean) ? `The ${ASKED} ${right ? "is" : "isn't"} zero: ${equation}.`
    : "If v is zero, so are all slopes.";
  return {
    pieces: [
      ...data.fixed, ...(shown ? planesOf(data, outputs, x, y, rows, v, result) : Array(14 + 2 * MARKS).fill("")),
      ...tableOf(data.cells, x, rows, v, result, right),
    ],
    view: middle.join(),
    moved: [shown ? placeIn(outputs, ...y).map((part, axis) => part - data.start[axis]) : [0, 0], null],
    sentence: right === null ? said : verdict(right, reason, said),
    result,
  };
}
