// Helpers that make elements of a page.

export function made(tag, className, ...contents) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...contents);
  return element;
}

export function link(address, ...contents) {
  const element = made("a", "", ...contents);
  element.setAttribute("href", address);
  return element;
}

export function button(label, act) {
  const element = made("button", "", label);
  element.type = "button";
  element.addEventListener("click", () => act(element));
  return element;
}

const SURE = 4000; // milliseconds in which a second press counts

// A button for an action that can't be undone. It has to be pressed twice.
export function twice(label, sure, act) {
  let timer = null;
  return button(label, (pressed) => {
    const again = timer !== null;
    clearTimeout(timer);
    timer = again ? null : setTimeout(() => {
      timer = null;
      pressed.textContent = label;
    }, SURE);
    pressed.textContent = again ? label : sure;
    if (again) act();
  });
}

// A link to an exercise of the page's chapter. Its text is the title.
export const exercise = ({ titles }, name) => link(`#exercise-${name.replaceAll(" ", "-")}`, titles[name]);

// Put commas between parts.
export const listed = (parts) => parts.flatMap((part, i) => (i ? [", ", part] : [part]));
