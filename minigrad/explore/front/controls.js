// The controls above the picture: rows of choices, and the buttons Play and Reset. Also
// accessible names for the handles of sliders, because ipywidgets gives them none.

const RUN = 9000; // milliseconds that Play takes from the first step to the last
const MOST_JOINED = 8; // options in a row without gaps
const [FASTEST, SLOWEST] = [150, 1200]; // limits on the milliseconds per step
const HASTE = 3; // how many times as fast Play is where little changes from step to step
const RESTS = 700; // milliseconds after which a slider's keys are at rest
const MOVES = /^(Arrow|Page|Home|End)/; // keys that move a slider or a handle

function choiceOf(state, control) {
  const { name, labels } = state.controls[control];
  // So many options need several rows on a phone, so they aren't joined.
  const group = html("div", labels.length > MOST_JOINED ? "mg-loose" : "mg-choice");
  group.setAttribute("role", "radiogroup");
  group.setAttribute("aria-label", name);
  const options = labels.map((label, i) => {
    const option = button("mg-option", label, () => {
      const isNew = i !== state.now()[control];
      state.move(control, i);
      if (isNew && state.controls[control].runs) state.run();
    });
    option.setAttribute("role", "radio");
    return option;
  });
  group.append(...options);
  const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
  group.addEventListener("keydown", (event) => {
    if (!(event.key in steps)) return;
    event.preventDefault();
    const to = (state.now()[control] + steps[event.key] + labels.length) % labels.length;
    state.move(control, to);
    options[to].focus();
  });
  const update = () => {
    options.forEach((option, i) => {
      const chosen = i === state.now()[control];
      option.setAttribute("aria-checked", chosen);
      option.tabIndex = chosen ? 0 : -1;
    });
  };
  return [[html("span", "mg-name", name), group], update];
}

// Play takes one step at a time until the end, or until the reader has to choose. It's off at the start,
// from where it goes through all positions.
function playOf(state, control, signal) {
  const { waits, slow = 0, fast = Infinity } = state.controls[control];
  const last = state.sizes[control] - 1;
  const quick = Math.min(Math.max(RUN / last, FASTEST), SLOWEST);
  let timer = null;
  let knows = false; // a reader who plays it again at the end has nothing left to choose
  const ends = () => state.now()[control] >= last || (waits && !knows && state.isAtStart());
  const stop = () => {
    clearTimeout(timer);
    timer = null;
    play.textContent = "Play";
    state.play(0);
  };
  let again = false; // a reader who changed something and lets it run wants to see the end
  const go = (to) => {
    const pause = (again ? quick / 2 : to < slow ? SLOWEST : quick) / (to < fast ? 1 : HASTE);
    state.play(pause);
    if (to !== state.now()[control]) state.move(control, to);
    timer = setTimeout(step, pause);
  };
  const step = () => {
    go(state.now()[control] + 1);
    if (ends()) stop();
  };
  const play = button("mg-play", "Play", () => {
    if (timer !== null && !again) return stop();
    clearTimeout(timer);
    play.textContent = "Pause";
    again = false;
    const now = state.now()[control];
    knows = now >= last;
    go(ends() || state.isAtStart() ? Number(now === 0) : now);
  });
  state.onRun(() => {
    stop(); // the button still says Play, and shows the rest slowly
    again = true;
    go(0);
  });
  signal?.addEventListener("abort", stop);
  play.mgStop = () => timer !== null && stop();
  return play;
}

// The controls that can be played: those that ask for it, or else the only slider.
function playedOf(controls) {
  const played = controls.flatMap(({ play }, i) => (play ? [i] : []));
  const sliders = controls.flatMap(({ choice, led }, i) => (choice || led ? [] : [i]));
  return played.length ? played : sliders.length === 1 ? sliders : [];
}

// Where Play is, for a picture that changes too fast for sentences.
function whereabouts({ controls, now }) {
  return playedOf(controls).map((i) => `${controls[i].name}: ${controls[i].labels[now()[i]]}`).join(", ");
}

