// A picture that is larger than its container fades out where it continues, and arrows name those sides.

import { html } from "./elements.js";

const ARROWS = { left: "←", up: "↑", down: "↓", right: "→" };

export function scrollHintOf(canvas) {
  const hint = html("span", { class: "fm-scroll", "aria-hidden": "true", hidden: "" });
  const look = () => {
    const more = {
      left: canvas.scrollLeft, up: canvas.scrollTop,
      down: canvas.scrollHeight - canvas.clientHeight - canvas.scrollTop,
      right: canvas.scrollWidth - canvas.clientWidth - canvas.scrollLeft,
    };
    const sides = Object.keys(more).filter((side) => more[side] > 1);
    canvas.dataset.more = sides.join(" ");
    hint.hidden = !sides.length;
    hint.textContent = `Scroll ${sides.map((side) => ARROWS[side]).join(" ")}`;
  };
  canvas.addEventListener("scroll", look);
  return { hint, look };
}
