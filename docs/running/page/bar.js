// The bar at the bottom of the window: what is running, its progress, and a button to stop it.
import { link } from "./elements.js";

const MB = 1e6;
const MOST = 500; // letters that are read out

const SAYS = {
  fetching: ({ what = "Python" }) => [`Fetching ${what}`],
  starting: () => ["Starting Python …"],
  "bringing back": () => ["Running your earlier cells again"],
  running: ({ cell, cells }) => ["Running ", link(`#${cell.place.id}`, `cell ${cell.number} of ${cells}`), " …"],
};

// What changes all the time. Screen readers don't read it out, but they can read the meter.
const COUNTS = {
  fetching: ({ loaded, total }) => `${(loaded / MB).toFixed(0)} of ${(total / MB).toFixed(0)} MB`,
  "bringing back": ({ loaded, total }) => `${loaded} of ${total}`,
  running: ({ left = "" }) => left,
};

export class Bar {
  constructor(stop) {
    this.element = document.createElement("div");
    this.element.className = "run-bar";
    this.element.hidden = true;
    this.element.setAttribute("role", "region");
    this.element.setAttribute("aria-label", "Python");
    this.says = document.createElement("span");
    this.says.setAttribute("role", "status");
    this.meter = document.createElement("progress");
    this.meter.setAttribute("aria-label", "Progress");
    this.left = document.createElement("span");
    this.button = document.createElement("button");
    this.button.type = "button";
    this.button.textContent = "Stop";
    this.button.addEventListener("click", stop);
    this.element.append(this.says, this.left, this.meter, this.button);
    this.spoken = document.createElement("div"); // outside of the bar, which is hidden at the end
    this.spoken.className = "run-spoken";
    this.spoken.setAttribute("role", "status");
    document.body.append(this.element, this.spoken);
  }

  show(progress) {
    const { step, loaded, total } = progress;
    this.element.hidden = false;
    const said = document.createElement("span");
    said.append(...SAYS[step](progress));
    if (!this.says.firstChild?.isEqualNode(said)) this.says.replaceChildren(said); // else it would be read again
    this.left.textContent = COUNTS[step]?.(progress) ?? "";
    if (total) Object.assign(this.meter, { max: total, value: loaded });
    else this.meter.removeAttribute("value");
  }

  // Screen readers read this out. Nobody sees it.
  announce(text) {
    this.spoken.textContent = text.length > MOST ? `${text.slice(0, MOST)} …` : text;
  }

  hide() {
    this.element.hidden = true;
  }
}
