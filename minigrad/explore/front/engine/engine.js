// The pages' autograd, for plain numbers. A graph is a list of boxes, each after its inputs, and a root.
// A box is a leaf, or an operation whose inputs are numbers or other boxes.

// The rules of minigrad's operations (minigrad/ops) for plain numbers: the value of each, and the share
// of a gradient g that it sends to each input. Some rules differ if an input is a constant number.

// Return 1 as C and Python do in the cases for which JavaScript returns nan.
function power(base, exponent) {
  if (base === 1 || (base === -1 && Math.abs(exponent) === Infinity)) return 1;
  return base ** exponent;
}

function powerOfNumber(x, n) {
  if (Math.abs(n) === 0.5) return n > 0 ? Math.sqrt(x) : 1 / Math.sqrt(x);
  if (n === 3) return x * x * x;
  return n === -2 ? 1 / (x * x) : power(x, n);
}

function slopeOfExponential(base, n, out) {
  if (base === 0) return n >= 0 ? 0 : out * -Infinity;
  return out * (base > 0 ? Math.log(base) : NaN);
}

// The part of a gradient that goes to the larger of two inputs. In a tie, each receives half.
const toLarger = (g, a, b) => (a === b ? g / 2 : a < b ? 0 : g);

const one = (value, share) => ({ value, shares: [share] });
const two = (value, ...shares) => ({ value, shares });

export const RULES = {
  "+": two((a, b) => a + b, (g) => g, (g) => g),
  "-": two((a, b) => a - b, (g) => g, (g) => -g),
  "*": two((a, b) => a * b, (g, a, b) => g * b, (g, a) => g * a),
  "/": two((a, b) => a / b, (g, a, b) => g / b, (g, a, b) => -g * ((a / b) / b)),
  "number /": two((a, b) => (1 / b) * a, null, (g, a, b) => -(g * a) * ((1 / b) * (1 / b))),
  "**": two(power,
    (g, a, b) => (b === 0 ? 0 : g * (b * power(a, b - 1))),
    (g, a, b, out) => g * (a === 0 && b >= 0 ? 0 : out * Math.log(a))),
  "** number": two(powerOfNumber, (g, a, n) => (n === 0 ? 0 : g * (n * powerOfNumber(a, n - 1))), null),
  "number **": two(power, null, (g, a, b, out) => g * slopeOfExponential(a, b, out)),
  negative: one((a) => -a, (g) => -g),
  sin: one(Math.sin, (g, a) => g * Math.cos(a)),
  cos: one(Math.cos, (g, a) => -(g * Math.sin(a))),
  exp: one(Math.exp, (g, a, out) => g * out),
  log: one(Math.log, (g, a) => g / a),
  sqrt: one(Math.sqrt, (g, a, out) => g / (2 * out)),
  sigmoid: one((a) => 1 / (1 + Math.exp(-a)), (g, a, out) => g * (out * (1 - out))),
  abs: one(Math.abs, (g, a) => g * (Math.sign(a) || 0)), // 0 also where a is NaN, as in PyTorch
  tanh: one(Math.tanh, (g, a, out) => g * (1 - out * out)),
  max: two(Math.max, toLarger, (g, a, b) => toLarger(g, b, a)),
  min: two(Math.min, (g, a, b) => toLarger(g, b, a), toLarger),
  relu: one((a) => (a < 0 ? 0 : a), (g, a, out) => (out <= 0 ? 0 : g)),
};

export function inputsOf(graph, values, box) {
  return box.inputs.map((input) => ("number" in input ? input.number : values[input.box]));
}

// The value of each box, for given values of the leaves.
export function forward(graph, at) {
  const values = [];
  for (const box of graph.boxes) {
    values.push(box.kind === "leaf" ? at[box.name] : RULES[box.op].value(...inputsOf(graph, values, box)));
  }
  return values;
}

// The shares that a box sends to its inputs, given the gradient that has arrived at it.
export function sharesOf(graph, values, i, g) {
  const box = graph.boxes[i];
  if (box.kind === "leaf") return [];
  const numbers = inputsOf(graph, values, box);
  return box.inputs.flatMap((input, position) => {
    if ("number" in input) return [];
    return [{ from: i, to: input.box, position, value: RULES[box.op].shares[position](g, ...numbers, values[i]) }];
  });
}

// The gradient of each box; undefined where none arrives. The newest box runs first, as in minigrad, so
// each box runs after all boxes that used its result.
export function gradients(graph, values, root = graph.root) {
  const sums = [];
  sums[root] = 1;
  for (let i = root; i >= 0; i--) {
    if (sums[i] === undefined) continue;
    for (const { to, value } of sharesOf(graph, values, i, sums[i])) {
      sums[to] = sums[to] === undefined ? value : sums[to] + value;
    }
  }
  return sums;
}

// The graph of a program, which is a function of `op` and one input for each leaf. `op` records an
// operation on inputs and numbers, and returns its result, which can be an input of others.
export function recorded(names, program) {
  const boxes = names.map((name) => ({ kind: "leaf", name, inputs: [] }));
  const op = (name, ...inputs) => ({ box: boxes.push({
    kind: "operation", op: name, inputs: inputs.map((input) => (typeof input === "number" ? { number: input } : input)),
  }) - 1 });
  const { box: root } = program(op, ...names.map((_, box) => ({ box })));
  return { boxes, root };
}
