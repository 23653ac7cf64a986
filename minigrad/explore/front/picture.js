// The picture of the current frame: one view, or one view per panel on a narrow page.

const NAMESPACE = "http://www.w3.org/2000/svg";
const NARROW = 700; // pixels: in a narrower place, the panels go below each other
const SMALLEST = 12 / 13; // the 13-px type may shrink to 12 px
const SNUG = 11 / 13; // or to 11 px, if that keeps the picture whole

function drawn(tag, attributes = {}) {
  const made = document.createElementNS(NAMESPACE, tag);
  for (const name in attributes) made.setAttribute(name, attributes[name]);
  return made;
}

function viewOf(model, [left, top, width, height]) {
  const zoom = model.get("_zoom") ?? 1; // on a phone, the place is narrower than the picture
  const svg = drawn("svg", {
    width: width * zoom, height: height * zoom, viewBox: `${left} ${top} ${width} ${height}`,
    "font-family": model.get("_font"),
  });
  const parsed = new Map();
  const slots = drawn("g", { class: "mg-slots" });
  const ghosts = drawn("g", { class: "mg-ghosts", "aria-hidden": "true" });
  const above = ghosts.cloneNode();
  const morph = morphOf(ghosts, above);
  let shown = [];
  function node(markup, leans) {
    if (!parsed.has(markup)) {
      const group = drawn("g");
      group.innerHTML = markup;
      // Computed frames rarely repeat, and neither do those between two positions.
      if (leans || model.get("_data")) return group.firstElementChild ?? group;
      parsed.set(markup, group.firstElementChild ?? group);
    }
    return parsed.get(markup).cloneNode(true);
  }
  svg.append(node(model.get("_card")), ghosts, slots, above);
  const show = (pieces, onward, follows) => {
    const changes = [];
    const longer = Math.max(pieces.length, shown.length);
    for (let slot = 0; slot < longer; slot++) {
      const piece = pieces[slot] ?? "";
      if (shown[slot] === piece) continue;
      const fresh = node(piece, follows);
      if (slot >= shown.length) {
        slots.append(fresh);
        continue;
      }
      const old = slots.children[slot];
      slots.replaceChild(fresh, old);
      changes.push([old, fresh]);
    }
    if (!follows) morph(changes, onward);
    shown = Array.from({ length: longer }, (_, slot) => pieces[slot] ?? "");
  };
  return { svg, show };
}

function pictureOf(model, handlers) {
  const place = html("div", "mg-picture");
  const [width, height] = model.get("_size");
  const edges = [0, ...model.get("_cuts"), width];
  const panels = edges.slice(1).map((right, i) => [edges[i], 0, right - edges[i], height]);
  let views = [];
  let stacked = null;
  const least = Math.max(NARROW, Math.floor(width * SNUG));
  if (panels.length > 1) place.dataset.least = least; // a deck gives it this width
  const layOut = () => {
    const narrow = panels.length > 1 && place.clientWidth > 0 && place.clientWidth < least;
    if (narrow !== stacked) arrange(narrow);
    // A picture that doesn't even fit with small type scrolls, so its type can be larger.
    if (panels.length > 1) return;
    views[0].svg.style.minWidth = place.clientWidth < width * SNUG ? `${width * SMALLEST}px` : "";
  };
  const arrange = (narrow) => {
    stacked = narrow;
    views = (narrow ? panels : [[0, 0, width, height]]).map((view) => viewOf(model, view));
    place.classList.toggle("mg-apart", narrow);
    // The widest panel fills a phone's screen, and all panels have the same type size.
    const widest = Math.max(...panels.map(([, , across]) => across));
    views.forEach(({ svg }, i) => {
      if (!narrow) return;
      const full = `min(100%, ${widest}px)`;
      svg.style.width = `calc(${full} * ${panels[i][2] / widest})`;
    });
    for (const { svg } of views) svg.setAttribute("aria-hidden", "true");
    views[0].svg.removeAttribute("aria-hidden");
    views[0].svg.setAttribute("role", "img");
    place.replaceChildren(...views.map(({ svg }) => svg));
    handlers.attach(views.map(({ svg }) => svg));
  };
  const show = (frame, onward, follows) => {
    const { pieces, sentence } = frame;
    for (const view of views) view.show(pieces, onward, follows);
    views[0].svg.setAttribute("aria-label", sentence);
    handlers.show(frame);
    // If the picture is wider than its container, let the arrow keys scroll it.
    place.tabIndex = place.scrollWidth > place.clientWidth ? 0 : -1;
  };
  return { place, show, layOut };
}
