// The state of an explorer: the positions of its controls, which are traits of the model. A control
// can be moved by its slider or buttons, by Play and Reset, and by dragging in the picture.
// The files of this front end are joined in the order that `content.py` lists, and share one scope.

const ENDS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"]; // the traits, one per control

const READABLE = 600; // milliseconds: in less, nobody reads a sentence

function stateOf(model) {
  const controls = model.get("controls");
  const sizes = controls.map(({ labels, typed, size }) => size ?? typed?.size ?? labels.length);
  const now = () => controls.map((_, i) => model.get(ENDS[i]));
  let [going, changed, act] = [false, false, () => {}];
  // How far each control is held beyond its position: a grip sets it, or a slider of a page.
  let lean = [];
  const lead = () => {
    lean = model.get("_lean");
    notify();
  };
  const notify = () => {
    changed = going;
    if (!going) act();
  };
  // Several controls can move in one step. The positions in between are neither shown nor marked.
  const go = (at, toward = []) => {
    const leans = toward.join() !== lean.join();
    lean = toward;
    going = true;
    at.forEach((to, i) => model.set(ENDS[i], Math.min(Math.max(to, 0), sizes[i] - 1)));
    going = false;
    if (changed || leans) notify();
    model.save_changes();
  };
  const watch = (wanted) => {
    act = wanted;
    ENDS.forEach((end) => model.on(`change:${end}`, notify));
    model.on("change:_lean", lead);
    return () => {
      ENDS.forEach((end) => model.off(`change:${end}`, notify));
      model.off("change:_lean", lead);
    };
  };
  // A choice can also set other controls.
  const move = (control, to, toward = []) => {
    const sets = controls[control].sets?.[to];
    go(now().map((index, i) => (i === control ? to : sets?.[i] ?? index)), toward);
  };
  const reset = () => go(controls.map(({ start }) => start));
  const isAtStart = () => controls.every(({ start }, i) => now()[i] === start);
  let pause = 0; // the milliseconds for which Play shows a state, or 0
  const play = (each) => {
    const turns = !pause !== !each;
    pause = each;
    if (turns) notify();
  };
  let runs = () => {}; // from the first position to the last
  const onRun = (wanted) => {
    runs = wanted;
  };
  return { onRun, run: () => runs(), controls, sizes, now, move, go, reset, isAtStart, watch, play, isPlaying: () => pause > 0,
    isHurried: () => pause > 0 && pause < READABLE,
    lean: () => lean, frame: () => frameAt(now(), sizes) };
}

function html(tag, className, text = "") {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

// A group of elements that stays on one line when its row wraps.
function part(...contents) {
  const made = html("span", "mg-part");
  made.append(...contents);
  return made;
}

function button(className, text, act) {
  const made = html("button", className, text);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}
