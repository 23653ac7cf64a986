// Dragging in the picture: a press grabs the nearest grip, and the grip's controls follow the pointer.

const REACH = 22; // the radius that a finger needs, in pixels
const RING = 14; // the radius of the visible ring, which covers less of the picture

function draggingOf(model, state) {
  const grips = model.get("_grips");
  let rings = [];
  let held = null;
  // On slides the picture's box can have another aspect ratio, so convert with the transform matrix.
  const placeOf = ({ clientX, clientY }, svg) => {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());
    return [x, y];
  };
  const at = (event, svg) => grasped(grips, placeOf(event, svg), state.now(), state.sizes, REACH);
  const follow = (event, svg, leans = true) => {
    const found = nearest(grips[held], placeOf(event, svg), state.now(), state.sizes);
    if (!found) return;
    const smooth = leans && grips[held].moves.every((control) => state.controls[control].smooth);
    state.go(found.at, smooth ? leanOf(grips[held], placeOf(event, svg), found.at, state.sizes) : []);
  };
  const byRing = (touch, svg) => {
    const place = placeOf(touch, svg);
    return grips.some((grip) => {
      const point = grip.ringed && pointOf(grip, state.now(), state.sizes);
      return point && Math.hypot(point[0] - place[0], point[1] - place[1]) <= REACH;
    });
  };
  function listen(svg) {
    // A finger on a ring drags it. Anywhere else a finger scrolls the page, and a tap is a click.
    svg.addEventListener("touchstart", (event) => {
      if (event.touches.length === 1 && byRing(event.touches[0], svg)) event.preventDefault();
    }, { passive: false });
    const release = () => {
      if (held !== null) state.go(state.now());
      held = null;
      svg.classList.remove("mg-held");
    };
    svg.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      held = at(event, svg);
      if (held === null) return;
      event.preventDefault(); // or dragging would select text
      svg.setPointerCapture(event.pointerId);
      svg.classList.add("mg-held");
      // If this redrew the place under a finger, the touch would scroll the page.
      follow(event, svg, false);
    });
    svg.addEventListener("pointermove", (event) => {
      if (held === null) svg.classList.toggle("mg-at-hand", at(event, svg) !== null);
      else follow(event, svg);
    });
    svg.addEventListener("pointerup", release);
    svg.addEventListener("pointercancel", release);
  }
  const attach = (svgs) => {
    rings = [];
    if (!grips.length) return;
    for (const svg of svgs) {
      listen(svg);
      grips.forEach((grip) => {
        const ring = drawn("circle", { class: "mg-grip", r: RING, "aria-hidden": "true" });
        svg.firstElementChild.after(ring); // on top of the card, but below all text
        rings.push([ring, grip]);
      });
    }
  };
  const show = () => {
    for (const [ring, grip] of rings) {
      const point = grip.ringed && leaningPoint(grip, state.now(), state.lean(), state.sizes);
      const { x, width } = ring.ownerSVGElement.viewBox.baseVal; // only one panel shows the ring
      const here = point && point[0] >= x && point[0] <= x + width;
      ring.style.display = here ? "" : "none";
      if (here) ring.setAttribute("transform", `translate(${point[0]} ${point[1]})`);
    }
  };
  return { attach, show };
}
