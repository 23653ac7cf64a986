// The picture: the frame that is shown, in one view, or in one for each panel on a narrow page.

const NAMESPACE = "http://www.w3.org/2000/svg";
const NARROW = 700; // pixels: below, the panels stand one below the other

function drawn(tag, attributes = {}) {
  const made = document.createElementNS(NAMESPACE, tag);
  for (const name in attributes) made.setAttribute(name, attributes[name]);
  return made;
}

// Per frame the number of the piece in each slot: every frame states its changes only.
function unpack(changes) {
  const now = [];
  return changes.map((change) => {
    for (let i = 0; i < change.length; i += 2) now[change[i]] = change[i + 1];
    return Array.from(now, (piece) => piece ?? 0);
  });
}

function viewOf(model, frames, [left, top, width, height]) {
  const scale = model.get("_size")[2];
  const svg = drawn("svg", {
    width: width * scale, height: height * scale, viewBox: `${left} ${top} ${width} ${height}`,
    "font-family": model.get("_font"),
  });
  svg.style.minWidth = `${(width * scale * 12) / 13}px`; // type has 13 px, and may have 12
  const pieces = model.get("_pieces");
  const parsed = new Map();
  const slots = drawn("g");
  const shown = [];
  function node(number, markup = pieces[number]) {
    if (!parsed.has(number)) {
      const group = drawn("g");
      group.innerHTML = markup;
      parsed.set(number, group.firstElementChild ?? group);
    }
    return parsed.get(number).cloneNode(true);
  }
  svg.append(node("card", model.get("_card")), slots);
  const show = (i) => {
    frames[i].forEach((piece, slot) => {
      if (shown[slot] === piece) return;
      if (slot < shown.length) slots.replaceChild(node(piece), slots.children[slot]);
      else slots.append(node(piece));
      shown[slot] = piece;
    });
    for (let slot = frames[i].length; slot < shown.length; slot++) {
      if (shown[slot]) slots.replaceChild(node(0), slots.children[slot]);
      shown[slot] = 0;
    }
  };
  return { svg, show };
}

// `layOut` says whether the views are new, and then they have to be shown.
function pictureOf(model, hands) {
  const place = html("div", "mg-picture");
  const [width, height] = model.get("_size");
  const frames = unpack(model.get("_frames"));
  const edges = [0, ...model.get("_cuts"), width];
  const panels = edges.slice(1).map((right, i) => [edges[i], 0, right - edges[i], height]);
  let views = [];
  let stacked = null;
  const layOut = () => {
    const narrow = panels.length > 1 && place.clientWidth > 0 && place.clientWidth < NARROW;
    if (narrow === stacked) return false;
    stacked = narrow;
    views = (narrow ? panels : [[0, 0, width, height]]).map((view) => viewOf(model, frames, view));
    for (const { svg } of views) svg.setAttribute("aria-hidden", "true");
    views[0].svg.removeAttribute("aria-hidden");
    views[0].svg.setAttribute("role", "img");
    place.replaceChildren(...views.map(({ svg }) => svg));
    hands.hold(views.map(({ svg }) => svg));
    return true;
  };
  const show = (frame, sentence) => {
    for (const view of views) view.show(frame);
    views[0].svg.setAttribute("aria-label", sentence);
    hands.show(frame);
    // A picture wider than its place is scrolled by the arrow keys as well.
    place.tabIndex = place.scrollWidth > place.clientWidth ? 0 : -1;
  };
  return { place, show, layOut };
}
