// Animations between frames. The page gets the new frame immediately, with all its attributes, and the
// animations only show the transition. So code that reads the page never depends on timing.

const MOVE = 260; // milliseconds from one state to the next
const GHOST = 900; // milliseconds for which the previous state stays faintly visible
const EASE = "cubic-bezier(0.4, 0, 0.2, 1)";
const FULL = 7; // the radius of a pulse at size 1, as in `depth.py`
const PULSE = 600; // milliseconds in which a line is drawn from its start to its end
const FALL = 300; // milliseconds in which a new piece falls to its place
const NEXT = 70; // milliseconds after which another one follows
const MOST = 150; // elements animated at once; more would be slow and hard to follow
const LENGTHS = ["x", "y", "cx", "cy", "r", "rx", "width", "height"];
const PLAIN = ["opacity", "fill-opacity", "stroke-opacity", "stroke-width", "fill", "stroke"];
const STEADY = "[data-along], .mg-stays, .mg-spot"; // elements that other code moves
const NUMBERS = /-?\d*\.?\d+/g;

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const attribute = (node, name) => node.getAttribute(name);
const shapeOf = (path) => path.replace(NUMBERS, "#");

function shift(node) {
  const found = /^translate\(([-\d.]+)[ ,]+([-\d.]+)\)$/.exec(attribute(node, "transform") ?? "");
  return found ? [Number(found[1]), Number(found[2])] : [0, 0];
}

// How far an element was from its new position: for a text or a whole group.
function offset(old, now) {
  const [before, after] = [shift(old), shift(now)];
  if (now.tagName !== "text") return before.map((part, i) => part - after[i]);
  return ["x", "y"].map((name, i) =>
    Number(attribute(old, name)) - Number(attribute(now, name)) + before[i] - after[i]);
}

// The two styles to animate between, or null if the element didn't change.
function passage(old, now) {
  const [from, to] = [{}, {}];
  const [x, y] = offset(old, now);
  if (x || y) [from.translate, to.translate] = [`${x}px ${y}px`, "0px 0px"];
  const [d, other] = [attribute(now, "d"), attribute(old, "d")];
  if (d && other && d !== other && shapeOf(d) === shapeOf(other)) {
    [from.d, to.d] = [`path("${other}")`, `path("${d}")`];
  }
  const lengths = now.tagName === "text" ? [] : LENGTHS;
  for (const name of [...lengths, ...PLAIN]) {
    const [before, after] = [attribute(old, name), attribute(now, name)];
    if (before === after || before === null || after === null) continue;
    const unit = LENGTHS.includes(name) ? "px" : "";
    const property = name.replace(/-(\w)/, (_, letter) => letter.toUpperCase());
    [from[property], to[property]] = [before + unit, after + unit];
  }
  return Object.keys(to).length ? [from, to] : null;
}

// A changed number rolls in: upward if it grew, downward if it shrank.
function roll(old, now) {
  if (now.tagName !== "text" || old.textContent === now.textContent) return null;
  const [before, after] = [old, now].map((node) => Number(
    node.textContent.replace("−", "-").match(/-?\d[\d.]*(?:e[-+]?\d+)?/)?.[0]));
  const way = before > after ? -1 : before < after ? 1 : 0;
  return [{ opacity: 0, translate: `0px ${way * 9}px` }, { opacity: 1, translate: "0px 0px" }];
}

// A pulse runs along a line, and one that comes back starts after the other. If the piece has a
// runner, it's a disc whose radius goes from FULL to the radius at the line's end. Otherwise the line
// itself starts thick.
function pulses(piece) {
  const line = piece.matches("path") ? piece : piece.querySelector("path");
  const runner = piece.querySelector(".mg-runner");
  if (!line) return [];
  const timing = { duration: PULSE, delay: piece.matches(".mg-late") ? PULSE : 0, fill: "backwards" };
  const length = line.getTotalLength();
  const [dash, width] = [`${length} ${length}`, attribute(line, "stroke-width")];
  const drawn = [line, [
    { strokeDasharray: dash, strokeDashoffset: length, strokeWidth: runner ? width : 9 },
    { strokeDasharray: dash, strokeDashoffset: 0, strokeWidth: width }], timing];
  if (!runner) return [drawn];
  const along = `path("${attribute(line, "d")}")`;
  const run = [{ offsetPath: along, offsetDistance: "0%", r: `${FULL}px` },
    { offsetPath: along, offsetDistance: "100%", r: `${runner.dataset.to}px` }];
  return [drawn, [runner, run, { ...timing, fill: "none" }]];
}

// A piece with `data-falls` falls to its place when it's new. The number says how many fall before it.
function fallen(piece) {
  const frames = [{ translate: "0px -20px", opacity: 0 }, { opacity: 1, offset: 0.3 }, { translate: "0px 0px" }];
  const timing = { duration: FALL, delay: NEXT * piece.dataset.falls, easing: "ease-in", fill: "backwards" };
  return [piece, frames, timing];
}

const animated = ([node, frames, timing]) =>
  node.animate(frames, { duration: MOVE, easing: EASE, ...timing });

const alike = (old, now) =>
  old.tagName === now.tagName && old.children.length === now.children.length;

// The animations from an old piece to its replacement, as a list of [element, [from, to], timing]. A
// pulse marked as late starts when the others have ended.
function passages(old, now) {
  if (!alike(old, now) && now.dataset.falls) return [fallen(now)];
  if (!alike(old, now)) return now.innerHTML || now.attributes.length
    ? [[now, [{ opacity: 0 }, { opacity: 1 }], {}]] : [];
  if (now.matches(STEADY)) return [];
  if (now.matches(".mg-pulse")) return now.outerHTML === old.outerHTML ? [] : pulses(now);
  const own = roll(old, now) ?? passage(old, now);
  const inner = [...now.children].flatMap((child, i) => passages(old.children[i], child));
  return own ? [[now, own, {}, old], ...inner] : inner;
}

// Return a function that animates the changes in a view. If the previous animation is still running,
// for example during a drag, the changes are shown immediately, so that they keep up with the pointer.
function morphOf(ghosts, above) {
  let until = 0;
  return (changes, onward) => {
    const now = performance.now();
    const hasty = now < until;
    until = now + MOVE;
    ghosts.replaceChildren();
    above.replaceChildren();
    if (hasty || isStill()) return;
    const moves = changes.flatMap(([old, piece]) => passages(old, piece));
    if (moves.length > MOST) return;
    // A number that travels along an edge arrives at its end. Until then, show the number before it. A
    // sum of pieces that fall changes as soon as all of them are seen.
    const falls = moves.filter(([node]) => node.dataset.falls).map(([, , timing]) => timing.delay);
    const delay = falls.length ? Math.max(...falls) : TRAVEL;
    for (const [node, , timing, old] of onward ? moves : []) {
      if (!node.closest(".mg-lands")) continue;
      Object.assign(timing, { delay, fill: "backwards" });
      if (old && node.tagName === "text") above.append(old.cloneNode(true));
    }
    for (const text of above.children) {
      text.animate([{ opacity: 1 }, { opacity: 1 }], { duration: delay }).finished
        .then(() => text.remove(), () => {});
    }
    moves.forEach(animated);
    for (const [old] of changes) {
      const faint = old.matches(".mg-leaves") ? [old] : [...old.querySelectorAll(".mg-leaves")];
      ghosts.append(...faint);
    }
    for (const ghost of ghosts.children) {
      const fade = [{ opacity: 0.45 }, { opacity: 0 }];
      ghost.animate(fade, { duration: GHOST, easing: EASE }).finished
        .then(() => ghost.remove(), () => {});
    }
  };
}
