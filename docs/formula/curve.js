// The result as one letter changes: a curve with the current point, and the line whose slope is the
// gradient that has arrived. If that's wrong, the line misses the curve, and a dashed line doesn't.

import { forward, gradients } from "../engine/engine.js";
import { svg } from "./elements.js";
import { cure, same } from "./say.js";
import { short } from "./words.js";

const [LEFT, TOP, RIGHT, BELOW] = [14, 44, 14, 26]; // room next to the plot
const REACH = 1.5; // how far the curve goes to either side of its middle
const FREE = 1; // how far the point moves before the curve follows it
const PARTS = 48;
const TRIM = 2; // points that may lie below or above the plot, because they're next to a pole
const LETTERS = 19; // that a line of text has room for
const SO_FAR = "2 5"; // the dashes of a line whose slope can still change
const color = (role) => `var(--mg-${role})`;
const text = (x, y, words, attributes = {}) => svg("text", { x, y, fill: color("text"), ...attributes }, words);

// Two to five round numbers between two heights.
function ticksOf(low, high) {
  const most = (high - low) / 2;
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [5, 2, 1].find((digit) => digit * power <= most) * power;
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, i) => (first + i) * step);
}

// `move` is called with the value of x where the reader drags the point to.
export function curveOf(move) {
  const picture = svg("svg", { class: "fm-curve", "font-size": 13, "aria-hidden": "true" });
  let middle = NaN;
  const box = { x: LEFT, y: TOP, width: 0, height: 0 };

  // Fill the room that the style sheet gives the picture.
  function fit() {
    Object.assign(box, { width: Math.max(picture.clientWidth - LEFT - RIGHT, 1), height: Math.max(picture.clientHeight - TOP - BELOW, 1) });
  }
  function show(graph, at, leaf, { state, ready, turns }) {
    const { name } = graph.boxes[leaf];
    const x = at[name];
    const valuesAt = (value) => forward(graph, { ...at, [name]: value });
    const z = valuesAt(x)[graph.root];
    if (!(Math.abs(x - middle) <= 2 * FREE)) middle = x;
    middle = Math.min(Math.max(middle, x - FREE), x + FREE);
    const titled = (words) => picture.replaceChildren(text(box.x, 16, words, { "font-weight": "bold" }));
    const points = Array.from({ length: PARTS + 1 }, (_, i) => middle + REACH * (2 * i / PARTS - 1)).map((value) => [value, valuesAt(value)[graph.root]]);
    const heights = points.map(([, y]) => y).filter(Number.isFinite).sort((a, b) => a - b);
    if (!Number.isFinite(z)) {
      const better = cure(graph, valuesAt(x));
      titled("no slope here");
      if (better) picture.append(text(box.x, 34, `Try ${better}.`));
    }
    if (heights.length <= 2 * TRIM || !Number.isFinite(z)) return;
    titled(`z as ${name} changes`);
    const ends = [Math.min(heights[TRIM], z), Math.max(heights.at(-1 - TRIM), z)];
    const edge = 0.1 * (ends[1] - ends[0]) || 1;
    const [low, high] = [ends[0] - edge, ends[1] + edge];
    const across = (value) => (box.x + box.width * ((value - middle) / (2 * REACH) + 0.5)).toFixed(1);
    const up = (y) => (box.y + box.height * (1 - Math.min(Math.max((y - low) / (high - low), -9), 9))).toFixed(1);
    const curve = points.map(([value, y], i) => (!Number.isFinite(y) ? "" : `${i && Number.isFinite(points[i - 1][1]) ? "L" : "M"}${across(value)} ${up(y)}`)).join("");
    const line = (slope, attributes) => svg("path", { d: [-1, 1].map((way, i) => `${i ? "L" : "M"}${across(middle + way * REACH)} ${up(z + slope * (middle + way * REACH - x))}`).join(""), ...attributes });

    // How far the line is off after 1 to the right.
    const gap = (slope, right) => [
      svg("path", { d: `M${across(x + 1)} ${up(z + slope)}V${up(z + right)}`, stroke: color("text"), "stroke-width": 4 }),
      text(Number(across(x + 1)) + 7, (Number(up(z + slope)) + Number(up(z + right))) / 2 + 4.5, short(Math.abs(right - slope)), { "font-weight": "bold", class: "fm-gap" }),
    ];

    const { sum: slope, gone } = state[leaf];
    const right = gradients(graph, valuesAt(x))[leaf];
    const isWrong = turns.length > 0 && !ready.length && !same(slope, right);
    const ending = isWrong ? `, not ${short(right)}` : gone ? "" : " so far";
    const said = slope === undefined ? `slope at ${name} = ${short(x)}?` : `slope ${short(slope)}${ending}`;
    picture.append(
      text(box.x, 34, said.length > LETTERS ? said.replace("slope ", "") : said, slope === undefined ? {} : { fill: color("gradient-ink"), "font-weight": "bold" }),
      svg("path", { d: `M${box.x} ${box.y}v${box.height}h${box.width}`, fill: "none", stroke: color("line") }),
      svg("path", { d: `M${across(x)} ${up(z)}V${box.y + box.height}`, stroke: color("line"), "stroke-dasharray": "2 3" }),
      svg("svg", { ...box, viewBox: `${box.x} ${box.y} ${box.width} ${box.height}`, fill: "none" },
        ...(isWrong && Number.isFinite(right) ? [line(right, { stroke: color("text"), "stroke-width": 1.75, "stroke-dasharray": "4 4" })] : []),
        svg("path", { d: curve, stroke: color("value-line"), "stroke-width": 2.5 }),
        ...(Number.isFinite(slope) ? [line(slope, { stroke: color("gradient-line"), "stroke-width": 2.5, "data-gradient": short(slope), ...(gone ? {} : { "stroke-dasharray": SO_FAR }) })] : []),
        ...(isWrong && Number.isFinite(right - slope) ? gap(slope, right) : [])),
      ...ticksOf(low, high).flatMap((tick) => [
        svg("path", { d: `M${box.x} ${up(tick)}h5`, stroke: color("line") }),
        text(box.x + 8, Number(up(tick)) + 4, short(tick), { fill: color("faint"), "font-size": 12, class: "fm-tick" }),
      ]),
      svg("circle", { cx: across(x), cy: up(z), r: 6, fill: color("value-line"), stroke: color("card"), "stroke-width": 2 }),
      text(across(x), box.y + box.height + 18, `${name} = ${short(x)}`, { "text-anchor": "middle" }));
  }
  const lead = (event) => {
    const part = (event.clientX - picture.getBoundingClientRect().left - box.x) / box.width;
    move(Math.round((middle + 2 * REACH * (Math.min(Math.max(part, 0), 1) - 0.5)) * 20) / 20);
  };
  picture.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    picture.setPointerCapture(event.pointerId);
    lead(event);
  });
  picture.addEventListener("pointermove", (event) => picture.hasPointerCapture(event.pointerId) && lead(event));
  return { picture, show, fit };
}
