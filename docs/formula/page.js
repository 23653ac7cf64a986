// The field on the first page: a formula, its graph, and a backward pass in an order that the reader
// chooses.

import { FIRST, read, valueOf, written } from "./address.js";
import { backward, isChoice, nextInOrder, notBegun, possible } from "./backward.js";
import { copied } from "./copying.js";
import { curveOf } from "./curve.js";
import { pictureOf } from "./draw.js";
import { button, html } from "./elements.js";
import { forward } from "../engine/engine.js";
import { graphOf, refusal } from "./graph.js";
import { inputOf } from "./inputs.js";
import { playOnce } from "./intro.js";
import { glide, still, sway } from "./motion.js";
import { FormulaError, parse } from "./parse.js";
import { download, fileOf, pngOf } from "./picture_file.js";
import { challenged, computing, departure, isWrong, lastTurn, leavesOf, opening, refused, states, swaying, verdict, waiting } from "./say.js";
import { scrollHintOf } from "./scroll_hint.js";
import { sentenceOf } from "./sentence.js";
import { short } from "./words.js";

const EXAMPLES = ["x*x*(x*x+1)", "x*y + sin(x)", "sigmoid(w*x + b)", "tanh(x*y)*(1 - tanh(x*y))", "log(x)"];
const CHALLENGE = "Can you find an order that doesn't?";
const PATIENCE = 700; // milliseconds before an error in an unfinished formula is shown
const STEP = 1100; // milliseconds between two nodes while the pass plays
const SLIP = 4; // pixels: a press that moves farther than this drags the value
const [LEAST, LEAST_CROWDED] = [0.8, 0.65]; // a picture shrinks to this fraction of its size before it scrolls

