// The front end of an explorer, in the order of `figure.py`'s MODULES; they share one scope.
// A control is moved by its slider or buttons, by Back, Next, Play and Reset, and by the hand in
// the picture. What they all stand at is kept in one place: the `ENDS` of the model.

const ENDS = ["first", "second", "third", "fourth", "fifth"];

function stateOf(model) {
  const controls = model.get("controls");
  const sizes = controls.map(({ labels, typed }) => typed?.size ?? labels.length);
  const now = () => controls.map((_, i) => model.get(ENDS[i]));
  let [going, changed, act] = [false, false, () => {}];
  const tell = () => {
    changed = going;
    if (!going) act();
  };
  // A move of several controls is one: what lies between its ends is not shown, and not visited.
  const go = (at) => {
    going = true;
    at.forEach((to, i) => model.set(ENDS[i], Math.min(Math.max(to, 0), sizes[i] - 1)));
    going = false;
    if (changed) tell();
    model.save_changes();
  };
  const watch = (wanted) => {
    act = wanted;
    ENDS.forEach((end) => model.on(`change:${end}`, tell));
    return () => ENDS.forEach((end) => model.off(`change:${end}`, tell));
  };
  const move = (control, to) => go(now().map((index, i) => (i === control ? to : index)));
  const reset = () => go(controls.map(({ start }) => start));
  return { controls, sizes, now, move, go, reset, watch, frame: () => frameAt(now(), sizes) };
}

function html(tag, className, text = "") {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

// What belongs together stays together where a row is wrapped.
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
