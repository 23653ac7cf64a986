// The picture of a small network at one point in its training: its prediction everywhere in the plane,
// and the line on which each unit is 0.

const LOOKS = ["series-2", "series-3"]; // of label 0 and label 1

// The flat list holds a of every unit, then b, c, and v of every unit, then d. A unit weighs the
// coordinates with a and b and has the bias c. The output weighs the units with v and has the bias d.
function networkOf(weights, units, [cx, cy, size]) {
  const [a, b, c, v] = [0, 1, 2, 3].map((k) => weights.slice(k * units, (k + 1) * units));
  const d = weights[4 * units];
  const answer = (x, y) => {
    const [p, q] = [(x - cx) * size, (y - cy) * size];
    let z = d;
    for (let j = 0; j < units; j++) z += v[j] * Math.tanh(a[j] * p + b[j] * q + c[j]);
    return z;
  };
  return { a, b, c, v, answer };
}

// The outline of the places where the output is above a threshold. Full cells in a row become one
// rectangle. In the others, the edge runs straight from where it enters to where it leaves.
function above(plane, answers, cells, threshold, sign) {
  const side = plane[2] / cells;
  const at = (column, row) => [plane[0] + side * column, plane[1] + side * row].map(tenth).join(" ");
  let d = "";
  for (let row = 0; row < cells; row++) {
    let full = 0;
    for (let column = 0; column <= cells; column++) {
      const corners = column < cells ? [[0, 0], [1, 0], [1, 1], [0, 1]].map(([i, j]) =>
        [column + i, row + j, sign * answers[row + j][column + i] - threshold]) : [];
      const held = corners.filter(([, , z]) => z > 0).length;
      if (held === 4) {
        full += 1;
        continue;
      }
      if (full) d += `M${at(column - full, row)}L${at(column, row)}L${at(column, row + 1)}L${at(column - full, row + 1)}z`;
      full = 0;
      if (!held) continue;
      const outline = corners.flatMap(([x, y, z], k) => {
        const [u, v, w] = corners[(k + 1) % 4];
        const part = z / (z - w);
        return [...(z > 0 ? [[x, y]] : []), ...(z > 0 === w > 0 ? [] : [[x + part * (u - x), y + part * (v - y)]])];
      });
      d += `M${outline.map(([x, y]) => at(x, y)).join("L")}z`;
    }
  }
  return d;
}

// Shade the places of each label in layers, more where the network is more certain. Each picture has all
// layers, so that none of them fades in.
function shades(plane, answers, cells, thresholds, ink) {
  return LOOKS.map((role, kind) => {
    const paths = thresholds.map((threshold) => `<path d="${above(plane, answers, cells, threshold, kind ? 1 : -1)}"/>`);
    return `<g fill="var(--mg-${role})" fill-opacity="${ink}">${paths.join("")}</g>`;
  });
}

// The line on which the output is 0, drawn cell by cell from where it enters to where it leaves.
function border(plane, answers, cells) {
  const side = plane[2] / cells;
  let d = "";
  for (let row = 0; row < cells; row++) {
    for (let column = 0; column < cells; column++) {
      const sides = [answers[row][column], answers[row][column + 1], answers[row + 1][column],
        answers[row + 1][column + 1]].filter((z) => z > 0).length;
      if (sides === 0 || sides === 4) continue;
      const corners = [[0, 0], [1, 0], [1, 1], [0, 1]].map(([i, j]) =>
        [column + i, row + j, answers[row + j][column + i]]);
      const crossed = corners.flatMap(([x, y, z], k) => {
        const [u, v, w] = corners[(k + 1) % 4];
        if (z > 0 === w > 0) return [];
        const part = z / (z - w);
        return [[plane[0] + side * (x + part * (u - x)), plane[1] + side * (y + part * (v - y))]];
      });
      for (let k = 0; k + 1 < crossed.length; k += 2) {
        d += `M${crossed[k].map(tenth).join(" ")}L${crossed[k + 1].map(tenth).join(" ")}`;
      }
    }
  }
  return d && `<path d="${d}" fill="none" stroke="var(--mg-text)" stroke-width="2"`
    + ' stroke-linecap="round"/>';
}

