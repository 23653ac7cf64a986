// The part of the URL after the #: the formula, x and y, and the order in which nodes have run.

export const FIRST = { formula: "x*x*(x*x+1)", x: 3, y: 2, order: [] };

export function written({ formula, x, y, order }, hasY) {
  const fields = new URLSearchParams({ f: formula, x });
  if (hasY) fields.set("y", y);
  if (order.length) fields.set("o", order.join("-"));
  return `#${fields}`;
}

// Null if the fragment is something else, for example the id of a heading.
export function read(fragment) {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  if (!fields.has("f")) return null;
  const number = (name) => {
    const value = Number(fields.get(name) ?? NaN);
    return fields.get(name)?.trim() && Number.isFinite(value) ? value : FIRST[name];
  };
  const order = fields.get("o")?.split("-") ?? [];
  return { formula: fields.get("f"), x: number("x"), y: number("y"), order };
}
