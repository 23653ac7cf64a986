// The front end of an explorer: shows the frame that the sliders choose, steps and resets,
// and gives the sliders' handles the names that ipywidgets does not give them.

const ENDS = ["first", "second"];
const NAMESPACE = "http://www.w3.org/2000/svg";

function html(tag, className, text = "") {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
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

function picture(model) {
  const [width, height, scale] = model.get("_size");
  const svg = document.createElementNS(NAMESPACE, "svg");
  const attributes = {
    width: width * scale, height: height * scale, viewBox: `0 0 ${width} ${height}`,
    role: "img", "font-family": model.get("_font"),
  };
  for (const name in attributes) svg.setAttribute(name, attributes[name]);
  svg.style.minWidth = `${(width * scale * 12) / 13}px`; // type has 13 px, and may have 12
  const pieces = model.get("_pieces");
  const frames = unpack(model.get("_frames"));
  const parsed = new Map();
  const shown = [];
  function node(number, markup = pieces[number]) {
    if (!parsed.has(number)) {
      const group = document.createElementNS(NAMESPACE, "g");
      group.innerHTML = markup;
      parsed.set(number, group.firstElementChild ?? group);
    }
    return parsed.get(number).cloneNode(true);
  }
  svg.append(node("card", model.get("_card")));
  const show = (i) => {
    frames[i].forEach((piece, slot) => {
      if (shown[slot] === piece) return;
      if (slot < shown.length) svg.replaceChild(node(piece), svg.children[slot + 1]);
      else svg.append(node(piece));
      shown[slot] = piece;
    });
    for (let slot = frames[i].length; slot < shown.length; slot++) {
      if (shown[slot]) svg.replaceChild(node(0), svg.children[slot + 1]);
      shown[slot] = 0;
    }
  };
  return [svg, show];
}

// A handle says its name and what it stands at; noUiSlider writes the bare index, again and again.
function labelHandles(el, controls, model, signal) {
  const watch = new MutationObserver(() => label());
  let patience = 200;
  function label() {
    const handles = el.closest(".mg-explorer")?.querySelectorAll(".noUi-handle") ?? [];
    if (handles.length < controls.length) {
      if (patience-- && !signal?.aborted) setTimeout(label, 50);
      return;
    }
    controls.forEach(({ name, labels }, i) => {
      const wanted = { "aria-label": name, "aria-valuetext": labels[model.get(ENDS[i])] };
      for (const key in wanted) {
        if (handles[i].getAttribute(key) !== wanted[key]) handles[i].setAttribute(key, wanted[key]);
      }
      watch.observe(handles[i], { attributes: true, attributeFilter: ["aria-valuetext"] });
    });
  }
  signal?.addEventListener("abort", () => watch.disconnect());
  label();
  return label;
}

function toolbar(model, controls) {
  const bar = html("div", "mg-bar");
  const go = (i, to) => {
    const last = controls[i].labels.length - 1;
    model.set(ENDS[i], Math.min(Math.max(to, 0), last));
    model.save_changes();
  };
  const ends = [];
  controls.forEach(({ name, labels }, i) => {
    if (controls.length > 1) bar.append(html("span", "mg-name", name));
    for (const [className, word, step] of [["mg-back", "‹ Back", -1], ["mg-next", "Next ›", 1]]) {
      const button = html("button", `${className} ${className}-${i}`, word);
      button.type = "button";
      button.setAttribute("aria-label", `${step < 0 ? "Back" : "Next"}: ${name}`);
      button.addEventListener("click", () => go(i, model.get(ENDS[i]) + step));
      ends.push(() => {
        const at = model.get(ENDS[i]) + step;
        button.setAttribute("aria-disabled", at < 0 || at >= labels.length);
      });
      bar.append(button);
    }
  });
  const reset = html("button", "mg-reset", "Reset");
  reset.type = "button";
  reset.addEventListener("click", () => controls.forEach(({ start }, i) => go(i, start)));
  bar.append(reset);
  return [bar, () => ends.forEach((end) => end())];
}

function render({ model, el, signal }) {
  const controls = model.get("controls");
  const sentences = model.get("sentences");
  const [bar, updateBar] = toolbar(model, controls);
  const [svg, show] = picture(model);
  const frame = html("div", "mg-picture");
  frame.append(svg);
  const says = html("div", "mg-says");
  // The longest sentence, unseen, keeps the page below from jumping.
  const longest = html("p", "mg-longest", sentences.reduce((a, b) => (b.length > a.length ? b : a)));
  longest.setAttribute("aria-hidden", "true");
  const sentence = html("p", "mg-sentence");
  sentence.setAttribute("role", "status");
  sentence.setAttribute("aria-live", "polite");
  says.append(longest, sentence);
  el.classList.add("mg-figure");
  el.setAttribute("role", "group");
  el.setAttribute("aria-label", model.get("title"));
  el.style.setProperty("--mg-scale", model.get("_size")[2]);
  el.append(bar, frame, says);
  // A picture wider than its place is scrolled by the arrow keys as well.
  const resized = new ResizeObserver(() => {
    frame.tabIndex = frame.scrollWidth > frame.clientWidth ? 0 : -1;
  });
  resized.observe(frame);

  const labels = labelHandles(el, controls, model, signal);
  const update = () => {
    const [i, j] = ENDS.map((end) => model.get(end));
    const at = controls.length > 1 ? i * controls[1].labels.length + j : i;
    show(at);
    svg.setAttribute("aria-label", sentences[at]);
    sentence.textContent = sentences[at];
    updateBar();
    labels();
  };
  ENDS.forEach((end) => model.on(`change:${end}`, update));
  update();
  return () => {
    ENDS.forEach((end) => model.off(`change:${end}`, update));
    resized.disconnect();
  };
}

export default { render };
