// The controls: rows of buttons, and sliders over a list of values.

import { html } from "../formula/elements.js";

// A row of buttons, one of which is pressed.
export function choice(label, values, change, { name = String } = {}) {
  const buttons = values.map((value) => {
    const made = html("button", { type: "button", "aria-pressed": "false" }, name(value));
    made.addEventListener("click", () => change(value));
    return made;
  });
  const row = html("div", { class: "pg-choice", role: "group", "aria-label": label },
    html("span", { class: "pg-label", "aria-hidden": "true" }, label), ...buttons);
  const show = (now) => buttons.forEach((made, i) => made.setAttribute("aria-pressed", values[i] === now));
  return { row, show };
}

export function slider(label, values, change) {
  const input = html("input", { type: "range", min: 0, max: values.length - 1, step: 1 });
  const shown = html("output", {});
  input.addEventListener("input", () => change(values[input.valueAsNumber]));
  const row = html("label", { class: "pg-slider" }, html("span", { class: "pg-label" }, label), input, shown);
  const show = (now) => {
    input.value = values.indexOf(now);
    input.setAttribute("aria-valuetext", String(now));
    shown.textContent = String(now);
  };
  return { row, show };
}
