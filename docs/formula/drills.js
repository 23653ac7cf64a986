// The drills on the page, one after another: a question, a field for the answer, and the reply.

import { backward, rightOrder } from "./backward.js";
import { answered, drillOf } from "./drill.js";
import { pictureOf } from "./draw.js";
import { button, html } from "./elements.js";
import { forward, graphOf } from "./graph.js";
import { parse } from "./parse.js";

export function openDrills(place, random = Math.random) {
  let drill = null;
  let [row, misses, isDone] = [0, 0, false];
  const question = html("p", { class: "fm-question", id: "fm-question" });
  const canvas = html("div", { class: "fm-picture" });
  const field = html("input", { type: "text", inputmode: "text", size: 10, autocomplete: "off", spellcheck: "false",
    "aria-label": "Your answer", "aria-describedby": "fm-question" });
  const check = html("button", { type: "submit" }, "Check");
  const steps = button("Show the steps", () => {
    row = 0;
    say("The steps", drill.solution);
    finish();
  }, { hidden: "" });
  const next = button("Next drill ›", () => ask({ focus: true }));
  const reply = html("p", { class: "fm-reply", role: "status" });
  const score = html("p", { class: "fm-score" });
  const form = html("form", { class: "fm-answer" }, field, check, steps, next);
  place.replaceChildren(question, canvas, form, reply, score);

  function ask({ kind, focus = false } = {}) {
    drill = drillOf(random, kind);
    [misses, isDone] = [0, false];
    question.textContent = drill.question;
    field.value = "";
    say("", "");
    steps.hidden = true;
    field.disabled = check.disabled = false;
    next.textContent = "Another drill ›";
    draw();
    if (focus) field.focus({ preventScroll: true });
  }
  function draw() {
    canvas.replaceChildren();
    if (drill.kind === "chain") return;
    const graph = graphOf(parse(drill.formula));
    const values = forward(graph, drill.at);
    const { picture, show } = pictureOf(graph, form.clientWidth, { label: `The graph of ${drill.formula}` });
    show(values, backward(graph, values, isDone ? rightOrder(graph) : drill.order));
    canvas.append(picture);
  }
  // Show a reply. The mark (right or wrong) belongs to `head`, the first words, which name the answer.
  function say(head, words, mark = "") {
    reply.className = `fm-reply ${mark}`.trim();
    reply.replaceChildren(...(head ? [html("strong", {}, head), words] : [words]));
  }
  function finish() {
    isDone = true;
    draw();
    field.disabled = check.disabled = true;
    steps.hidden = true;
    next.textContent = "Next drill ›";
    next.focus({ preventScroll: true });
    count();
  }
  function count() {
    score.textContent = row ? `${row} in a row` : "";
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (isDone) return;
    const { isRight, reply: words } = answered(drill, field.value);
    const given = field.value.trim();
    if (isRight) {
      row += misses ? 0 : 1;
      say(`${given} is right.`, words, "fm-right");
      finish();
      return;
    }
    if (isRight === undefined) {
      say("", words);
      return;
    }
    say(`${given} isn't right yet.`, words, "fm-is-wrong");
    misses++;
    row = 0;
    steps.hidden = false;
    field.select();
    count();
  });
  ask({ kind: "chain" });
  let room = form.clientWidth;
  new ResizeObserver(() => {
    if (form.clientWidth === room) return;
    room = form.clientWidth;
    draw();
  }).observe(form);
}
