// The inputs for the letters of a formula: a slider and a text field for each.

import { html } from "./elements.js";
import { short } from "./words.js";

const [LEAST, MOST, STEP] = [-5, 5, 0.1];

// `change` is called with the new value.
export function inputOf(name, change) {
  const slider = html("input", { type: "range", min: LEAST, max: MOST, step: STEP, "aria-label": `${name}, by a slider` });
  // The decimal keys of an iPhone have no minus, so ask for all keys.
  const field = html("input", { type: "text", inputmode: "text", size: 7, "aria-label": name, autocomplete: "off" });
  const row = html("div", { class: "fm-input" }, html("span", { class: "fm-name", "aria-hidden": "true" }, name), slider, field);
  let now = 0;
  const show = (value, typed = false) => {
    now = value;
    slider.min = Math.min(LEAST, value);
    slider.max = Math.max(MOST, value);
    slider.value = value;
    if (!typed) field.value = short(value, 12);
    field.removeAttribute("aria-invalid");
  };
  slider.addEventListener("input", () => change(slider.valueAsNumber));
  field.addEventListener("input", () => {
    const value = Number(field.value.replace("−", "-").replace(",", "."));
    if (field.value.trim() && Number.isFinite(value)) change(value, true);
    else field.setAttribute("aria-invalid", "true");
  });
  field.addEventListener("change", () => show(now));
  return { row, show };
}
