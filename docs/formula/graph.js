// The graph of a formula: its leaves and operations, in the order in which they run. Equal parts share
// a node, so x*x*(x*x + 1) becomes a = x * x; a * (a + 1).

import { RULES } from "../engine/engine.js";
import { MINUS, short } from "./words.js";

export const MOST = 24; // operations that a picture has room for
const MOST_LETTERS = 6; // and sliders that a phone has room for
const NAMES = "abcdfhijkmnpqrstuvw"; // e, g, x, y, and z have other meanings, and l and o look like digits

// Return the boxes, whose inputs are numbers or other boxes, and the root: a box, or a number if the
// formula is constant.
export function graphOf(tree) {
  const boxes = [];
  const known = new Map();
  const keyOf = (input) => ("number" in input ? `#${Object.is(input.number, -0) ? "-0" : input.number}` : `${input.box}`);
  const box = (key, made) => {
    if (!known.has(key)) {
      known.set(key, { box: boxes.length });
      boxes.push(made);
    }
    return known.get(key);
  };
  const operation = (op, ...inputs) => {
    if (inputs.every((input) => "number" in input)) {
      return { number: RULES[op].value(...inputs.map((input) => input.number)) };
    }
    return box([op, ...inputs.map(keyOf)].join(" "), { kind: "operation", op, inputs });
  };
  const walk = (tree) => {
    if (tree.kind === "number") return { number: tree.value };
    if (tree.kind === "name") return box(tree.name, { kind: "leaf", name: tree.name, inputs: [] });
    if (tree.kind === "negative") return operation("negative", walk(tree.of));
    if (tree.kind === "call") return operation(tree.name, ...tree.of.map(walk));
    const [left, right] = [walk(tree.left), walk(tree.right)];
    const [isLeft, isRight] = ["number" in left, "number" in right];
    if (isLeft && !isRight && ["/", "**"].includes(tree.op)) return operation(`number ${tree.op}`, left, right);
    if (isRight && !isLeft && tree.op === "**") return operation("** number", left, right);
    return operation(tree.op, left, right);
  };
  const root = walk(tree);
  if (boxes.length) name(boxes);
  return { boxes, root: root.box, number: root.number };
}

function name(boxes) {
  const operations = boxes.filter(({ kind }) => kind === "operation");
  const names = [...NAMES].filter((letter) => !boxes.some((box) => box.name === letter));
  operations.forEach((box, i) => {
    const letter = names[i % names.length] + (i < names.length ? "" : Math.floor(i / names.length) + 1);
    box.name = box === operations.at(-1) ? "z" : letter;
  });
  for (const box of operations) box.text = textOf(box, boxes);
}

// The text of an operation, for example `x * x`.
function textOf({ op, inputs }, boxes) {
  const words = inputs.map((input) => ("number" in input ? short(input.number) : boxes[input.box].name));
  if (op === "negative") return `-${words[0]}`;
  if (/^\w+$/.test(op)) return `${op}(${words.join(", ")})`;
  if (words[1].startsWith(MINUS)) words[1] = `(${words[1]})`;
  if (words[0].startsWith(MINUS) && op.includes("**")) words[0] = `(${words[0]})`;
  return words.join(` ${op.replace("number", "").trim()} `);
}

// The error message for a valid formula whose graph has no backward pass or doesn't fit.
export function refusal({ boxes, root }) {
  const operations = boxes.filter(({ kind }) => kind === "operation").length;
  const letters = boxes.length - operations;
  if (root === undefined) return "There is no letter in this formula, so there is no slope to find. Use x somewhere in it.";
  if (letters > MOST_LETTERS) return `This formula has ${letters} letters, but there's room for only ${MOST_LETTERS} sliders. Use fewer letters.`;
  if (!operations) return "There is no operation in this formula. Compute something from x, for example x*x.";
  if (operations > MOST) return `This formula has ${operations} operations, but the picture has room for only ${MOST}. Make it shorter.`;
  return "";
}

// The boxes that use the result of a box, each listed once.
export function usersOf(graph, i) {
  return graph.boxes.flatMap(({ inputs }, j) => (inputs.some(({ box }) => box === i) ? [j] : []));
}
