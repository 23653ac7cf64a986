// Sentences about a forward pass, and about a backward pass: at its start, after each turn, and at its end.

import { forward, gradients, inputsOf } from "../engine/engine.js";
import { usersOf } from "./graph.js";
import { losses } from "./backward.js";
import { inside, listed, short } from "./words.js";

const NUDGE = 0.001;
const TINY = 1e-6; // a step so small that only a corner changes the slope
const CORNER = 0.01; // slopes on both sides that differ by more
const DISTANCES = Array.from({ length: 20 }, (_, i) => i + 1).flatMap((by) => [by, -by]); // of values to try
const round = (slope) => Math.round(slope * 1000) / 1000;
export const nameOf = (graph, i) => graph.boxes[i].name;

// Whether two numbers are equal within rounding. Adding in another order can change the last digits.
export function same(a, b) {
  if (Object.is(a, b) || a === b) return true;
  return Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));
}

export function leavesOf(graph) {
  return graph.boxes.flatMap(({ kind }, i) => (kind === "leaf" ? [i] : []));
}

function places(graph, values) {
  return listed(leavesOf(graph).map((i) => `${nameOf(graph, i)} = ${short(values[i])}`));
}

// The first operation whose result isn't a number, although its inputs are.
export function trouble(graph, values) {
  const i = graph.boxes.findIndex((box, k) => box.kind === "operation" && !Number.isFinite(values[k])
    && inputsOf(graph, values, box).every(Number.isFinite));
  if (i < 0) return "";
  const box = graph.boxes[i];
  const written = withNumbers(graph, values, box);
  if (!Number.isNaN(values[i]) && inputsOf(graph, values, box).includes(0)) {
    return `${written} is infinite, so ${box.name} is ${short(values[i])}.`;
  }
  return Number.isNaN(values[i]) ? `${written} has no value, so ${box.name} is nan (“not a number”), and so is everything computed from it.`
    : `${written} is too large to represent, so ${box.name} is ${short(values[i])}.`;
}

// The nearest value of a letter, alone, that makes z a number: `x = 6`.
export function cure(graph, values) {
  const found = leavesOf(graph).flatMap((i) => DISTANCES.flatMap((by) => {
    const at = Number((values[i] + by).toFixed(1));
    return Number.isFinite(resultWith(graph, values, i, at)) ? [{ i, at, far: Math.abs(at - values[i]) }] : [];
  }));
  if (!found.length) return "";
  const { i, at } = found.reduce((best, one) => (one.far < best.far ? one : best));
  return `${nameOf(graph, i)} = ${short(at)}`;
}

// An operation with its inputs' values, for example `3 * 3`.
function withNumbers(graph, values, box) {
  const numbers = inputsOf(graph, values, box).map(inside);
  if (box.op === "negative") return `-${numbers[0]}`;
  if (/^\w+$/.test(box.op)) return `${box.op}(${inputsOf(graph, values, box).map((value) => short(value)).join(", ")})`;
  return numbers.join(` ${box.op.replace("number", "").trim()} `);
}

// What a node computes in a forward pass: while its inputs' values are on their way, and then its result.
export function computing(graph, values, i) {
  const head = "Forward: values move along the arrows.";
  const mood = "fm-forward";
  if (i === undefined) return [{ head, text: `It starts at ${places(graph, values)}.`, mood }];
  const { name, text } = graph.boxes[i];
  const result = `${name} = ${text} = ${withNumbers(graph, values, graph.boxes[i])} = ${short(values[i])}.`;
  return [{ head, text: result, mood }, { head, text: `${name} = ${text}`, mood }];
}

// What to watch while a letter changes, here from its first value.
export function swaying(graph, values, name, first) {
  const now = values[graph.boxes.findIndex((box) => box.name === name)];
  return {
    head: `When ${name} changes, z changes.`,
    text: `At ${name} = ${short(now)}, z = ${short(values[graph.root])}. How fast does it change at ${name} = ${short(first)}?`, mood: "fm-forward",
  };
}

