// The picture of a small network at one point in its training: its prediction everywhere in the plane,
// and the line on which each unit is 0. As in `boundary.py`.

import { ACTIVATIONS, layerOf, learn, takeStep } from "../engine/layers.js";

const LOOKS = ["series-5", "series-3"]; // of label 0 and label 1

// A unit weighs the coordinates with a and b and has the bias c. The output weighs the units with v and has
// the bias d.
function networkOf([first, last], units, [cx, cy, size]) {
  const [a, b] = [0, 1].map((input) => Array.from({ length: units }, (_, j) => first[2 * j + input]));
  const [c, v, d] = [first.slice(2 * units), last.slice(0, units), last[units]];
  const answer = (x, y) => {
    const [p, q] = [(x - cx) * size, (y - cy) * size];
    let z = d;
    for (let j = 0; j < units; j++) z += v[j] * Math.tanh(a[j] * p + b[j] * q + c[j]);
    return z;
  };
  return { a, b, c, v, answer };
}

// The weights and the loss at each of the recorded steps, as far as they've been asked for: a point that's
// dragged early in the training needs only a few steps.
function trainingOf({ initial: [W, v], steps, lr, momentum }, points, labels, [cx, cy, size], units) {
  const layers = [layerOf(2, units), layerOf(units, 1)];
  layers[0].weights.set(W.slice(0, units).flat());
  layers[1].weights.set(v.slice(0, units));
  const network = { layers, activation: ACTIVATIONS.tanh };
  const scaled = points.map(([x, y], k) => ({ x: (x - cx) * size, y: (y - cy) * size, kind: labels[k] }));
  const [weights, losses] = [[], []];
  let step = 0;
  return (last) => {
    for (; weights.length <= last; step++) {
      const { loss } = learn(network, scaled);
      if (step === steps[weights.length]) {
        weights.push(layers.map((layer) => [...layer.weights]));
        losses.push(loss);
      }
      takeStep(network, lr, momentum);
    }
    return { weights, losses };
  };
}

const MOST_KEPT = 40;
const kept = new Map();

// Play and the phone's shape ask for the same training again.
function runOf(data, set, units, points, moved, last) {
  const { labels, scale, said } = data.sets[set];
  const key = [set, units, said, points.length, ...points[0], ...moved].join();
  if (!kept.has(key)) {
    if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value);
    kept.set(key, trainingOf(data, points, labels, scale, units));
  }
  return kept.get(key)(last);
}

