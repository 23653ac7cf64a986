// Animations: numbers roll to their new values, and travel along arrows. If the reader prefers reduced
// motion, the final state is shown immediately.

const ROLL = 220; // milliseconds
const TRAVEL = 650;
const NUMBER = /-?\d+(?:\.\d+)?/g;

export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const eased = (part) => part * part * (3 - 2 * part);
const rolling = new WeakMap();

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

// Set an element's text. If only the numbers in it changed, they roll to their new values.
export function roll(element, text) {
  const old = element.textContent;
  if (rolling.get(element)?.text === text || (old === text && !rolling.has(element))) return;
  const own = { text };
  rolling.set(element, own);
  const [from, to] = [old, text].map((words) => [...words.matchAll(NUMBER)].map(([number]) => number));
  const same = old.replace(NUMBER, "#") === text.replace(NUMBER, "#");
  if (!same || !to.length || still()) {
    rolling.delete(element);
    element.textContent = text;
    return;
  }
  const digits = to.map((number, i) => Math.max(...[number, from[i]].map((n) => n.split(".")[1]?.length ?? 0)));
  during(ROLL, (part) => {
    let i = 0;
    element.textContent = part === 1 ? text : text.replace(NUMBER, (number) => {
      const at = Number(from[i]) + (Number(number) - Number(from[i])) * eased(part);
      return at.toFixed(digits[i++]);
    });
    if (part === 1) rolling.delete(element);
  }, () => rolling.get(element) === own);
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
