// The part of the URL after the #: the formula, its letters' values, and the order in which nodes have run,
// or the wrong order that a challenge is about. `parse.js` doesn't accept the letters of these fields.

export const FIRST = { formula: "x*x*(x*x+1)", at: { x: 3, y: 2 }, order: [], broken: [] };
const OTHERWISE = 1; // the first value of other letters

export const valueOf = ({ at }, letter) => at[letter] ?? FIRST.at[letter] ?? OTHERWISE;

export function written(state, letters) {
  const fields = new URLSearchParams({ f: state.formula });
  for (const letter of letters) fields.set(letter, valueOf(state, letter));
  if (state.order.length) fields.set("o", state.order.join("-"));
  if (state.broken.length) fields.set("e", state.broken.join("-"));
  return `#${fields}`;
}

// Null if the fragment is something else, for example the id of a heading.
export function read(fragment) {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  if (!fields.has("f")) return null;
  const numbers = [...fields].filter(([letter, text]) => /^[a-z]$/.test(letter) && text.trim() && Number.isFinite(Number(text)));
  const orderIn = (name) => fields.get(name)?.split("-") ?? [];
  return {
    formula: fields.get("f"), at: { ...FIRST.at, ...Object.fromEntries(numbers.map(([letter, text]) => [letter, Number(text)])) },
    order: orderIn("o"), broken: orderIn("e"),
  };
}