// The outline of the places where the output is above a threshold. Full cells in a row become one
// rectangle. In the others, the edge runs straight from where it enters to where it leaves.
function above(plane, answers, cells, threshold, sign) {
  const side = plane[2] / cells;
  const [xs, ys] = [0, 1].map((axis) => Array.from({ length: cells + 1 }, (_, k) => tenth(plane[axis] + side * k)));
  let d = "";
  for (let row = 0; row < cells; row++) {
    let full = 0;
    const [upper, lower] = [answers[row], answers[row + 1]];
    const isAbove = (z) => (sign * z > threshold ? 1 : 0);
    for (let column = 0; column <= cells; column++) {
      const held = column < cells ? isAbove(upper[column]) + isAbove(upper[column + 1])
        + isAbove(lower[column]) + isAbove(lower[column + 1]) : 0;
      if (held === 4) {
        full += 1;
        continue;
      }
      if (full) {
        const [left, right, top, bottom] = [xs[column - full], xs[column], ys[row], ys[row + 1]];
        d += `M${left} ${top}L${right} ${top}L${right} ${bottom}L${left} ${bottom}z`;
      }
      full = 0;
      if (!held) continue;
      const corners = [[0, 0], [1, 0], [1, 1], [0, 1]].map(([i, j]) =>
        [column + i, row + j, sign * answers[row + j][column + i] - threshold]);
      const outline = corners.flatMap(([x, y, z], k) => {
        const [u, v, w] = corners[(k + 1) % 4];
        const part = z / (z - w);
        return [...(z > 0 ? [[x, y]] : []), ...(z > 0 === w > 0 ? [] : [[x + part * (u - x), y + part * (v - y)]])];
      });
      d += `M${outline.map(([x, y]) => `${tenth(plane[0] + side * x)} ${tenth(plane[1] + side * y)}`).join("L")}z`;
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
function border(plane, answers, cells, look = 'stroke-width="2"') {
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
  return d && `<path d="${d}" fill="none" stroke="var(--mg-text)" stroke-linecap="round" ${look}/>`;
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
    const width = tenth(1 + (4 * Math.abs(v[j])) / most);
    return `<path d="M${from}L${to}" stroke-width="${width}"/>`;
  });
  return inside(plane, says('<g fill="none" stroke="var(--mg-text)" stroke-opacity="0.4"'
    + ` stroke-dasharray="7 5">${lines.join("")}</g>`, name));
}

// Judge a network that gets every point right, or one at the end of its training.
function judgmentOf(wrong, units, fewestOf, solved, isLast) {
  if (!wrong) {
    const fewest = fewestOf();
    return [units === fewest, solved[fewest][Number(units === fewest)]];
  }
  return isLast ? [false, `${wrong} point${wrong > 1 ? "s are" : " is"} still wrong.`] : null;
}

// Whether a network gets every point right at some step.
function solves(data, set, units, points, moved) {
  const { labels, scale } = data.sets[set];
  const { weights } = runOf(data, set, units, points, moved, data.steps.length - 1);
  return weights.some((each) => {
    const network = networkOf(each, units, scale);
    return points.every(([x, y], k) => network.answer(x, y) > 0 === (labels[k] === 1));
  });
}

// A point where it is now, and where it was.
function movedPoint(mark, from, to) {
  const [[x, y], [u, v]] = [from, to].map((place) => place.map(tenth));
  return `<g><path d="M${x} ${y}L${u} ${v}" stroke="var(--mg-text)"/>`
    + `<circle cx="${x}" cy="${y}" r="3" fill="var(--mg-card)" stroke="var(--mg-text)" stroke-width="2.5"/>`
    + `<g transform="translate(${tenth(to[0] - from[0])} ${tenth(to[1] - from[1])})">${mark}</g></g>`;
}

function answersIn({ plane, cells }, network) {
  return Array.from({ length: cells + 1 }, (_, row) =>
    Array.from({ length: cells + 1 }, (_, column) => network.answer(
      plane[4] + ((plane[5] - plane[4]) * column) / cells,
      plane[7] - ((plane[7] - plane[6]) * row) / cells)));
}

function program(data, [set, i, step, point, ...at]) {
  const { plane, units, steps, cells } = data;
  const { points: given, labels, scale, marks, homes, said } = data.sets[set];
  const isMoved = at.some((index, axis) => index !== homes[point][axis]);
  const place = isMoved ? at.map((index, axis) => data.places[axis][index]) : given[point];
  const points = given.with(point, place);
  const run = runOf(data, set, units[i], points, isMoved ? [point, ...at] : [], step);
  const network = networkOf(run.weights[step], units[i], scale);
  const answers = answersIn(data, network);
  const edge = border(plane, answers, cells);
  const wrong = points.filter(([x, y], k) => network.answer(x, y) > 0 !== (labels[k] === 1))
    .map(([x, y]) => placeIn(plane, x, y).map(tenth));
  const edges = wrong.map(([x, y]) => `M${x} ${y}h0`).join("");
  const ofUnits = `${units[i]} hidden unit${units[i] > 1 ? "s" : ""}`;
  const score = `${points.length - wrong.length} of ${points.length}`;
  const brief = `${said} ${ofUnits}, after ${steps[step]} steps, the loss is ${run.losses[step].toFixed(3)},`
    + ` and ${score} points are right.`;
  const fewest = () => (isMoved ? units.slice(0, i).find((each) => solves(data, set, each, points, [point, ...at])) ?? units[i]
    : data.sets[set].fewest);
  const judgment = judgmentOf(wrong.length, units[i], fewest, data.solved, step === steps.length - 1);
  const here = placeIn(plane, ...place);
  let [old, drawn, text] = ["", marks, brief];
  if (!edge) text += " The boundary is outside the plane, so all of it has one label.";
  if (isMoved) {
    const before = networkOf(runOf(data, set, units[i], given, [], step).weights[step], units[i], scale);
    old = border(plane, answersIn(data, before), cells, 'stroke-width="1.5" stroke-dasharray="2 4"');
    if (old) text += " The dotted line was the boundary before.";
    old = old && says(old, "dotted line");
    drawn = marks.with(point, movedPoint(marks[point], placeIn(plane, ...given[point]), here));
  }
  const inGrid = [plane[0] + (at[0] * plane[2]) / (data.places[0].length - 1),
    plane[1] + plane[3] * (1 - at[1] / (data.places[1].length - 1))];
  return {
    pieces: [
      ...data.fixed, ...shades(plane, answers, cells, data.thresholds, data.ink),
      old, unitLines(plane, network, scale, ofUnits),
      judgment ? judged(edge, judgment[0]) : edge,
      edges && `<path d="${edges}" stroke="var(--mg-text)" stroke-width="${data.edge}" stroke-linecap="round"/>`,
      `<g>${drawn.join("")}</g>`,
      says(prose(`${score} right`, ...data.score, 'font-weight="600"', 16), score),
      judgment ? badge(judgment[0], [plane[0] + plane[2] - 12, plane[1] + 12]) : "",
    ],
    brief,
    sentence: judgment ? verdict(...judgment, text) : text,
    moved: [here.map((part, axis) => part - inGrid[axis])],
    picks: given.map((each, k) => ({ place: placeIn(plane, ...each), at: [set, i, step, k, ...homes[k]] })),
    picked: point,
    answers, wrong,
  };
}
