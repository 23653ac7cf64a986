// The playground, which trains a network in the page, frame by frame.

import { copied } from "../formula/copying.js";
import { button, html } from "../formula/elements.js";
import { still } from "../formula/motion.js";
import { choice, slider } from "./controls.js";
import { SETS } from "./data.js";
import { ACTIVATIONS } from "../engine/layers.js";
import { byHand, REMOVES } from "./points_by_hand.js";
import { PRESETS, sentenceOf, stateOf } from "./presets.js";
import { programOf, printed } from "./program.js";
import { FIRST, MOMENTA, MOST_LAYERS, MOST_STEPS, MOST_UNITS, RATES, read, written } from "./settings.js";
import { advance, look, trainingOf } from "./training.js";
import { colorsOf, drawLosses, drawPlane } from "./view.js";
import { challengeText, lossText, planeText, stateText, wonText } from "./words_of.js";

const SPEED = 2; // steps in each frame
const KEPT = 60; // steps between two changes of the address, because browsers limit how often it may change
const SOME = 20; // steps between two pictures if the reader prefers reduced motion
const PAUSE = 700; // milliseconds between two such pictures
const BUDGET = 8; // milliseconds of each frame that training may take
const ASKED = 60; // steps in the printed program if the training hasn't started

export function openPlayground(place) {
  let state = { ...FIRST };
  let training = trainingOf(state);
  let preset = null;
  let playing = false;
  let jumping = null;
  let kept = 0; // the step in the address
  let changed = false; // whether the reader changed something while training, so a link can't repeat it
  let kind = 0;
  let lines = true;
  let colors = colorsOf(place);

  const plane = html("canvas", { class: "pg-plane", tabindex: 0, role: "application", "aria-roledescription": "plane of points", "aria-describedby": "pg-keys" });
  const curve = html("canvas", { class: "pg-curve", role: "img" });
  const says = html("p", { class: "pg-says" });
  const wins = html("span");
  const challenge = button("Challenge a friend", () => send(), { class: "pg-challenge" });
  const won = html("p", { class: "pg-won" }, wins, " ", challenge);
  const why = html("p", { class: "pg-why" });
  const live = html("p", { class: "pg-live", "aria-live": "polite" });
  const program = html("pre", { tabindex: 0 });
  const prints = html("pre", { class: "pg-prints" });
  const shown = html("details", { class: "pg-program" }, html("summary", {}, "As PyTorch"),
    html("p", {}, "This program trains the same network on the same points. It prints the losses below, with PyTorch as well as with minigrad."), program,
    button("Copy program", copyProgram), html("p", {}, "It prints:"), prints);
  const link = html("input", { type: "text", readonly: "", hidden: "", "aria-label": "Link to this training run" });
  const play = button("Play", () => (playing ? pause() : start()), { class: "pg-play" });
  const bar = html("div", { class: "pg-bar" }, play, button("Step", () => { pause(); go(1); tell(stateText(training)); }),
    button("Reset", () => { pause(); restart(); tell(`Back at the start. ${stateText(training)}`); }));
  const hand = choice("A click", [0, 1, REMOVES], (value) => { kind = value; hand.show(kind); }, { name: (value) => ["adds a ● disc", "adds a ■ square", "removes"][value] });
  const set = (field, again) => (value) => {
    state = { ...state, [field]: value };
    preset = null;
    if (again) restart();
    else if (training.steps) changed = true;
    show();
  };
  const controls = {
    data: choice("Points", SETS, (data) => { state = { ...state, data, points: null }; preset = null; restart(); }),
    rate: slider("Learning rate", RATES, set("rate")),
    momentum: slider("Momentum", MOMENTA, set("momentum")),
    layers: slider("Hidden layers", Array.from({ length: MOST_LAYERS }, (_, i) => i + 1), set("layers", true)),
    units: slider("Units per layer", Array.from({ length: MOST_UNITS }, (_, i) => i + 1), set("units", true)),
    activation: choice("Activation", Object.keys(ACTIVATIONS), set("activation", true)),
  };
  const tries = PRESETS.map((one) => button(one.name, () => {
    pause();
    preset = one;
    state = stateOf(one);
    restart();
    tell(sentenceOf(one, state));
  }, { "aria-pressed": "false" }));
  const unitLines = html("input", { type: "checkbox", checked: "" });
  unitLines.addEventListener("change", () => { lines = unitLines.checked; draw(); });

  place.replaceChildren(
    html("div", { class: "pg-tries", role: "group", "aria-label": "Try this" }, html("span", { class: "pg-label", "aria-hidden": "true" }, "Try"), ...tries),
    why,
    html("div", { class: "pg-desk" },
      html("div", { class: "pg-left" }, plane, bar, says, won),
      html("div", { class: "pg-right" }, controls.data.row, controls.rate.row, controls.momentum.row, controls.layers.row, controls.units.row, controls.activation.row, curve)),
    html("div", { class: "pg-hand" }, hand.row, html("label", { class: "pg-check" }, unitLines, " lines and arrows"),
      button("Remove all points", () => { pause(); training.points.length = 0; edited("All points removed."); })),
    html("p", { class: "pg-keys", id: "pg-keys" }, "Click the plane to add a point, or Shift-click to add one of the other class. Drag a point to move it, click it to change its class, and Alt-click it to remove it. With the keyboard, the arrow keys move a cursor, Enter adds a point or changes its class, Shift and an arrow key move the point, and Delete removes it."),
    html("div", { class: "pg-bar" }, button("New weights", () => { pause(); state = { ...state, seed: (state.seed + 1) % 1000, zero: false }; preset = null; restart(); }),
      button("Save picture", save)), link, shown, live);
  const cursor = byHand(plane, { points: () => training.points, kind: () => kind, change: edited, look: (words) => { draw(); tell(words); } });

  let speaking;
  function tell(words) {
    clearTimeout(speaking);
    if (words) speaking = setTimeout(() => { live.textContent = words; }, 200);
  }
  function draw() {
    drawPlane(plane, training, colors, { cursor: cursor.shown ? cursor : null, lines });
    drawLosses(curve, training, colors);
    says.textContent = stateText(training);
    wins.textContent = wonText(training, state);
    challenge.hidden = !wins.textContent;
  }
  // Update the parts of the page that don't change with every frame.
  function show() {
    for (const [name, control] of Object.entries(controls)) control.show(name === "data" && state.points ? null : state[name]);
    hand.show(kind);
    tries.forEach((made, i) => made.setAttribute("aria-pressed", PRESETS[i] === preset));
    why.textContent = preset ? sentenceOf(preset, state) : "Press Play. While the network trains, drag a point, add one, or change the learning rate.";
    play.textContent = playing ? "Pause" : "Play";
    plane.setAttribute("aria-label", planeText(training, state));
    curve.setAttribute("aria-label", `The loss, from ${lossText(training.losses[0])} at step 0 to ${lossText(training.loss)} at step ${training.steps}`);
    if (shown.open && !playing) showProgram();
    draw();
    link.hidden = true;
  }
  function address() {
    return written({ ...state, steps: changed ? 0 : Math.min(training.steps, MOST_STEPS) });
  }
  function keep() {
    kept = training.steps;
    try {
      history.replaceState(history.state, "", address());
    } catch {} // not allowed for a page in a frame
  }
  function restart() {
    training = trainingOf(state);
    changed = false;
    show();
    keep();
  }
  function edited(words) {
    state.points = training.points.map((point) => ({ ...point }));
    preset = null;
    if (training.steps) changed = true;
    look(training);
    show();
    tell(words && `${words} ${stateText(training)}`);
    if (words) keep();
  }
  function go(count) {
    advance(training, state, count);
    show();
    keep();
  }

  function start() {
    if (!training.points.length) return;
    playing = true;
    show();
    tell("Training has started.");
    if (still()) jump();
    else requestAnimationFrame(frame);
  }
  function pause() {
    if (!playing) return;
    playing = false;
    clearTimeout(jumping); // or a quick Pause and Play would leave two of them
    show();
    keep();
    tell(`${stateText(training)} ${wonText(training, state)}`);
  }
  function ends() {
    if (training.steps < MOST_STEPS && training.points.length) return false;
    pause();
    return true;
  }
  function frame(at) {
    if (!playing || ends()) return;
    for (let i = 0; i < SPEED && performance.now() - at < BUDGET; i++) advance(training, state);
    draw();
    if (Math.abs(training.steps - kept) >= KEPT) keep();
    requestAnimationFrame(frame);
  }
  function jump() {
    if (!playing || ends()) return;
    go(SOME);
    jumping = setTimeout(jump, PAUSE);
  }

  // The link opens the same points and settings before the first step.
  async function send() {
    const address = new URL(written({ ...state, steps: 0 }), location.href).href;
    const text = challengeText(state, address);
    if (await copied(text, challenge, "Challenge a friend")) return tell("Copied. Paste it into a message.");
    Object.assign(link, { hidden: false, value: text });
    return link.select();
  }
  function showProgram() {
    if (!training.points.length) {
      [program.textContent, prints.textContent] = ["Add a point first.", ""];
      return;
    }
    const fresh = changed || !training.steps;
    const again = fresh ? trainingOf(state) : training;
    if (fresh) advance(again, state, ASKED);
    program.textContent = programOf(state, again.steps);
    prints.textContent = printed(again.steps).map((i) => `${i} ${again.losses[i].toFixed(4)}`).join("\n");
  }
  shown.addEventListener("toggle", () => shown.open && showProgram());
  async function copyProgram(event) {
    if (await copied(program.textContent, event.currentTarget, "Copy program")) tell("Program copied.");
  }
  function save() {
    draw();
    const made = html("a", { href: plane.toDataURL("image/png"), download: "boundary.png" });
    made.click();
  }

  function open(from) {
    pause();
    preset = null;
    const { steps, ...settings } = from;
    state = { ...settings, steps: 0 };
    training = trainingOf(state);
    changed = false;
    advance(training, state, steps);
    preset = PRESETS.find((one) => written(stateOf(one)) === written(state)) ?? null;
    show();
  }
  window.addEventListener("hashchange", () => {
    const from = read(location.hash);
    if (from) open(from);
  });
  new ResizeObserver(draw).observe(plane);
  const recolor = () => { colors = colorsOf(place); draw(); };
  new MutationObserver(recolor).observe(document.body, { attributes: true, attributeFilter: ["data-theme"] });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", recolor);
  open(read(location.hash) ?? FIRST);
}

function openAll() {
  for (const place of document.querySelectorAll(".playground")) openPlayground(place);
}
if (typeof document !== "undefined") {
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", openAll);
  else openAll();
}
