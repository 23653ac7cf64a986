// Elements of a page, made in a line.

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

// What can't be undone takes two presses.
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

// An exercise of a chapter by its title, on this page or on another one.
export const exercise = ({ titles }, name, page = "") => link(`${page}#exercise-${name.replaceAll(" ", "-")}`, titles[name]);

// Parts with commas between them.
export const listed = (parts) => parts.flatMap((part, i) => (i ? [", ", part] : [part]));