export function opening(graph, values) {
  const z = graph.root;
  const at = `At ${places(graph, values)}, z = ${short(values[z])}.`;
  if (!Number.isFinite(values[z])) {
    const better = cure(graph, values);
    const advice = better ? `Try ${better}.` : "";
    return { head: at, text: `${trouble(graph, values)} Only a number can grow or fall, so z has no slope here. ${advice}`.trim() };
  }
  return {
    head: `How fast does z change when ${listed(leavesOf(graph).map((i) => nameOf(graph, i)), "or")} does?`,
    text: `${trouble(graph, values)} ${at} Let's go backward: if z itself grows by 1, z grows by 1, so we start with 1. Click z to run it.`.trim(),
  };
}

// `10 to a and 9 to b`: two shares to one box are reported together.
function sent(graph, turn) {
  const to = new Map();
  for (const share of turn.shares) to.set(share.to, [...(to.get(share.to) ?? []), share]);
  return listed([...to].map(([i, shares]) =>
    `${shares.map((share, k) => (k ? inside(share.value) : short(share.value))).join(" + ")} to ${nameOf(graph, i)}`));
}

// What happens as the last turn begins, while its shares are on their way.
export function departure(graph, pass) {
  const { head, sends } = turned(graph, pass);
  return sends ? { head, text: sends } : null;
}

export function lastTurn(graph, pass) {
  const { head, sends, rest } = turned(graph, pass);
  return { head, text: [sends, ...rest].filter(Boolean).join(" ") };
}

function turned(graph, pass) {
  const turn = pass.turns.at(-1);
  const box = graph.boxes[turn.box];
  const waiting = listed(turn.early.map((i) => nameOf(graph, i)));
  const early = turn.early.length ? `, too early: ${waiting} ${turn.early.length > 1 ? "have" : "has"} not sent ${
    turn.early.length > 1 ? "their shares" : "its share"} yet` : "";
  const late = [...new Set(turn.shares.filter((share) => share.late).map(({ to }) => to))];
  const names = listed(late.map((i) => nameOf(graph, i)));
  const lost = late.length ? `Too late: ${names} ${late.length > 1 ? "have" : "has"} already run, so this share is lost.` : "";
  const ready = pass.ready.map((i) => nameOf(graph, i)).reverse();
  const invitation = pass.turns.length === 1 ? " Choose one in the picture." : "";
  const next = ready.length > 1 ? `Which runs next, ${listed(ready, "or")}?${invitation}`
    : ready.length ? `Only ${ready[0]} can run next.` : "";
  if (box.kind === "leaf") return { head: `${box.name}.grad = ${short(turn.g)}${early}.`, sends: "", rest: [next] };
  const g = turn.box === graph.root ? "1" : short(turn.g);
  return { head: `${box.name} runs with ${g}${early}.`, sends: `It sends ${sent(graph, turn)}.`, rest: [lost, next] };
}

// Whether a pass has ended with a wrong gradient.
export function isWrong(graph, values, pass) {
  const right = gradients(graph, values);
  return pass.turns.length > 0 && !pass.ready.length && leavesOf(graph).some((i) => !same(pass.state[i].sum, right[i]));
}

const gradsOf = (graph, pass) => listed(leavesOf(graph).map((i) => `${nameOf(graph, i)}.grad = ${short(pass.state[i].sum)}`));

// How a pass begins that somebody else ended wrong.
export function challenged(graph, theirs) {
  return {
    head: "Somebody broke backprop on this graph.",
    text: `Their order of the nodes ended with ${gradsOf(graph, theirs)}, and that's wrong. Can you find an order that gives the right gradient? Click z to begin.`,
  };
}

