// The picture of a graph, whose boxes are buttons. Each edge has two tracks: one for values, and one back
// for gradients. `data-says` and `data-gradient` hold the phrases that mean a part of it.

import { apart, CHIP, OFFSET, putChip, squeezed } from "./chips.js";
import { svg } from "./elements.js";
import { front } from "./front.js";
import { layout, TIGHT } from "./layout.js";
import { short } from "./words.js";

const [ROW, LOW_ROW] = [23, 19]; // in a graph from left to right, and from top to bottom
const SIZE = 13; // font size
const LETTER = 0.62 * SIZE; // width of a letter in the widest of the fonts below
const [MARGIN, LOW_MARGIN] = [16, 10];
const LOW_GAP = 10; // between two layers of a graph from top to bottom
const FONT = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace";
const color = (role) => `var(--mg-${role})`;

// The rows of a box: its operation, its value if it has been computed, and the gradient that has arrived.
function rowsOf(box, value, state, word) {
  const rows = box.kind === "leaf" ? [] : [["operation", box.text]];
  const shown = value === undefined ? box.name : `${box.name} = ${short(value)}`;
  return [...rows, ["value", shown], ["gradient", gradientText(state, word)]];
}

function gradientText({ sum, gone, late }, word) {
  if (sum === undefined) return "";
  const lost = late.reduce((total, { value }) => total + value, 0);
  const had = `${gone ? word : "so far"} ${short(sum)}`;
  return late.length ? `${had}, ${short(lost)} late` : had;
}

// A box with several users can get late shares, and then its text is longer.
function sizeOf(box, users, row) {
  const least = users > 1 ? "had 10.1, 9 late" : box.kind === "leaf" ? "grad -10.12" : "so far -0.123";
  const longest = Math.max(least.length, box.text?.length ?? 0);
  return { width: Math.round(Math.min(longest, 26) * LETTER + 10), height: row * (box.kind === "leaf" ? 2 : 3) };
}

function arrow(route, offset, down, attributes) {
  const turn = ([along, across]) => (down ? [across, along] : [along, across]).map((n) => n.toFixed(1)).join(" ");
  const points = route.map(([x, y]) => (down ? [y, x] : [x, y])).map(([along, across]) => [along, across + offset]);
  const tip = points.at(-1);
  const ahead = tip[0] > points[0][0] ? 1 : -1;
  points[points.length - 1] = [tip[0] - 7 * ahead, tip[1]];
  let path = `M${turn(points[0])}`;
  points.slice(1).forEach((point, i) => {
    const [a, b] = points[i];
    const [c, d] = point;
    // This shift along the edge keeps the two tracks at a constant distance in a steep curve.
    const half = (a + c) / 2 - offset * (4 / 3) * Math.tan(Math.atan((2 * (d - b)) / (c - a)) / 2);
    path += i % 2 ? `C${turn([half, b])} ${turn([half, d])} ${turn(point)}` : `L${turn(point)}`;
  });
  const base = tip[0] - 8 * ahead;
  const head = `M${turn(tip)}L${turn([base, tip[1] - 4.5])}L${turn([base, tip[1] + 4.5])}z`;
  return svg("g", attributes, svg("path", { d: path, fill: "none" }), svg("path", { d: head, stroke: "none" }));
}

function rowShape(x, y, width, row, top, bottom) {
  const [a, b] = [top ? 7 : 0, bottom ? 7 : 0];
  return `M${x} ${y + a}a${a} ${a} 0 0 1 ${a} ${-a}h${width - 2 * a}a${a} ${a} 0 0 1 ${a} ${a}`
    + `v${row - a - b}a${b} ${b} 0 0 1 ${-b} ${b}h${2 * b - width}a${b} ${b} 0 0 1 ${-b} ${-b}z`;
}

export function edgesOf(graph) {
  return graph.boxes.flatMap(({ inputs }, i) =>
    inputs.flatMap(({ box }, position) => (box === undefined ? [] : [{ from: i, to: box, position }])));
}

