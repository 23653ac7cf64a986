// The bar at the bottom of the window: what is running, its progress, and a button to stop it.
import { link } from "./elements.js";

const MB = 1e6;

const SAYS = {
  fetching: ({ loaded, total, what = "Python" }) => [`Fetching ${what}: ${(loaded / MB).toFixed(0)} of ${(total / MB).toFixed(0)} MB`],
  starting: () => ["Starting Python …"],
  "bringing back": ({ loaded, total }) => [`Running your earlier cells again: ${loaded} of ${total}`],
  running: ({ cell, cells }) => ["Running ", link(`#${cell.place.id}`, `cell ${cell.number} of ${cells}`), " …"],
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
    this.left = document.createElement("span"); // changes every second, so a screen reader doesn't read it out
    this.button = document.createElement("button");
    this.button.type = "button";
    this.button.textContent = "Stop";
    this.button.addEventListener("click", stop);
    this.element.append(this.says, this.left, this.meter, this.button);
    document.body.append(this.element);
  }

  show(progress) {
    const { step, loaded, total, left = "" } = progress;
    this.element.hidden = false;
    const said = document.createElement("span");
    said.append(...SAYS[step](progress));
    if (!this.says.firstChild?.isEqualNode(said)) this.says.replaceChildren(said); // else it would be read again
    this.left.textContent = left;
    if (total) Object.assign(this.meter, { max: total, value: loaded });
    else this.meter.removeAttribute("value");
  }

  hide() {
    this.element.hidden = true;
  }
}
