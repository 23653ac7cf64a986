// Dragging in the picture: a press grabs the nearest grip, and the grip's controls follow the pointer.

const REACH = 22; // the radius that a finger needs, in pixels
const PICK = 16; // the radius of a place that takes the ring
const HINT = [-27, 34]; // its left, relative to the ring, and its width
const RING = 10; // the radius of the handle's ring, which covers less of the picture
const TO_RIGHT = "M14 -4l6 4l-6 4z";
const TO_LEFT = "M-14 -4l-6 4l6 4z";
const ACROSS = TO_RIGHT + TO_LEFT;
const ALONG = "M-4 14l4 6l4 -6zM-4 -14l4 -6l4 6z";

// A handle: a ring, arrows in the directions in which it can be dragged, and a hint until it's used.
function handleOf(isFirst) {
  const handle = drawn("g", { class: "mg-grip", "aria-hidden": "true" });
  const arrows = drawn("path");
  handle.append(drawn("circle", { r: RING }), arrows);
  if (isFirst) {
    const hint = drawn("g", { class: "mg-hint" });
    const text = drawn("text", { x: HINT[1] / 2, y: -27, "font-size": 12, "text-anchor": "middle" });
    text.textContent = "drag";
    hint.append(drawn("rect", { x: 0, y: -40, width: HINT[1], height: 18, rx: 5 }), text);
    handle.append(hint);
  }
  return [handle, arrows];
}

// The arrows of a grip. Those of a grip that follows a curve only point across, and at an end, only back.
function arrowsOf(grip, now, sizes) {
  const [from, to] = [0, 1].map((end) =>
    pointOf(grip, now.map((at, i) => (grip.moves.includes(i) ? end * (sizes[i] - 1) : at)), sizes));
  if (!from || !to) return "";
  const [across, along] = [0, 1].map((axis) => Math.abs(to[axis] - from[axis]) > 1);
  const here = pointOf(grip, now, sizes);
  const ends = grip.moves.length === 1 && here ? [from[0], to[0]] : [-Infinity, Infinity];
  const sides = (here?.[0] < Math.max(...ends) ? TO_RIGHT : "") + (here?.[0] > Math.min(...ends) ? TO_LEFT : "");
  return (across ? sides : "") + (along && (!across || grip.moves.length > 1) ? ALONG : "");
}

function draggingOf(model, state) {
  const stored = model.get("_grips");
  let grips = stored; // where this frame has them
  let rings = [];
  let held = null;
  let [picks, picked] = [[], 0]; // places that take the first grip's ring when they're pressed
  let [byFinger, isMoving] = [false, false];
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
      return point && (onBody(grip, point, place)
        || Math.hypot(point[0] - place[0], point[1] - place[1]) <= REACH);
    });
  };
  function listen(svg) {
    // A finger on a ring or on what moves with it drags it. Anywhere else a finger scrolls the page, and a tap is a click.
    svg.addEventListener("touchstart", (event) => {
      if (event.touches.length === 1 && byRing(event.touches[0], svg)) event.preventDefault();
    }, { passive: false });
    // A finger has to tap a place, because a drag that begins there scrolls the page.
    const pick = (event) => {
      const ring = picks.length && pointOf(grips[0], state.now(), state.sizes);
      return ring ? pickedAt(picks, placeOf(event, svg), ring, PICK) : null;
    };
    svg.addEventListener("click", (event) => {
      const to = byFinger && pick(event);
      if (to) state.go(to);
    });
    let from = [];
    const release = () => {
      isMoving = false;
      const dropped = held !== null && grips[held].runs && state.now().join() !== from.join();
      if (held !== null) state.go(state.now());
      if (dropped) state.run();
      held = null;
      svg.classList.remove("mg-held");
    };
    svg.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      byFinger = event.pointerType === "touch";
      const to = !byFinger && pick(event);
      if (to) state.go(to);
      held = at(event, svg);
      if (held === null) return;
      event.preventDefault(); // or dragging would select text
      from = state.now();
      svg.setPointerCapture(event.pointerId);
      svg.classList.add("mg-held");
      // If this redrew the place under a finger, the touch would scroll the page.
      if (!to) follow(event, svg, false);
    });
    svg.addEventListener("pointermove", (event) => {
      if (held === null) return void svg.classList.toggle("mg-at-hand", (at(event, svg) ?? pick(event)) !== null);
      isMoving = true;
      follow(event, svg);
    });
    svg.addEventListener("pointerleave", () => svg.classList.remove("mg-at-hand"));
    svg.addEventListener("pointerup", release);
    svg.addEventListener("pointercancel", release);
  }
  const attach = (svgs) => {
    rings = [];
    if (!grips.length) return;
    for (const svg of svgs) {
      listen(svg);
      grips.forEach((_, i) => {
        const [ring, arrows] = handleOf(i === 0 && !stored[i].bare);
        svg.append(ring);
        rings.push([ring, i, arrows]);
      });
    }
  };
  const show = ({ moved, ...frame }) => {
    [picks, picked] = [frame.picks ?? [], frame.picked];
    grips = stored.map((grip, i) => movedGrip(grip, moved?.[i]));
    for (const [ring, i, arrows] of rings) {
      const grip = grips[i];
      const point = grip.ringed && leaningPoint(grip, state.now(), state.lean(), state.sizes)?.slice();
      const { x, width } = ring.ownerSVGElement.viewBox.baseVal; // only one panel shows the ring
      const here = point && point[0] >= x && point[0] <= x + width;
      ring.style.display = here ? "" : "none";
      if (!here) continue;
      // The whole ring is in the picture, even if it's in front of an arrow that ends at the edge.
      point[0] = Math.min(Math.max(point[0], x + RING + 2), x + width - RING - 2);
      ring.setAttribute("transform", `translate(${point[0]} ${point[1]})`);
      // The hint is to the left, where a line of code has its margin, but not outside the picture.
      const inward = Math.max(HINT[0], x + 2 - point[0]);
      ring.querySelector(".mg-hint")?.setAttribute("transform", `translate(${inward} 0)`);
      const ways = arrowsOf(grip, state.now(), state.sizes);
      arrows.setAttribute("d", ways);
      ring.classList.toggle("mg-all-ways", ways === ACROSS + ALONG);
    }
  };
  // Mark the handle that the keyboard moves.
  const focus = (i, has) => {
    for (const [ring, of] of rings) if (of === i) ring.classList.toggle("mg-focused", has);
  };
  // Give the ring to the next place, or to the one before.
  const turn = (way) => {
    if (picks.length) state.go(picks[(picked + way + picks.length) % picks.length].at);
  };
  return { attach, show, focus, turn, isMoving: () => isMoving };
}