// Lay out the graph from left to right if there is room, otherwise from top to bottom.
function planOf(graph, edges, room) {
  const users = (i) => new Set(edges.filter(({ to }) => to === i).map(({ from }) => from)).size;
  const sized = (row) => graph.boxes.map((box, i) => sizeOf(box, users(i), row));
  const ends = edges.map(({ from, to }) => [to, from]);
  const sizes = sized(ROW);
  const across = [layout(sizes, ends), layout(sizes, ends, { gap: TIGHT })].find(({ width }) => width + 2 * MARGIN <= room);
  if (across) return { ...across, sizes, row: ROW, margin: MARGIN };
  const low = sized(LOW_ROW);
  return { ...layout(low, ends, { down: true, gap: LOW_GAP }), sizes: low, row: LOW_ROW, margin: LOW_MARGIN };
}

// `choose` is called with the box that the reader presses.
export function pictureOf(graph, room, { choose, label }) {
  const edges = edgesOf(graph);
  const plan = planOf(graph, edges, room);
  const { margin } = plan;
  const [width, height] = [Math.ceil(plan.width) + 2 * margin, Math.ceil(plan.height) + 2 * margin];
  const picture = svg("svg", {
    class: "fm-graph", width, height, viewBox: `0 0 ${width} ${height}`, "font-family": FONT, "font-size": SIZE,
    role: "group", "aria-label": label,
  });
  const moved = (points) => points.map(([x, y]) => [x + margin, y + margin]);
  const drawnEdges = edges.map((edge, e) => {
    const route = moved(plan.routes[e]);
    const ahead = arrow(route, -OFFSET, plan.down, { class: "fm-ahead", stroke: color("line"), fill: color("line"), "stroke-width": 1.75 });
    const back = arrow([...route].reverse(), OFFSET, plan.down,
      { class: "fm-back", stroke: color("gradient-line"), fill: color("gradient-line"), "stroke-width": 1.5 });
    const text = svg("text", { "text-anchor": "middle", "font-size": 12, fill: color("text") });
    const field = svg("rect", { height: CHIP, rx: 7, "stroke-width": 1.25 });
    const chip = svg("g", { class: "fm-chip", "data-along": e }, field, text);
    for (const track of [ahead, back]) track.dataset.edge = e;
    return { ...edge, route, ahead, back, chip, field, text };
  });
  const drawnBoxes = graph.boxes.map((box, i) => boxOf(box, moved([plan.centers[i]])[0], plan.sizes[i], plan.row));
  picture.append(
    ...drawnEdges.map(({ ahead }) => ahead), ...drawnEdges.map(({ back }) => back),
    ...drawnBoxes.map(({ group }) => group).reverse(), ...drawnEdges.map(({ chip }) => chip));
  drawnBoxes.forEach(({ group }, i) => group.style.setProperty("--fm-turn", i / drawnBoxes.length));
  drawnBoxes.forEach(({ group }, i) => pressed(group, () => choose(i)));

  const [ghosts, above] = [svg("g", { "aria-hidden": "true" }), svg("g", { "aria-hidden": "true" })];
  picture.append(ghosts, above);
  picture.style.setProperty("--fm-travel", `${front.TRAVEL}ms`);

  // `pass` is a backward pass; `fresh` is true when its last turn has just been taken. `computed` is the
  // box whose value has just been computed. Numbers travel there, and only then the receiving boxes change.
  function show(values, pass, { states, fresh = false, computed } = {}) {
    const isMoving = fresh || computed !== undefined;
    // Whatever was still moving arrives. (The rings' animations belong to the style sheet.)
    for (const moving of picture.getAnimations?.({ subtree: true }) ?? []) {
      if (!("animationName" in moving)) moving.cancel();
    }
    const before = isMoving ? drawnBoxes.map(({ group }) => group.cloneNode(true)) : [];
    const last = pass.turns.at(-1)?.box;
    drawnBoxes.forEach((drawn, i) => drawn.show(rowsOf(graph.boxes[i], values[i], pass.state[i],
      graph.boxes[i].kind === "leaf" ? "grad" : "had"), {
      said: states?.[i], isReady: pass.ready.includes(i), isLast: i === last,
      isLate: pass.state[i].late.length > 0, isGone: pass.state[i].gone, sum: pass.state[i].sum,
    }));
    const shares = new Map(pass.turns.flatMap((turn) => turn.shares.map((share) => [`${share.from} ${share.position}`, share])));
    for (const drawn of drawnEdges) {
      const share = shares.get(`${drawn.from} ${drawn.position}`);
      const flows = share && drawn.from === last;
      const arrives = drawn.from === computed;
      drawn.back.classList.toggle("fm-sent", Boolean(share));
      drawn.back.classList.toggle("fm-flows", Boolean(flows));
      drawn.ahead.classList.toggle("fm-flows", arrives);
      drawn.back.classList.toggle("mg-travels", Boolean(flows && fresh));
      drawn.ahead.classList.toggle("mg-travels", arrives);
      for (const part of [drawn.back, drawn.chip]) {
        part.classList.toggle("fm-late", Boolean(share?.late));
        if (flows || share?.late) part.dataset.gradient = short(share.value);
        else delete part.dataset.gradient;
      }
      drawn.chip.classList.toggle("fm-sent", Boolean(flows || share?.late || arrives));
      if (share) putChip(drawn, share.value, plan.down, "gradient");
      else if (arrives) putChip(drawn, values[drawn.to], plan.down, "value");
    }
    if (plan.down) apart(drawnEdges.filter(({ chip }) => chip.matches(".fm-sent")));
    above.replaceChildren();
    // A new one each time, because it shows what follows quickly at once, before its shares arrive.
    if (isMoving) front.morphOf(ghosts, above)(before.map((group, i) => [group, drawnBoxes[i].group]), true);
    front.flow(picture);
  }
  const areaOf = (i) => drawnBoxes[i].group;
  return { picture, show, areaOf, width, height };
}

