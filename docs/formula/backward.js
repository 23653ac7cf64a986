// A backward pass in any order. Each node runs once, with the gradient that has arrived by then. A share
// that arrives after its node has run is late, so it's lost.

import { gradients, sharesOf } from "../engine/engine.js";
import { usersOf } from "./graph.js";

// Return the state of each box (the gradient that it ran with, or the sum so far, and its late shares),
// what happened at each turn, and the boxes that can run next.
export function backward(graph, values, order) {
  const { state } = notBegun(graph);
  Object.assign(state[graph.root], { sum: 1, came: [{ value: 1 }] });
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

// Whether one of the boxes that can run next hasn't received all its shares, so that the order matters.
export function isChoice(graph, { state, ready }) {
  return ready.some((i) => usersOf(graph, i).some((j) => !state[j].gone));
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

// The missing part of a leaf's gradient: each late share times the slope where it was lost.
// The rules are linear in g, so these sum to the difference from the right gradient.
export function losses(graph, values, { state }, leaf) {
  return state.flatMap(({ late, sum }, i) => late.map((share) => {
    const slope = gradients(graph, values, i)[leaf] ?? 0;
    return { ...share, had: sum, slope, lost: share.value * slope };
  })).filter(({ to, slope }) => to === leaf || slope !== 0);
}
