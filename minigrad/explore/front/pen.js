// Drawing in the picture: a press flips a point, and a drag gives the points it passes the same ink.
// Two controls hold the picture, with a bit per point, as in `pixels.py`.

function penOf(model, state) {
  const canvas = model.get("_data")?.canvas;
  if (!canvas) return { attach() {}, show() {}, parts: [] };
  const { moves, corner, cell, across } = canvas;
  const hasInk = (i) => bitAt(moves.map((control) => state.now()[control]), i);
  const set = (i, ink) => {
    const control = moves[Math.floor(i / HALF)];
    if (hasInk(i) !== ink) state.move(control, state.now()[control] + (ink ? 1 : -1) * 2 ** (i % HALF));
  };
  const placeOf = ({ clientX, clientY }, svg) => {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());
    return [(x - corner[0]) / cell, (y - corner[1]) / cell];
  };
  const pointAt = ([column, row]) => (Math.min(column, row) >= 0 && Math.max(column, row) < across
    ? Math.floor(row) * across + Math.floor(column) : null);
  const spots = [];
  function listen(svg) {
    let [ink, last] = [null, null];
    svg.addEventListener("touchstart", (event) => {
      if (event.touches.length === 1 && pointAt(placeOf(event.touches[0], svg)) !== null) {
        event.preventDefault(); // or a finger would scroll the page
      }
    }, { passive: false });
    svg.addEventListener("pointerdown", (event) => {
      last = placeOf(event, svg);
      if (event.button || pointAt(last) === null) return;
      event.preventDefault();
      svg.setPointerCapture(event.pointerId);
      ink = !hasInk(pointAt(last));
      set(pointAt(last), ink);
    });
    svg.addEventListener("pointermove", (event) => {
      if (ink === null) return;
      const to = placeOf(event, svg);
      const steps = Math.ceil(2 * Math.hypot(to[0] - last[0], to[1] - last[1])) || 1;
      for (let k = 1; k <= steps; k++) {
        const i = pointAt(last.map((from, axis) => from + ((to[axis] - from) * k) / steps));
        if (i !== null) set(i, ink);
      }
      last = to;
    });
    for (const event of ["pointerup", "pointercancel"]) svg.addEventListener(event, () => { ink = null; });
  }
  const attach = (svgs) => svgs.forEach((svg) => {
    listen(svg);
    const spot = drawn("rect", { class: "mg-pen", width: cell, height: cell, "aria-hidden": "true" });
    svg.append(spot);
    spots.push(spot);
  });

  // For the keyboard: a button that the arrow keys lead over the points, and that flips one.
  let at = 0;
  const key = button("mg-keys", "", () => set(at, !hasInk(at)));
  key.title = "Draw in the picture, or use the arrow keys and Space";
  const show = () => {
    const [row, column] = [Math.floor(at / across), at % across];
    key.textContent = `✎ row ${row + 1}, column ${column + 1}: ${hasInk(at) ? "ink" : "paper"}`;
    for (const spot of spots) {
      spot.setAttribute("x", corner[0] + column * cell);
      spot.setAttribute("y", corner[1] + row * cell);
      spot.style.display = document.activeElement === key ? "" : "none";
    }
  };
  const ways = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -across, ArrowDown: across };
  key.addEventListener("keydown", (event) => {
    if (!(event.key in ways)) return;
    event.preventDefault();
    const to = at + ways[event.key];
    const sameRow = Math.floor(to / across) === Math.floor(at / across);
    if (to >= 0 && to < across ** 2 && (sameRow || Math.abs(ways[event.key]) > 1)) at = to;
    show();
  });
  key.addEventListener("focus", show);
  key.addEventListener("blur", show);
  return { attach, show, parts: [key] };
}