function boxOf(box, [x, y], { width, height }, row) {
  const [left, top] = [x - width / 2, y - height / 2];
  const count = height / row;
  const rows = Array.from({ length: count }, (_, i) => {
    const place = top + i * row;
    const field = svg("path", { d: rowShape(left, place, width, row, !i, i === count - 1) });
    const text = svg("text", { x, y: place + row / 2 + 4.6, "text-anchor": "middle" });
    return { field, text };
  });
  const frame = (inset, attributes) => svg("rect", {
    x: left - inset, y: top - inset, width: width + 2 * inset, height: height + 2 * inset, rx: 7 + inset, fill: "none", ...attributes });
  const outline = color(box.kind === "leaf" ? "value-line" : "operation-line");
  const ring = frame(4.5, { class: "fm-ring", opacity: 0 });
  const arrived = rows.at(-1);
  const gradient = svg("g", {}, arrived.field, arrived.text);
  const isLeaf = box.kind === "leaf";
  const own = svg("g", {},
    frame(0, { fill: color("card"), class: "fm-ground" }), ...rows.slice(0, -1).flatMap(({ field, text }) => [field, text, " "]));
  const group = svg("g", { class: `fm-node fm-${box.kind}` },
    own, gradient, frame(0, { stroke: outline, "stroke-width": 1.25 }), ring);
  group.setAttribute("role", "button");
  group.setAttribute("tabindex", 0);
  function show(texts, { said, isReady, isLast, isLate, isGone, sum }) {
    const value = texts.at(-2)[1];
    (isLeaf ? own : group).dataset.says = value === box.name ? value : `${box.name}|${value}`;
    const grad = `${box.name}.grad`;
    if (sum === undefined) delete gradient.dataset.gradient;
    else gradient.dataset.gradient = isLeaf ? `${grad}|${grad} = ${short(sum)}` : short(sum);
    const isRinged = isReady || isLast || isLate;
    ring.setAttribute("opacity", Number(isRinged));
    ring.classList.toggle("mg-lands", isRinged && !isLast);
    ring.classList.toggle("mg-stays", !isRinged);
    texts.forEach(([role, words], i) => {
      const { field, text } = rows[i];
      for (const part of [field, text]) part.classList.toggle("mg-lands", role !== "operation" && !isLast);
      field.setAttribute("fill", words ? color(role) : "none");
      text.setAttribute("fill", color(role === "operation" ? "operation-text" : "text"));
      text.textContent = words;
      squeezed(text, words.length * LETTER - 4, width - 8);
    });
    Object.entries({ "fm-ready": isReady, "fm-last": isLast, "fm-late": isLate, "fm-gone": isGone })
      .forEach(([state, on]) => group.classList.toggle(state, on));
    group.setAttribute("aria-label", `${texts.map(([, words]) => words).filter(Boolean).join(", ")}. ${said}`);
    group.setAttribute("aria-disabled", !isReady);
  }
  return { group, show };
}

function pressed(group, act) {
  group.addEventListener("click", act);
  group.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    act();
  });
}