// The verdict at the end: each leaf's gradient, the correct one, and where the difference was lost.
export function verdict(graph, values, pass) {
  const right = gradients(graph, values);
  const leaves = leavesOf(graph);
  const wrong = leaves.filter((i) => !same(pass.state[i].sum, right[i]));
  const grads = gradsOf(graph, pass);
  if (!wrong.length) {
    const spoiled = pass.state.some(({ late }) => late.length);
    const why = spoiled ? "A share arrived late, but that makes no difference here, because the lost shares add up to 0."
      : "Every node waited for all its shares.";
    const none = slopeless(graph, values, right);
    if (none) return { mood: "fm-right", head: `${grads}. That's what PyTorch gives.`, text: none };
    return { mood: "fm-right", head: `${grads}. That's right.`, text: `${why} ${checked(graph, values, right)}`.trim() };
  }
  const parts = wrong.map((i) => {
    const name = nameOf(graph, i);
    const lost = losses(graph, values, pass, i);
    const difference = right[i] - pass.state[i].sum;
    const missing = Number.isFinite(difference) ? `${short(difference)} ${leaves.length > 1 ? `of ${name}.grad ` : ""}is missing.` : "";
    return `${missing} ${lost.map((share) => loss(graph, share, name)).join(" ")}`.trim();
  });
  const slopes = listed(wrong.map((i) => `${nameOf(graph, i)}.grad should be ${short(right[i])}`));
  const first = losses(graph, values, pass, wrong[0])[0];
  const advice = first ? `Go back, and run ${nameOf(graph, first.from)} before ${nameOf(graph, first.to)}.` : "";
  return { mood: "fm-is-wrong", head: `${grads}. That's wrong: ${slopes}.`, text: `${parts.join(" ")} ${advice}`.trim() };
}

function loss(graph, { from, to, value, had, slope, lost }, leaf) {
  const source = nameOf(graph, from);
  if (graph.boxes[to].kind === "leaf") return `${leaf} had already run with ${short(had)} when ${short(value)} arrived from ${source}.`;
  const target = nameOf(graph, to);
  return `${target} had already run with ${short(had)} when ${short(value)} arrived from ${source}. On its way to ${leaf} that share would have been multiplied by ${
    inside(slope)}: ${short(value)} · ${inside(slope)} = ${short(lost)}.`;
}

// What z is when a leaf has another value.
function resultWith(graph, values, i, value) {
  const at = Object.fromEntries(leavesOf(graph).map((k) => [nameOf(graph, k), values[k]]));
  return forward(graph, { ...at, [nameOf(graph, i)]: value })[graph.root];
}

// How much z rises when a leaf moves by a step.
function risen(graph, values, i, step) {
  return resultWith(graph, values, i, values[i] + step) - values[graph.root];
}

// Why there's no slope that a gradient could be: z has no value, or a corner as abs has at 0.
function slopeless(graph, values, right) {
  if (!Number.isFinite(values[graph.root])) return "z isn't a number here that could grow or fall, so it has no slope. The rules multiply all the same.";
  return leavesOf(graph).map((i) => {
    const [before, after] = [-TINY, TINY].map((step) => risen(graph, values, i, step) / step);
    if (!(Math.abs(after - before) > CORNER * Math.max(1, Math.abs(right[i])))) return "";
    return `At ${nameOf(graph, i)} = ${short(values[i])}, z has a corner: its slope is ${short(round(before))} before it and ${short(round(after))} after it.`;
  }).filter(Boolean).join(" ");
}

// A check of each gradient: the effect of a small step.
function checked(graph, values, right) {
  return leavesOf(graph).map((i) => {
    const rise = risen(graph, values, i, NUDGE);
    if (!Number.isFinite(rise) || !Number.isFinite(right[i])) return "";
    return `Check: when ${nameOf(graph, i)} grows by ${NUDGE}, z ${rise < 0 ? "falls" : "grows"} by ${short(Math.abs(rise))}.`;
  }).filter(Boolean).join(" ");
}

// The part of each box's accessible name after its visible text.
export function states({ state }) {
  return state.map(({ sum, gone }) =>
    (gone ? "Has run." : sum === undefined ? "No gradient has arrived." : "Run it next."));
}

// Why Play doesn't go on where the order matters.
export function waiting(graph, { ready }) {
  return `Play waits, because the order matters here: choose ${listed(ready.map((i) => nameOf(graph, i)).reverse(), "or")} in the picture.`;
}

// Why a box can't run now.
export function refused(graph, pass, i) {
  const name = nameOf(graph, i);
  if (pass.state[i].gone) return `${name} has already run, and each node runs once. Press Back to undo a step.`;
  const users = listed(usersOf(graph, i).map((j) => nameOf(graph, j)));
  return `${name} has nothing to send yet, because no gradient has arrived. Its shares come from ${users}.`;
}
