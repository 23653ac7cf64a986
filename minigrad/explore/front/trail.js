// Marks of what was visited: a picture tells what was tried, and nothing of what was not.

// Marks that depend on a control are shown while it stands where it stood at the visit.
function trailOf(model, state) {
  const alone = model.get("_apart");
  const visited = new Map(); // by place, those of one group together
  let group = "";
  const marks = () => visited.get(group) ?? new Map();
  const visit = (trace) => {
    const before = group;
    group = alone.map((control) => state.now()[control]).join();
    if (!visited.has(group)) visited.set(group, new Map());
    const added = trace && !marks().has(trace.join()) ? trace : null;
    if (added) marks().set(added.join(), added);
    return { added, anew: group !== before };
  };
  return { visit, marks: () => [...marks().values()], forget: () => visited.clear() };
}

const SHAPES = {
  disc: (x, y) => ["circle", { cx: x, cy: y, r: 3 }],
  ring: (x, y) => ["circle", { cx: x, cy: y, r: 2.5 }],
  diamond: (x, y) => ["path", { d: `M${x} ${y - 4}l4 4l-4 4l-4 -4z` }],
};

function traced([x, y, shape = "disc"]) {
  const [tag, attributes] = SHAPES[shape](x, y);
  return drawn(tag, { class: `mg-${shape}`, ...attributes });
}
