// Drills on the chain rule: a small formula, a point, the answer, and the results of typical mistakes.
// `random` returns a number from 0 to 1, as Math.random does.

import { backward, gradients } from "./backward.js";
import { forward, graphOf, usersOf } from "./graph.js";
import { parse } from "./parse.js";
import { same } from "./say.js";
import { inside, listed, short } from "./words.js";

const LARGEST = 1000;
const pick = (random, items) => items[Math.floor(random() * items.length)];

// Outer functions, their slopes, and inputs at which the slope is easy to compute.
const OUTER = [
  { text: (u) => `(${u})**2`, slope: (u) => 2 * u, rule: "2·u", at: [1, 2, 3, 4, -1, -2] },
  { text: (u) => `(${u})**3`, slope: (u) => 3 * u * u, rule: "3·u²", at: [1, 2, 3, -1, -2] },
  { text: (u) => `sin(${u})`, slope: Math.cos, rule: "cos(u)", at: [0] },
  { text: (u) => `exp(${u})`, slope: Math.exp, rule: "exp(u)", at: [0] },
  { text: (u) => `tanh(${u})`, slope: (u) => 1 - Math.tanh(u) ** 2, rule: "1 - tanh(u)²", at: [0] },
  { text: (u) => `log(${u})`, slope: (u) => 1 / u, rule: "1/u", at: [1, 2, 4] },
  { text: (u) => `relu(${u})`, slope: (u) => Number(u > 0), rule: "1 if u is positive, else 0", at: [3, 2, -2] },
];
const plus = (text, number) => (number ? `${text} ${number < 0 ? "-" : "+"} ${Math.abs(number)}` : text);
const INNER = [
  (random, x, u) => {
    const factor = pick(random, [2, 3, 4, 5, -2, -3]);
    return { text: plus(`${factor}*x`, u - factor * x), slope: factor, rule: `${factor}` };
  },
  (random, x, u) => ({ text: plus("x*x", u - x * x), slope: 2 * x, rule: `2·x = ${2 * x}` }),
];

function chain(random) {
  const [outer, x] = [pick(random, OUTER), pick(random, [1, 2, 3, -1, -2])];
  const u = pick(random, outer.at);
  const inner = pick(random, INNER)(random, x, u);
  const formula = outer.text(inner.text);
  const slope = outer.slope(u);
  return {
    kind: "chain", formula, at: { x }, answer: slope * inner.slope,
    question: `z = ${formula}, at x = ${x}. How fast does z change with x?`,
    solution: `With u = ${inner.text} = ${u}, the outer slope is ${outer.rule} = ${short(slope)}, and the inner slope is ${
      inner.rule}. Along a chain, slopes multiply: ${inside(slope)} · ${inside(inner.slope)} = ${short(slope * inner.slope)}.`,
    slips: [
      [slope, `That's only the slope of the outer function. You forgot the inner derivative: u moves ${short(inner.slope)} times as fast as x.`],
      [inner.slope, "That's only the inner derivative. Multiply it by the slope of the outer function."],
      [outer.slope(x) * inner.slope, `You took the outer slope at x = ${x}. Take it at u = ${u} instead.`],
      [outer.slope(x), `You took the outer slope at x = ${x} instead of u = ${u}, and you forgot the inner derivative.`],
      [slope + inner.slope, "You added the two slopes. Along a single chain, slopes multiply. Only the slopes of different paths add up."],
      [-slope * inner.slope, "The size is right, but the sign isn't. Multiply the signs of both slopes as well."],
      [forward(graphOf(parse(formula)), { x }).at(-1), "That's the value of z. The question is how fast it changes."],
    ],
  };
}

const SHAPES = [
  (c) => `x*(x + ${c})`, (c) => `(x + ${c})*(x - ${c})`, (c) => `x*x*(x*x + ${c})`, (c) => `(${c}*x)*(x*x)`,
  (c) => `x*y + ${c}*x`, (c) => `(x + y)*(x - ${c})`, (c) => `x*y*(x*y - ${c})`, (c) => `(x*x + y)*${c}*y`,
  (c) => `(x - y)**2 + ${c}*x`, (c) => `(x*y)**2 - ${c}*x`,
];

function drawnGraph(random) {
  const formula = pick(random, SHAPES)(pick(random, [2, 3, 4, 5]));
  const graph = graphOf(parse(formula));
  const leaves = graph.boxes.filter(({ kind }) => kind === "leaf");
  const at = Object.fromEntries(leaves.map(({ name }) => [name, pick(random, [1, 2, 3, 4, -1, -2])]));
  const where = listed(leaves.map(({ name }) => `${name} = ${at[name]}`));
  return { formula, graph, at, values: forward(graph, at), where };
}