// The line on which each unit is 0. The larger a unit's weight in the output, the thicker its line.
function unitLines(plane, { a, b, c, v }, [cx, cy, size], name) {
  const [, , , , x0, x1, y0, y1] = plane;
  const most = Math.max(...v.map(Math.abs), 1e-9);
  const lines = a.map((slope, j) => {
    const across = Math.abs(slope) * (y1 - y0) > Math.abs(b[j]) * (x1 - x0);
    if (!slope && !b[j]) return "";
    const xAt = (y) => cx + (-c[j] - b[j] * (y - cy) * size) / (slope * size);
    const yAt = (x) => cy + (-c[j] - slope * (x - cx) * size) / (b[j] * size);
    const ends = across ? [[xAt(y0), y0], [xAt(y1), y1]] : [[x0, yAt(x0)], [x1, yAt(x1)]];
    const [from, to] = ends.map(([x, y]) => placeIn(plane, x, y).map(tenth).join(" "));
    const width = tenth(0.8 + (1.7 * Math.abs(v[j])) / most);
    return `<path d="M${from}L${to}" stroke-width="${width}"/>`;
  });
  return inside(plane, says('<g fill="none" stroke="var(--mg-text)" stroke-opacity="0.7"'
    + ` stroke-dasharray="5 4">${lines.join("")}</g>`, name));
}

// Judge a network that gets every point right, or one at the end of its training.
function judgmentOf(wrong, units, { fewest, solved }, isLast) {
  if (!wrong) return [units === fewest, solved[Number(units === fewest)]];
  return isLast ? [false, `${wrong} point${wrong > 1 ? "s are" : " is"} still wrong.`] : null;
}

// A place, with the probability of label 1 on the side that has room for it.
function probe([left, , width], [x, y], text, { reach, tag }) {
  const [side, anchor] = x + reach < left + width ? [26, "start"] : [-26, "end"];
  const box = `<rect x="${tenth(x + (side > 0 ? side : side - tag) - 5)}" y="${tenth(y - 10)}" width="${tag + 10}" height="20"`
    + ' rx="5" fill="var(--mg-card)" stroke="var(--mg-line)"/>';
  return `<g><path d="M${tenth(x - 6)} ${y}h12M${x} ${tenth(y - 6)}v12" stroke="var(--mg-text)" stroke-width="2"/>${box}`
    + `${words(text, tenth(x + side), tenth(y + 4.5), 'fill="var(--mg-text)" font-weight="bold"').replace('"start"', `"${anchor}"`)}</g>`;
}

// The network's answers in the whole plane, as a picture. The probe, which is dragged, doesn't change it.
let field = {};

function fieldOf(data, at, network) {
  if (field.data === data && field.at === at) return field;
  const { plane, cells, thresholds, ink } = data;
  const answers = Array.from({ length: cells + 1 }, (_, row) =>
    Array.from({ length: cells + 1 }, (_, column) => network.answer(
      plane[4] + ((plane[5] - plane[4]) * column) / cells,
      plane[7] - ((plane[7] - plane[6]) * row) / cells)));
  field = { data, at, answers, shaded: shades(plane, answers, cells, thresholds, ink), edge: border(plane, answers, cells) };
  return field;
}

function program(data, [set, i, step, ...probed]) {
  const { plane, units, steps, every } = data;
  const { points, labels, scale, marks, said } = data.sets[set];
  const network = networkOf(data.weights[set][i][step], units[i], scale);
  const { answers, shaded, edge } = fieldOf(data, [set, i, step].join(), network);
  const wrong = points.filter(([x, y], k) => network.answer(x, y) > 0 !== (labels[k] === 1))
    .map(([x, y]) => placeIn(plane, x, y).map(tenth));
  const loss = data.losses[set][i][steps[step] / every].toFixed(3);
  const rings = wrong.map(([x, y]) => `M${tenth(x - 8)} ${y}a8 8 0 1 0 16 0a8 8 0 1 0-16 0`);
  const ofUnits = `${units[i]} hidden unit${units[i] > 1 ? "s" : ""}`;
  const place = probed.map((at, axis) => data.places[axis][at]);
  const p = `p = ${(1 / (1 + Math.exp(-network.answer(...place)))).toFixed(2)}`;
  const judgment = judgmentOf(wrong.length, units[i], data.sets[set], step === steps.length - 1);
  const brief = `${said} ${ofUnits}, after ${steps[step]} steps, the loss is ${loss}, and`
    + ` ${points.length - wrong.length} of ${points.length} points are right.`;
  const text = `${brief} At [${probed.map((at, axis) => data.labels[axis][at]).join(", ")}], ${p}.`;
  return {
    pieces: [
      ...data.fixed, ...shaded, judgment ? judged(edge, judgment[0]) : edge,
      unitLines(plane, network, scale, ofUnits), says(marks, "points"),
      rings.length ? `<path d="${rings.join("")}" fill="none" stroke="var(--mg-text)"`
        + ' stroke-width="1.5"/>' : "",
      says(probe(plane, placeIn(plane, ...place).map(tenth), p, data), p),
      judgment ? badge(judgment[0], [plane[0] + plane[2] - 12, plane[1] + 12]) : "",
    ],
    brief,
    sentence: judgment ? verdict(...judgment, text) : text,
    answers, wrong,
  };
}
