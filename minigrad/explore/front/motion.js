// Numbers that travel along the arrows highlighted by the current step.

const TRAVEL = 500; // milliseconds

let journey = 0; // shared by all figures: a new animation ends the previous one

function flow(place) {
  const own = ++journey;
  if (isStill()) return;
  const travelers = [...place.querySelectorAll(".mg-travels")].flatMap((edge) => {
    const path = edge.querySelector("path");
    const svg = edge.ownerSVGElement;
    const chip = svg.querySelector(`[data-along="${edge.dataset.edge}"]`);
    const length = path.getTotalLength();
    const end = path.getPointAtLength(length);
    if (chip) return [{ path, length, end, mover: chip }];
    const dot = drawn("circle", { class: "mg-dot", cx: end.x, cy: end.y, r: 6 });
    edge.append(dot);
    return [{ path, length, end, mover: dot, passing: true }];
  });
  if (!travelers.length) return;
  const start = performance.now();
  const step = (now) => {
    const part = own === journey ? Math.min(Math.max(now - start, 0) / TRAVEL, 1) : 1;
    for (const { path, length, end, mover, passing } of travelers) {
      const at = path.getPointAtLength(length * eased(part));
      mover.setAttribute("transform", `translate(${at.x - end.x} ${at.y - end.y})`);
      if (part < 1) continue;
      mover.removeAttribute("transform");
      if (passing) mover.remove();
    }
    if (part < 1) requestAnimationFrame(step);
  };
  step(start);
}

function eased(part) {
  return part * part * (3 - 2 * part);
}
