// Keyboard control for grips that have no slider: a focusable readout next to the buttons, which the
// arrow keys change. While it has the focus, the grip's handle in the picture is marked.

const DIRECTIONS = {
  ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowDown: [1, -1], ArrowUp: [1, 1],
};

const AHEAD = new Set(["ArrowRight", "ArrowDown"]);

const PAGES = { PageUp: -1, PageDown: 1 };

function padsOf(model, state, { focus, turn }) {
  const led = ({ moves }) => moves.every((control) => state.controls[control].led);
  const pads = model.get("_grips").map((grip, i) => [grip, i]).filter(([grip]) => led(grip)).map(([{ moves }, i]) => {
    const pad = html("span", "mg-pad mg-keys"); // only the keyboard needs it
    const names = moves.map((control) => state.controls[control].name);
    const told = { "aria-label": names.join(" and "), "aria-valuemin": 0, tabindex: 0, role: "slider",
      "aria-valuemax": state.sizes[moves[0]] - 1, title: "Drag in the picture, or use the arrow keys (and Page Up and Down for another point, if there are several)" };
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
    const longest = moves.map((control) => Math.max(...state.controls[control].labels.map((label) =>
      label.length)) + names[moves.indexOf(control)].length + 1);
    pad.style.minWidth = `${longest.reduce((a, b) => a + b) + 2}ch`;
    const update = () => {
      const reads = moves.map((control, i) =>
        `${names[i]} ${state.controls[control].labels[state.now()[control]]}`).join(", ");
      pad.textContent = `✥ ${reads}`;
      pad.setAttribute("aria-valuetext", reads);
      pad.setAttribute("aria-valuenow", state.now()[moves[0]]);
    };
    return { pad, update };
  });
  return { parts: pads.map(({ pad }) => pad), update: () => pads.forEach(({ update }) => update()) };
}