// Navigation comes first, in a fixed place. Choices and actions are in the row below it.
function toolbar(state, actions, signal) {
  const [bar, nav, rest] = ["mg-bar", "mg-row mg-nav", "mg-row"].map((name) => html("div", name));
  const updates = [];
  const played = playedOf(state.controls);
  state.controls.forEach(({ name, choice, led, typed }, control) => {
    if (typed) {
      const [parts, update] = typedOf(state, control);
      rest.append(part(...parts));
      updates.push(update);
      return;
    }
    if (choice) {
      const [parts, update] = choiceOf(state, control);
      rest.append(part(...parts));
      updates.push(update);
    } else if (played.includes(control)) {
      if (isStill()) state.onRun(() => state.move(control, state.sizes[control] - 1));
      else nav.append(playOf(state, control, signal));
    }
  });
  rest.append(...actions);
  nav.append(button("mg-reset", "Reset", state.reset));
  bar.append(...[nav, rest].filter((row) => row === nav || row.children.length));
  // Using any other control stops Play, before that control may start it again.
  bar.addEventListener("click", ({ target }) => {
    const play = bar.querySelector(".mg-play");
    if (play && target !== play) play.mgStop();
  }, { capture: true });
  return [bar, () => updates.forEach((update) => update())];
}

// Label each slider handle with its name and its current value. The observer is needed because
// noUiSlider keeps overwriting the value with a bare index.
function labelHandles(el, state, signal) {
  const sliders = state.controls.flatMap(({ choice, led }, i) => (choice || led ? [] : [i]));
  const watch = new MutationObserver(() => label());
  let patience = 200;
  function label() {
    const box = el.closest(".mg-explorer");
    const handles = box?.querySelectorAll(".noUi-handle") ?? [];
    if (!box || handles.length < sliders.length) {
      if (patience-- && !signal?.aborted) setTimeout(label, 50);
      return;
    }
    sliders.forEach((control, i) => {
      const { name, labels } = state.controls[control];
      const wanted = { "aria-label": name, "aria-valuetext": labels[state.now()[control]] };
      for (const key in wanted) {
        if (handles[i].getAttribute(key) !== wanted[key]) handles[i].setAttribute(key, wanted[key]);
      }
      watch.observe(handles[i], { attributes: true, attributeFilter: ["aria-valuetext"] });
    });
    // The readout next to a slider isn't an input field: typing there would have no effect.
    for (const readout of box.querySelectorAll(".widget-readout:not([contenteditable=false])")) readout.contentEditable = "false";
    // Keys pressed in an explorer must not reach JupyterLab, where `d d` would delete the cell.
    box.setAttribute("data-lm-suppress-shortcuts", "true");
  }
  signal?.addEventListener("abort", () => watch.disconnect());
  label();
  return label;
}

// A reader who moves a slider, a handle, or a choice takes over from Play, also with the keys.
function takesOver(el, stop, signal) {
  const act = ({ key, target }) => {
    if (key !== undefined && !MOVES.test(key)) return; // a pointer has no key
    const control = target.closest?.('.noUi-base, [role="slider"], [role="radio"]');
    if (control?.closest(".mg-explorer")?.contains(el)) stop();
  };
  for (const event of ["pointerdown", "keydown"]) {
    document.addEventListener(event, act, { capture: true, signal });
  }
}

// Mark the figure as undecided while a slider is held, and until its keys are at rest. Dropping a slider
// can start Play. Returns a function that ends this.
function decidesLater(el, state, signal) {
  const ending = new AbortController();
  signal?.addEventListener("abort", () => ending.abort());
  const listen = (event, act) => document.addEventListener(event, act, { capture: true, signal: ending.signal });
  const isSlider = ({ target }) => target.closest?.(".noUi-base")?.closest(".mg-explorer")?.contains(el);
  let timer = null;
  const wait = () => {
    clearTimeout(timer);
    el.classList.add("mg-undecided");
  };
  const decide = () => el.classList.remove("mg-undecided");
  let from = null;
  listen("pointerdown", (event) => {
    if (!isSlider(event)) return;
    from = state.now();
    wait();
  });
  listen("pointercancel", decide);
  listen("pointerup", () => {
    decide();
    const dropped = from !== null && state.controls.some(({ runs }, i) => runs && from[i] !== state.now()[i]);
    from = null;
    if (dropped) state.run();
  });
  listen("keydown", (event) => {
    if (!isSlider(event) || !MOVES.test(event.key)) return;
    wait();
    timer = setTimeout(decide, RESTS);
  });
  return () => ending.abort();
}
