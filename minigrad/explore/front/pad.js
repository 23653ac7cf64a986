// Keyboard control for grips that have no slider: an unseen slider, which the arrow keys change. While it
// has the focus, the grip's handle in the picture is marked.

const DIRECTIONS = {
  ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowDown: [1, -1], ArrowUp: [1, 1],
};

const AHEAD = new Set(["ArrowRight", "ArrowDown"]);

const PAGES = { PageUp: -1, PageDown: 1 };

function padsOf(model, state, { focus, turn }) {
  const led = ({ moves }) => moves.every((control) => state.controls[control].led);
  const pads = model.get("_grips").map((grip, i) => [grip, i]).filter(([grip]) => led(grip)).map(([grip, i]) => {
    const { moves } = grip;
    const pad = html("span", "mg-pad");
    const names = moves.map((control) => state.controls[control].name);
    const told = { "aria-label": names.join(" and "), "aria-valuemin": 0, role: "slider",
      "aria-valuemax": state.sizes[moves[0]] - 1 };
    for (const key in told) pad.setAttribute(key, told[key]);
    for (const event of ["focus", "blur"]) pad.addEventListener(event, () => focus(i, event === "focus"));
    pad.addEventListener("keydown", (event) => {
      if (!(event.key in DIRECTIONS) && !(event.key in PAGES)) return;
      event.preventDefault();
      if (event.key in PAGES) return turn(PAGES[event.key]);
      // A single control goes forward to the right and downward.
      const [which, way] = moves.length > 1 ? DIRECTIONS[event.key] : [0, AHEAD.has(event.key) ? 1 : -1];
      const control = moves[which];
      state.move(control, state.now()[control] + way * (event.shiftKey ? 10 : 1));
    });
    const update = () => {
      const reads = moves.map((control, i) =>
        `${names[i]} ${state.controls[control].labels[state.now()[control]]}`).join(", ");
      pad.setAttribute("aria-valuetext", reads);
      pad.setAttribute("aria-valuenow", state.now()[moves[0]]);
      pad.tabIndex = pointOf(grip, state.now(), state.sizes) ? 0 : -1; // only a handle that's drawn
    };
    return { pad, update };
  });
  return { parts: pads.map(({ pad }) => pad), update: () => pads.forEach(({ update }) => update()) };
}
