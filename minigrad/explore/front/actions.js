// Actions that the reader chooses: clickable areas in the picture, and buttons above it that do the same.

const MANY = 9; // with this many actions, only the available ones are shown, as separate buttons

function actionsOf(model, state, refuse) {
  const actions = model.get("_actions");
  const refusals = model.get("_refusals");
  // What Play and the slider show isn't the reader's answer before an action has chosen a way. The first
  // control that only actions move says which.
  const way = state.controls.findIndex(({ led }) => led);
  let hasActed = false;
  const isUnasked = () => {
    if (state.isAtStart()) hasActed = false;
    return actions.length > 0 && !hasActed && state.now()[way] === state.controls[way]?.start;
  };
  const leads = (i) => valueAt(actions[i].to, state.frame());
  const act = (i) => {
    const to = leads(i);
    if (to < 0) return refuse(refusals[-1 - to]);
    hasActed = true;
    return state.go(positionOf(to, state.sizes));
  };
  const buttons = actions.map(({ label }, i) => {
    const made = button("mg-action", label, () => act(i));
    const point = (at) => () => spots[i].forEach((spot) => spot.classList.toggle("mg-pointed", at));
    for (const event of ["focus", "pointerenter"]) made.addEventListener(event, point(true));
    for (const event of ["blur", "pointerleave"]) made.addEventListener(event, point(false));
    return made;
  });
  const parts = [...new Set(actions.map(({ group }) => group))].map((name) => {
    const group = html("div", actions.length < MANY ? "mg-choice" : "mg-loose");
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", name || model.get("title"));
    group.append(...buttons.filter((_, i) => actions[i].group === name));
    const whole = part(...(name ? [html("span", "mg-name", name)] : []), group);
    const own = actions.filter((one) => one.group === name);
    whole.classList.toggle("mg-reach", own.every(({ area }) => area));
    return whole;
  });

  let spots = actions.map(() => []);
  const attach = (svgs) => {
    spots = actions.map(({ area }, i) => (area ? svgs : []).map((svg) => {
      const [x, y, width, height] = area;
      const spot = drawn("rect", { class: "mg-spot", x, y, width, height, rx: 9 });
      spot.addEventListener("click", () => act(i));
      svg.append(spot);
      return spot;
    }));
  };
  const show = () => {
    actions.forEach((_, i) => {
      const closed = leads(i) < 0;
      buttons[i].setAttribute("aria-disabled", closed);
      buttons[i].hidden = closed && actions.length >= MANY;
      for (const spot of spots[i]) spot.classList.toggle("mg-open", !closed);
    });
    // The name of an empty group keeps its space, so that the row below doesn't jump.
    for (const one of parts) {
      const shown = one.querySelector("button:not([hidden])");
      one.style.visibility = shown ? "" : "hidden";
    }
  };
  return { parts, attach, show, isUnasked };
}
