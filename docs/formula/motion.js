// An input glides to its new value, or sways. If the reader prefers reduced motion, it's there immediately.

const [GLIDE, SWAY] = [220, 1600]; // milliseconds

export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const eased = (part) => part * part * (3 - 2 * part);

// Show the numbers between `from` and `to`, and then `to`, for as long as `holds` returns true.
export function glide(from, to, show, holds) {
  if (still()) return show(to);
  const start = performance.now();
  const step = (now) => {
    if (!holds()) return;
    const part = Math.min(Math.max(now - start, 0) / GLIDE, 1);
    show(part < 1 ? from + (to - from) * eased(part) : to);
    if (part < 1) requestAnimationFrame(step);
  };
  step(start);
}

// Show the distances from 0 to 1 and back to 0. Return how long that takes.
export function sway(show, holds) {
  const start = performance.now();
  const step = (now) => {
    if (!holds()) return;
    const part = Math.min(Math.max(now - start, 0) / SWAY, 1);
    show(part < 1 ? (1 - Math.cos(2 * Math.PI * part)) / 2 : 0);
    if (part < 1) requestAnimationFrame(step);
  };
  step(start);
  return SWAY;
}