// A node in the middle of the pass. The question is what it sends to one of its inputs.
function share(random) {
  const { formula, graph, at, values, where } = drawnGraph(random);
  const operations = graph.boxes.flatMap(({ kind }, i) => (kind === "operation" ? [i] : []));
  const node = pick(random, operations.slice(0, -1)); // the last is z
  const order = operations.filter((i) => i > node).reverse();
  const turn = backward(graph, values, [...order, node]).turns.at(-1);
  const target = pick(random, turn.shares).to;
  const shares = turn.shares.filter(({ to }) => to === target);
  const answer = shares.reduce((sum, { value }) => sum + value, 0);
  const others = turn.shares.filter(({ to }) => to !== target);
  const [name, to, g] = [graph.boxes[node].name, graph.boxes[target].name, turn.g];
  const slope = answer / g;
  const inputs = Object.fromEntries(turn.shares.map(({ to: i }) => [graph.boxes[i].name, values[i]]));
  const twice = shares.length > 1;
  return {
    kind: "share", formula, at, order, node: { text: graph.boxes[node].text, to, g, inputs }, answer,
    question: `z = ${formula}, at ${where}. The backward pass has reached ${name} = ${graph.boxes[node].text}, where the gradient ${short(g)} has arrived. What does ${
      name} send to ${to}${twice ? " in total" : ""}?`,
    solution: `${name} = ${graph.boxes[node].text} changes ${inside(slope)} times as fast as ${to}. Multiply the gradient that arrived by that: ${inside(g)} · ${
      inside(slope)} = ${short(answer)}.`,
    slips: [
      ...(twice ? [[shares[0].value, `You counted ${to} once, but ${name} uses it twice. Add both shares.`]] : []),
      [g, `That's the gradient that arrived at ${name}. On the way to ${to}, it's multiplied by the slope of ${graph.boxes[node].text}.`],
      [slope, `That's only the slope of ${graph.boxes[node].text}. You forgot the ${short(g)} that arrived at ${name}.`],
      ...others.map(({ value, to: other }) => [value, `That's the share for ${graph.boxes[other].name}. In a product, each input gets g times the other input.`]),
      [g * values[target], `You multiplied by ${to} itself. Multiply by the slope instead, which says how fast ${name} changes when ${to} does.`],
      [values[node], `That's the value of ${name}. The question is about the gradient.`],
      [-answer, "The size is right, but the sign isn't."],
    ],
  };
}

// A leaf with several paths to the result. The question is its gradient.
function paths(random) {
  const { formula, graph, at, values, where } = drawnGraph(random);
  const leaf = pick(random, graph.boxes.flatMap(({ kind }, i) => (kind === "leaf" ? [i] : [])));
  const right = gradients(graph, values);
  const order = graph.boxes.map((_, i) => i).reverse().filter((i) => graph.boxes[i].kind !== "leaf");
  const { came } = backward(graph, values, order).state[leaf];
  const [name, answer] = [graph.boxes[leaf].name, right[leaf]];
  const from = came.map((one) => `${short(one.value)} from ${graph.boxes[one.from].name}`);
  const inner = graph.boxes.flatMap(({ kind }, i) => (kind === "operation" && usersOf(graph, i).length > 1 ? [i] : []));
  // The answer that you get if a shared node runs with only the first of its shares.
  const early = inner.map((i) => [i, backward(graph, values, order).state[i].came[0].value / right[i] * answer]);
  return {
    kind: "paths", formula, at, order: [], leaf: name, answer,
    question: `z = ${formula}, at ${where}. What is ${name}.grad in the end?`,
    solution: `${name} receives ${listed(from)}${from.length > 1 ? `. Shares add up: ${came.map((one) => inside(one.value)).join(" + ")} = ${short(answer)}` : ""}.`,
    slips: [
      ...(came.length > 1 ? came.map((one) => [one.value,
        `That's only the share from ${graph.boxes[one.from].name}. Add the shares from all paths: ${name} is used ${came.length === 2 ? "twice" : `${came.length} times`}.`]) : []),
      ...early.map(([i, value]) => [value, `You followed only one of the paths into ${graph.boxes[i].name}. It's used twice, so it has to wait for both shares.`]),
      ...(came.length > 1 ? [[came.reduce((product, one) => product * one.value, 1), "You multiplied the shares of different paths. Add them instead."]] : []),
      [values[graph.root], "That's the value of z. The question is about the gradient."],
      [-answer, "The size is right, but the sign isn't."],
    ],
  };
}

const KINDS = { chain, share, paths };

// Return a drill. Mistakes that give the right answer, or the same answer as another mistake, are left out.
export function drillOf(random, kind = pick(random, Object.keys(KINDS))) {
  for (;;) {
    const drill = KINDS[kind](random);
    const seen = [drill.answer];
    drill.slips = drill.slips.filter(([value]) => {
      const fresh = Number.isFinite(value) && !seen.some((other) => same(other, value));
      if (fresh) seen.push(value);
      return fresh;
    });
    const isTrivial = drill.answer === 0 && kind !== "chain";
    if (!isTrivial && Math.abs(drill.answer) <= LARGEST && drill.slips.length > 2) return drill;
  }
}

// Whether an answer is right, and the reply to it.
export function answered(drill, text) {
  let number;
  try {
    ({ number } = graphOf(parse(text)));
  } catch (error) {
    return { reply: text.trim() ? `I can't read this answer. ${error.message}` : "Write a number first. A wrong guess teaches you more than no guess." };
  }
  if (number === undefined) return { reply: "The answer is a number. Replace x and y with their values." };
  const close = (value) => Math.abs(number - value) <= 1e-3 * Math.max(1, Math.abs(value));
  if (close(drill.answer)) return { isRight: true, reply: drill.solution };
  const slip = drill.slips.find(([value]) => close(value));
  return { isRight: false, reply: slip ? slip[1] : "Go back one node at a time, and multiply the gradient that arrived by the slope of that node." };
}
