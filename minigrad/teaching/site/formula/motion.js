// Animations: an input glides to its new value, and gradients travel along arrows. If the reader
// prefers reduced motion, the final state is shown immediately.

const GLIDE = 220; // milliseconds
const TRAVEL = 650;

export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const eased = (part) => part * part * (3 - 2 * part);

// Call `show` with a number that grows from 0 to 1, for as long as `holds` returns true.
function during(milliseconds, show, holds = () => true) {
  const start = performance.now();
  const step = (now) => {
    if (!holds()) return;
    const part = Math.min(Math.max(now - start, 0) / milliseconds, 1);
    show(part);
    if (part < 1) requestAnimationFrame(step);
  };
  step(start);
}

// Show the numbers between `from` and `to`, and then `to`, for as long as `holds` returns true.
export function glide(from, to, show, holds) {
  if (still()) show(to);
  else during(GLIDE, (part) => show(part < 1 ? from + (to - from) * eased(part) : to), holds);
}

// Move each element along its path to the end of the path, where it is already drawn.
export function travel(movers) {
  if (still()) return;
  for (const { mover, path } of movers) {
    const length = path.getTotalLength();
    const end = path.getPointAtLength(length);
    during(TRAVEL, (part) => {
      const at = path.getPointAtLength(length * eased(part));
      if (part < 1) mover.setAttribute("transform", `translate(${at.x - end.x} ${at.y - end.y})`);
      else mover.removeAttribute("transform");
    }, () => mover.isConnected);
  }
}
