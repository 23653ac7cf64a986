// The figure in another shape, for a page that is too narrow for its picture, such as a phone's.

// The model with that shape's content instead of what it stores under the same keys, or null if there is no
// other shape.
function narrowed(model) {
  const { areas, ...content } = model.get("_narrow") ?? {};
  if (!areas) return null;
  // A program's data differs only in part.
  if (content._data) content._data = { ...model.get("_data"), ...content._data };
  content._actions = model.get("_actions").map((action, i) => ({ ...action, area: areas[i] ?? null }));
  return {
    get: (key) => content[key] ?? model.get(key),
    set: (key, value) => model.set(key, value),
    on: (event, act) => model.on(event, act),
    off: (event, act) => model.off(event, act),
    save_changes: () => model.save_changes(),
  };
}

// Draw the shape that fits the page, and draw again when another one fits because a phone was turned. `draw`
// returns a function that ends what it drew, and so does this one.
function inShape(model, draw) {
  const onPhone = narrowed(model);
  if (!onPhone) return draw(model);
  const narrow = matchMedia(`(max-width: ${NARROW}px)`);
  let leave = () => {};
  const fit = () => {
    leave();
    leave = draw(narrow.matches ? onPhone : model);
  };
  fit();
  narrow.addEventListener("change", fit);
  return () => {
    narrow.removeEventListener("change", fit);
    leave();
  };
}
