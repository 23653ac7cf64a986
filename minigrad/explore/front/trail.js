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

function traced([x, y]) {
  return drawn("circle", { class: "mg-disc", cx: x, cy: y, r: 3 });
}