export function open(place) {
  const state = { ...FIRST };
  let graph = null;
  let shown = null;
  let complaint = 0;
  let telling = 0;
  let playing = 0;
  let changing = null; // the letter that changed last

  const field = html("input", { type: "text", class: "fm-formula", id: "fm-formula", spellcheck: "false", autocomplete: "off",
    autocapitalize: "off", autocorrect: "off", enterkeyhint: "go", "aria-describedby": "fm-wrong" });
  const wrong = html("p", { class: "fm-wrong", id: "fm-wrong", role: "alert" });
  const chosen = EXAMPLES.map((formula) => button(formula, () => type(formula), { class: "fm-example" }));
  const inputs = new Map(); // of the letters so far
  const rows = html("div", { class: "fm-inputs" });
  const canvas = html("div", { class: "fm-picture" });
  const curve = curveOf((value) => move(letter(), value));
  const sentence = sentenceOf(canvas);
  const { hint, look: lookForMore } = scrollHintOf(canvas);
  const live = html("p", { class: "fm-live", role: "status" });
  const play = button("Play", () => (playing ? pause() : run()), { class: "fm-play" });
  const back = button("Back", () => go(state.order.slice(0, -1)));
  const again = button("Reset", () => go([]));
  const challenge = button("Challenge a friend", () => send(), { class: "fm-challenge" });
  const save = button("Save picture", async () => download("minigrad-graph.png", await picture()));
  const link = html("input", { type: "text", class: "fm-link", readonly: "", hidden: "", "aria-label": "Link to this graph" });
  const card = html("div", { class: "fm-card" },
    html("div", { class: "fm-bar" }, ...(still() ? [] : [play]), again, back, challenge, hint), canvas, curve.picture, sentence.place);
  place.replaceChildren(
    card,
    html("div", { class: "fm-over" }, wrong),
    html("div", { class: "fm-top" },
      html("label", { class: "fm-label", for: "fm-formula" }, "Try your own function"), field,
      html("div", { class: "fm-examples", role: "group", "aria-label": "Examples" }, ...chosen)), rows,
    html("div", { class: "fm-share" }, save), link, live);

  const letters = () => leavesOf(graph).map((i) => graph.boxes[i].name);
  const letter = () => (letters().includes(changing) ? changing : letters()[0]);
  const values = () => forward(graph, state.at);
  const indices = () => possible(graph, state.order);
  const pass = () => backward(graph, values(), indices());
  const caption = () => `z = ${state.formula}, ${letters().map((name) => `${name} = ${short(state.at[name], 12)}`).join(", ")}`;
  const picture = () => pngOf(fileOf(shown.picture, broken() ? `${caption()}: ${CHALLENGE}` : caption()));
  const broken = () => isWrong(graph, values(), pass());

  function spoken() {
    const now = pass();
    if (now.turns.length) return now.ready.length ? lastTurn(graph, now) : verdict(graph, values(), now);
    const theirs = backward(graph, values(), possible(graph, state.broken));
    return isWrong(graph, values(), theirs) ? challenged(graph, theirs) : opening(graph, values());
  }
  function show({ fresh = false } = {}) {
    const [now, at] = [pass(), values()];
    shown.show(at, now, { states: states(now), fresh });
    showCurve(now);
    look(now);
    sentence.say(spoken(), fresh && departure(graph, now));
    challenge.hidden = !isWrong(graph, at, now);
    for (const name of letters()) {
      const { row, show: put } = inputs.get(name);
      if (!row.contains(document.activeElement) || document.activeElement.type === "range") put(state.at[name]);
    }
  }
  function showCurve(now) {
    curve.show(graph, state.at, graph.boxes.findIndex(({ name }) => name === letter()), now);
  }
  function showInputs() {
    for (const name of letters()) {
      state.at = { ...state.at, [name]: valueOf(state, name) };
      if (!inputs.has(name)) inputs.set(name, inputOf(name, (value, typed) => move(name, value, typed)));
    }
    const shownRows = letters().map((name) => inputs.get(name).row);
    if (shownRows.some((row, i) => rows.children[i] !== row) || rows.children.length > shownRows.length) rows.replaceChildren(...shownRows);
  }
  // Show the forward pass up to a box, or before it has begun.
  function showComputed(last) {
    const now = notBegun(graph);
    const at = values();
    const known = at.map((value, i) => (graph.boxes[i].kind === "leaf" || i <= last ? value : undefined));
    shown.show(known, now, { states: states(now), computed: last });
    showCurve(now);
    sentence.say(...computing(graph, at, last));
  }
  // Play the forward pass, and change a letter to ask how the result changes. The way back is the reader's.
  function playFirst() {
    const operations = graph.boxes.flatMap(({ kind }, i) => (kind === "operation" ? [i] : []));
    const { at } = state;
    const name = letter();
    let isOver = false;
    const change = () => {
      show();
      return sway((by) => {
        state.at = { ...at, [name]: Number((at[name] + by).toFixed(2)) };
        show();
        sentence.say(swaying(graph, values(), name, at[name]));
      }, () => !isOver);
    };
    showComputed();
    playOnce(canvas, [...operations.map((i) => () => showComputed(i)), change], () => {
      isOver = true;
      state.at = at;
      show();
    });
  }
  // Scroll a picture that is larger than its container to what can run next.
  function look({ turns, ready }) {
    if (canvas.scrollWidth <= canvas.clientWidth && canvas.scrollHeight <= canvas.clientHeight) return;
    const next = (ready.length ? ready : [turns.at(-1).box]).map((i) => shown.areaOf(i).getBoundingClientRect());
    const [left, right] = [Math.min(...next.map((box) => box.left)), Math.max(...next.map((box) => box.right))];
    const [top, bottom] = [Math.min(...next.map((box) => box.top)), Math.max(...next.map((box) => box.bottom))];
    const place = canvas.getBoundingClientRect();
    canvas.scrollBy((left + right - place.left - place.right) / 2, (top + bottom - place.top - place.bottom) / 2);
  }
  // Report to screen readers what happened, after a short pause without changes.
  function tell(words) {
    clearTimeout(telling);
    telling = setTimeout(() => { live.textContent = words; }, 150);
  }
  function keep() {
    try {
      history.replaceState(history.state, "", written(state, letters()));
    } catch {} // not allowed for a page in a frame
    link.hidden = true;
  }
  function told() {
    const { head: first, text: rest } = spoken();
    tell(`${first} ${rest}`);
    keep();
  }
  // Take the next steps, up to the end or to a choice, which is the reader's.
  function run() {
    if (isChoice(graph, pass())) return answer(waiting(graph, pass()));
    if (!pass().ready.length) go([]);
    const step = () => {
      take(nextInOrder(graph, pass()));
      const now = pass();
      if (!now.ready.length || isChoice(graph, now)) pause();
    };
    play.textContent = "Pause";
    playing = setInterval(step, STEP);
    step();
  }
  function pause() {
    clearInterval(playing);
    playing = 0;
    play.textContent = "Play";
  }
  // Send this wrong pass as a challenge, with its picture where the device can share one.
  async function send() {
    const address = new URL(written({ ...state, order: [], broken: state.order }, letters()), location.href).href;
    const text = `I broke backprop on ${caption()}. ${CHALLENGE}`;
    const files = [new File([await picture()], "minigrad-graph.png", { type: "image/png" })];
    if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ files })) {
      return navigator.share({ text, url: address, files }).catch(() => {}); // the reader may have changed their mind
    }
    const whole = `${text} ${address}`;
    if (await copied(whole, challenge, "Challenge a friend")) return tell("Copied. Paste it into a message.");
    Object.assign(link, { hidden: false, value: whole });
    return link.select();
  }
  function go(order) {
    const fresh = order.length > state.order.length;
    state.order = order;
    show({ fresh });
    told();
  }
  // Reply to a press that changes nothing.
  function answer(text) {
    sentence.say({ ...spoken(), text });
    tell(text);
  }
  function take(i) {
    const now = pass();
    if (!now.ready.includes(i)) return answer(refused(graph, now, i));
    return go([...indices(), i].map((k) => graph.boxes[k].name));
  }
  function move(name, value, typed = false) {
    changing = name;
    inputs.get(name).show(value, typed);
    // All numbers follow from the gliding input, so they're right in every frame.
    const put = (at) => {
      state.at = { ...state.at, [name]: at };
      show();
      if (at === value) told();
    };
    if (!typed) return put(value);
    let last = state.at[name];
    glide(last, value, (at) => put(last = at), () => state.at[name] === last);
  }
  function layOut() {
    const before = canvas.contains(document.activeElement) ? document.activeElement.dataset.box : undefined;
    const made = () => pictureOf(graph, canvas.clientWidth || 680, { choose: take, label: `The graph of ${field.value.trim()}` });
    card.classList.remove("fm-crowded", "fm-tall");
    shown = made();
    // On a phone, the curve is next to a narrow graph, and below another one. On a wide page, it's next to a tall one.
    const [isWide, isTall] = [shown.width > canvas.clientWidth, LEAST * shown.height > canvas.clientHeight];
    card.classList.toggle("fm-crowded", isWide);
    card.classList.toggle("fm-tall", isTall);
    if (isWide || isTall) shown = made();
    graph.boxes.forEach((box, i) => {
      shown.areaOf(i).dataset.box = box.name;
      if (box.kind === "leaf") lead(shown.areaOf(i), box.name);
    });
    canvas.replaceChildren(shown.picture);
    const fits = Math.min(1, canvas.clientWidth / shown.width, canvas.clientHeight / shown.height);
    shown.picture.style.width = `${shown.width * Math.max(fits, isWide ? LEAST_CROWDED : LEAST)}px`;
    curve.fit();
    lookForMore();
    if (before !== undefined) canvas.querySelector(`[data-box="${before}"]`)?.focus();
  }
  // Dragging a leaf changes its value, and pressing it runs its mailbox.
  function lead(area, name) {
    let from = null;
    let led = false;
    area.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      from = { x: event.clientX, value: state.at[name] };
      led = false;
    });
    area.addEventListener("pointermove", (event) => {
      if (!from || (!led && Math.abs(event.clientX - from.x) < SLIP)) return;
      if (!led) area.setPointerCapture(event.pointerId);
      led = true;
      move(name, Number((from.value + Math.round((event.clientX - from.x) / 4) / 10).toFixed(6)));
    });
    for (const end of ["pointerup", "pointercancel"]) area.addEventListener(end, () => { from = null; });
    area.addEventListener("click", (event) => {
      if (led) event.stopImmediatePropagation();
      led = false;
    }, true);
  }

  function type(formula) {
    field.value = formula;
    change(true);
  }
  function change(atOnce = false) {
    clearTimeout(complaint);
    try {
      const made = graphOf(parse(field.value));
      const reason = refusal(made);
      if (reason) throw new FormulaError(reason, 0, field.value.length);
      accept(made);
      told();
    } catch (error) {
      if (!(error instanceof FormulaError)) throw error;
      complaint = setTimeout(() => complain(error), atOnce ? 0 : PATIENCE);
    }
  }
  function accept(made) {
    const same = JSON.stringify(made) === JSON.stringify(graph);
    const order = same || state.formula === field.value.trim() ? state.order : [];
    const theirs = same || state.formula === field.value.trim() ? state.broken : [];
    Object.assign(state, { formula: field.value.trim(), order, broken: theirs });
    graph = made;
    showInputs();
    wrong.replaceChildren();
    field.removeAttribute("aria-invalid");
    place.classList.remove("fm-stale");
    chosen.forEach((example) => example.setAttribute("aria-pressed", example.textContent === state.formula));
    if (!same) {
      layOut();
      shown.picture.classList.add("fm-runs");
    }
    show();
  }
  // Show an error message, and below it the formula with the wrong part marked.
  function complain({ message, start, end }) {
    const words = field.value;
    const mark = html("mark", {}, words.slice(start, end) || "\u00a0");
    const where = words.trim() ? [html("code", {}, words.slice(0, start), mark, words.slice(Math.max(end, start)))] : [];
    const position = words.trim() && end - start < words.length ? `At character ${start + 1}: ` : "";
    wrong.replaceChildren(`${position}${message}`, ...where);
    field.setAttribute("aria-invalid", "true");
    place.classList.add("fm-stale");
  }

  function start(from) {
    Object.assign(state, from, { formula: from.formula.trim() });
    field.value = from.formula;
    try {
      const made = graphOf(parse(field.value));
      const reason = refusal(made);
      if (reason) throw new FormulaError(reason, 0, field.value.length);
      accept(made);
      state.order = indices().map((i) => graph.boxes[i].name);
    } catch (error) {
      if (!(error instanceof FormulaError)) throw error;
      if (!graph) start(FIRST);
      field.value = from.formula;
      complain(error);
    }
  }
  // Anything else that the reader does ends Play.
  place.addEventListener("pointerdown", ({ target }) => target !== play && pause());
  place.addEventListener("input", pause);
  place.addEventListener("keydown", ({ target }) => target !== play && pause());
  field.addEventListener("input", () => change());
  field.addEventListener("keydown", (event) => event.key === "Enter" && change(true));
  window.addEventListener("hashchange", () => {
    const from = read(location.hash);
    if (from) start(from);
  });
  const linked = read(location.hash);
  start(linked ?? FIRST);
  if (!linked && !still()) playFirst();
  let room = card.clientWidth;
  new ResizeObserver(() => {
    if (card.clientWidth === room) return;
    room = card.clientWidth;
    layOut();
    show();
  }).observe(card);
}
