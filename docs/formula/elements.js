// Helpers that make HTML and SVG elements. Text is always added as text, never as markup.

const NAMESPACE = "http://www.w3.org/2000/svg";

function filled(element, attributes, contents) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null) element.setAttribute(name, value);
  }
  element.append(...contents);
  return element;
}

export const html = (tag, attributes = {}, ...contents) =>
  filled(document.createElement(tag), attributes, contents);

export const svg = (tag, attributes = {}, ...contents) =>
  filled(document.createElementNS(NAMESPACE, tag), attributes, contents);

export function button(text, act, attributes = {}) {
  const made = html("button", { type: "button", ...attributes }, text);
  made.addEventListener("click", act);
  return made;
}
