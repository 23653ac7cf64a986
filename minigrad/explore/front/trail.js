// Marks in the picture for the settings that the reader has tried, and only for those.

// Marks can depend on a control. They're shown only while that control is where it was at the visit.
function trailOf(model, state) {
  const separate = model.get("_apart");
  const visited = new Map(); // the marks of each group, by place
  let group = "";
  const marks = () => visited.get(group) ?? new Map();
  const visit = (trace) => {
    const before = group;
    group = separate.map((control) => state.now()[control]).join();
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
