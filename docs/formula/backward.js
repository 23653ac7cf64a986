// A backward pass in any order. Each node runs once, with the gradient that has arrived by then. A share
// that arrives after its node has run is late, so it's lost.

import { RULES } from "./rules.js";
import { inputsOf, usersOf } from "./graph.js";

// The shares that a box sends to its inputs, given the gradient that has arrived at it.
function sharesOf(graph, values, i, g) {
  const box = graph.boxes[i];
  if (box.kind === "leaf") return [];
  const numbers = inputsOf(graph, values, box);
  return box.inputs.flatMap((input, position) => {
    if ("number" in input) return [];
    return [{ from: i, to: input.box, position, value: RULES[box.op].shares[position](g, ...numbers, values[i]) }];
  });
}

// Return the state of each box (the gradient that it ran with, or the sum so far, and its late shares),
// what happened at each turn, and the boxes that can run next.
export function backward(graph, values, order, root = graph.root, seed = 1) {
  const { state } = notBegun(graph);
  Object.assign(state[root], { sum: seed, came: [{ value: seed }] });
  const turns = order.map((i) => {
    const early = usersOf(graph, i).filter((j) => !state[j].gone);
    state[i].gone = true;
    const shares = sharesOf(graph, values, i, state[i].sum).map((share) => {
      const target = state[share.to];
      const late = target.gone;
      if (late) target.late.push(share);
      else {
        target.sum = target.sum === undefined ? share.value : target.sum + share.value;
        target.came.push(share);
      }
      return { ...share, late, total: target.sum };
    });
    return { box: i, g: state[i].sum, early, shares };
  });
  const ready = state.flatMap(({ sum, gone }, i) => (sum !== undefined && !gone ? [i] : []));
  return { state, turns, ready };
}

// The pass before it begins: not even the result has a gradient.
export function notBegun(graph) {
  return { state: graph.boxes.map(() => ({ sum: undefined, came: [], gone: false, late: [] })), turns: [], ready: [] };
}

// The newest box runs first, as in minigrad, so each box runs after all boxes that used its result.
export function rightOrder(graph) {
  return graph.boxes.map((_, i) => i).reverse();
}

// The part of an order, from its beginning, that can be carried out. A URL may contain any order.
export function possible(graph, names) {
  const order = [];
  for (const name of names) {
    const i = graph.boxes.findIndex((box) => box.name === name);
    if (i < 0 || !backward(graph, [], order).ready.includes(i)) break;
    order.push(i);
  }
  return order;
}

// The newest of the boxes that are ready and have received all their shares.
export function nextInOrder(graph, { state, ready }) {
  const complete = ready.filter((i) => usersOf(graph, i).every((j) => state[j].gone));
  return Math.max(...complete);
}

// The gradient of each box in the right order; undefined where none arrives.
export function gradients(graph, values, root = graph.root) {
  const behind = leadsTo(graph, root);
  const order = rightOrder(graph).filter((i) => behind.has(i));
  return backward(graph, values, order, root).state.map(({ sum }) => sum);
}

function leadsTo(graph, root, found = new Set()) {
  found.add(root);
  for (const { box } of graph.boxes[root].inputs) if (box !== undefined && !found.has(box)) leadsTo(graph, box, found);
  return found;
}

// The missing part of a leaf's gradient: each late share times the slope where it was lost.
// The rules are linear in g, so these sum to the difference from the right gradient.
export function losses(graph, values, { state }, leaf) {
  return state.flatMap(({ late, sum }, i) => late.map((share) => {
    const slope = gradients(graph, values, i)[leaf] ?? 0;
    return { ...share, had: sum, slope, lost: share.value * slope };
  })).filter(({ to, slope }) => to === leaf || slope !== 0);
}
