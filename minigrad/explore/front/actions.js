// Moves that the reader chooses: buttons above the picture, and the places in it that do the same.

const MANY = 9; // from so many on, only those that can be chosen are in the row

function actionsOf(model, state, refuse) {
  const actions = model.get("_actions");
  const refusals = model.get("_refusals");
  const leads = (i) => valueAt(actions[i].to, state.frame());
  const act = (i) => {
    const to = leads(i);
    if (to < 0) refuse(refusals[-1 - to]);
    else state.go(positionOf(to, state.sizes));
  };
  const buttons = actions.map(({ label, on }, i) => {
    const made = button("mg-action", label, () => act(i));
    if (on) made.setAttribute("aria-pressed", false);
    const point = (at) => () => spots[i].forEach((spot) => spot.classList.toggle("mg-pointed", at));
    for (const event of ["focus", "pointerenter"]) made.addEventListener(event, point(true));
    for (const event of ["blur", "pointerleave"]) made.addEventListener(event, point(false));
    return made;
  });
  const parts = [...new Set(actions.map(({ group }) => group))].flatMap((name) => {
    const group = html("div", "mg-choice");
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", name || model.get("title"));
    group.append(...buttons.filter((_, i) => actions[i].group === name));
    return name ? [html("span", "mg-name", name), group] : [group];
  });

  let spots = actions.map(() => []);
  const hold = (svgs) => {
    spots = actions.map(({ area, on }, i) => (area ? svgs : []).map((svg) => {
      const [x, y, width, height] = area;
      const spot = drawn("rect", { class: `mg-spot${on ? " mg-switch" : ""}`, x, y, width, height, rx: 9 });
      spot.addEventListener("click", () => act(i));
      svg.append(spot);
      return spot;
    }));
  };
  const show = () => {
    actions.forEach(({ on }, i) => {
      const closed = leads(i) < 0;
      buttons[i].setAttribute("aria-disabled", closed);
      if (on) buttons[i].setAttribute("aria-pressed", valueAt(on, state.frame()) === 1);
      buttons[i].hidden = closed && actions.length >= MANY;
      for (const spot of spots[i]) spot.classList.toggle("mg-open", !closed);
    });
  };
  return { parts, hold, show };
}
