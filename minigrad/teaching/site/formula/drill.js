// Drills on the chain rule: a small formula and a point, the answer, and the result of each slip.
// `random` returns a number from 0 to 1, as Math.random does.

import { backward, gradients } from "./backward.js";
import { forward, graphOf, usersOf } from "./graph.js";
import { parse } from "./parse.js";
import { same } from "./say.js";
import { inside, listed, short } from "./words.js";

const LARGEST = 1000;
const pick = (random, items) => items[Math.floor(random() * items.length)];

// The outer function, its slope, and where it is easy to compute.
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
      [slope, `That is only the slope of the outer function. You forgot the inner derivative: u moves ${short(inner.slope)} times as fast as x.`],
      [inner.slope, "That is only the inner derivative. Multiply it by the slope of the outer function."],
      [outer.slope(x) * inner.slope, `You took the outer slope at x = ${x}. Take it at u, which is ${u} there.`],
      [outer.slope(x), `You took the outer slope at x = ${x} instead of u = ${u}, and forgot the inner derivative.`],
      [slope + inner.slope, "You added the two slopes. Along one chain they multiply; only different paths add up."],
      [-slope * inner.slope, "The size is right, but the sign isn't. Multiply the signs of both slopes, too."],
      [forward(graphOf(parse(formula)), { x }).at(-1), "That is the value of z. The question is how fast it changes."],
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

// One node, in the middle of the pass: what does it send to one of its inputs?
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
    question: `z = ${formula}, at ${where}. The pass has come to ${name} = ${graph.boxes[node].text}, where ${short(g)} has arrived. What does ${
      name} send to ${to}${twice ? " in all" : ""}?`,
    solution: `${name} = ${graph.boxes[node].text} changes ${inside(slope)} times as fast as ${to}. What arrived, times that: ${inside(g)} · ${
      inside(slope)} = ${short(answer)}.`,
    slips: [
      ...(twice ? [[shares[0].value, `You counted ${to} once, and ${name} uses it twice: both shares add up.`]] : []),
      [g, `That is the gradient that arrived at ${name}. On the way to ${to} it is multiplied by the slope of ${graph.boxes[node].text}.`],
      [slope, `That is the slope of ${graph.boxes[node].text} alone. You forgot the ${short(g)} that arrived at ${name}.`],
      ...others.map(({ value, to: other }) => [value, `That is the share of ${graph.boxes[other].name}. In a product, each input gets g times the other one.`]),
      [g * values[target], `You multiplied by ${to} itself. The slope says how fast ${name} changes when ${to} does.`],
      [values[node], `That is the value of ${name}. The question is about the gradient.`],
      [-answer, "The size is right, the sign is not."],
    ],
  };
}

// A leaf that the result depends on along several paths.
function paths(random) {
  const { formula, graph, at, values, where } = drawnGraph(random);
  const leaf = pick(random, graph.boxes.flatMap(({ kind }, i) => (kind === "leaf" ? [i] : [])));
  const right = gradients(graph, values);
  const order = graph.boxes.map((_, i) => i).reverse().filter((i) => graph.boxes[i].kind !== "leaf");
  const { came } = backward(graph, values, order).state[leaf];
  const [name, answer] = [graph.boxes[leaf].name, right[leaf]];
  const from = came.map((one) => `${short(one.value)} from ${graph.boxes[one.from].name}`);
  const inner = graph.boxes.flatMap(({ kind }, i) => (kind === "operation" && usersOf(graph, i).length > 1 ? [i] : []));
  // A shared node that runs with the first of its shares: the path through the other is forgotten.
  const early = inner.map((i) => [i, backward(graph, values, order).state[i].came[0].value / right[i] * answer]);
  return {
    kind: "paths", formula, at, order: [], leaf: name, answer,
    question: `z = ${formula}, at ${where}. What is ${name}.grad in the end?`,
    solution: `${name} receives ${listed(from)}${from.length > 1 ? `. Shares add up: ${came.map((one) => inside(one.value)).join(" + ")} = ${short(answer)}` : ""}.`,
    slips: [
      ...(came.length > 1 ? came.map((one) => [one.value,
        `That is the share from ${graph.boxes[one.from].name} alone. You forgot to add all paths: ${name} is used ${came.length === 2 ? "twice" : `${came.length} times`}.`]) : []),
      ...early.map(([i, value]) => [value, `You followed only one of the paths into ${graph.boxes[i].name}. It is used twice, and has to wait for both shares.`]),
      ...(came.length > 1 ? [[came.reduce((product, one) => product * one.value, 1), "You multiplied the shares of different paths. They add up."]] : []),
      [values[graph.root], "That is the value of z. The question is about the gradient."],
      [-answer, "The size is right, the sign is not."],
    ],
  };
}

const KINDS = { chain, share, paths };

// One drill; slips that would be right, or that an earlier slip covers, are left out.
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

// The reply to an answer: whether it's right, and a sentence.
export function answered(drill, text) {
  let number;
  try {
    ({ number } = graphOf(parse(text)));
  } catch (error) {
    return { reply: text.trim() ? `I can't read this answer. ${error.message}` : "Write a number first: a wrong guess teaches more than none." };
  }
  if (number === undefined) return { reply: "Write a number: put in the values of x and y." };
  const close = (value) => Math.abs(number - value) <= 1e-3 * Math.max(1, Math.abs(value));
  if (close(drill.answer)) return { isRight: true, reply: drill.solution };
  const slip = drill.slips.find(([value]) => close(value));
  return { isRight: false, reply: slip ? slip[1] : "Go back one node at a time: what arrived, times the slope of this node." };
}
