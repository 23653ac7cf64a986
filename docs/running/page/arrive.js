// When a page opens at a link's target, content that loads later (buttons, explorers, fonts) moves the
// target. So keep scrolling to it for a moment, or until the reader does something.

const MOMENT = 3000; // milliseconds
const ACTS = ["wheel", "touchstart", "pointerdown", "keydown"];

export function arrive() {
  const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!place) return;
  const changes = new ResizeObserver(() => place.scrollIntoView({ behavior: "instant" }));
  changes.observe(document.querySelector("article"));
  const leave = () => changes.disconnect();
  for (const act of ACTS) addEventListener(act, leave, { once: true, passive: true });
  setTimeout(leave, MOMENT);
}
