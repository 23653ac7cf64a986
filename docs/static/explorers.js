// Explorers without JupyterLab's widget manager: the figure's own front end, with the browser's sliders.
// Each is loaded when the reader scrolls near it. It's a script, because a page that was opened from a
// disk can load scripts but can't fetch other files.

const FOLDER = new URL("explorers/", document.currentScript.src);
const NEAR = "600px"; // distance above and below the visible part of the page
const SLIDERS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"]; // the positions of the controls

const fetched = new Map();

// Stored frames are compressed. They're so similar that this saves nine tenths of their size.
async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

// Load the script with this name, and return the content that it defines.
function given(name) {
  if (!fetched.has(name)) {
    fetched.set(name, new Promise((done, failed) => {
      const script = document.createElement("script");
      script.src = new URL(`${name}.js`, FOLDER);
      script.onload = () => {
        const content = window.mgGiven[name];
        done(typeof content === "string" ? unpacked(content) : content);
      };
      script.onerror = () => failed(new Error(`${script.src} is missing`));
      document.head.append(script);
    }));
  }
  return fetched.get(name);
}

// A model with anywidget's interface, as far as a figure uses it.
function modelOf(stored) {
  const held = { ...stored };
  const watchers = new Map();
  const of = (event) => watchers.get(event) ?? watchers.set(event, new Set()).get(event);
  return {
    get: (key) => held[key],
    set(key, value) {
      if (held[key] === value) return;
      held[key] = value;
      for (const act of of(`change:${key}`)) act();
    },
    on: (event, act) => of(event).add(act),
    off: (event, act) => of(event).delete(act),
    save_changes() {},
  };
}

// The class names are those of ipywidgets, because the figure's code and style sheet look for them.
function sliderOf(model, { name, labels, smooth, play }, control, room) {
  const end = SLIDERS[control];
  const made = (tag, className, ...contents) => {
    const element = document.createElement(tag);
    element.className = className;
    element.append(...contents);
    return element;
  };
  const slider = made("input", "noUi-handle");
  Object.assign(slider, { type: "range", min: 0, max: labels.length - 1, step: 1 });
  const readout = made("span", "widget-readout");
  // While a pointer holds the handle, it moves continuously, and so does the picture if it can. The keys
  // move the handle from position to position.
  let held = false;
  const update = () => {
    if (!held) slider.value = model.get(end);
    readout.textContent = labels[model.get(end)];
  };
  const hold = (holds) => () => {
    if (held === holds) return;
    held = holds;
    slider.step = held ? "any" : 1;
    if (!held) model.set("_lean", []);
    update();
  };
  if (smooth) {
    slider.addEventListener("pointerdown", hold(true));
    for (const event of ["change", "pointerup", "pointercancel"]) slider.addEventListener(event, hold(false));
  }
  slider.addEventListener("input", () => {
    const to = Math.round(slider.valueAsNumber);
    if (held) model.set("_lean", SLIDERS.map((_, i) => (i === control ? slider.valueAsNumber - to : 0)));
    model.set(end, to);
  });
  model.on(`change:${end}`, update);
  update();
  const words = made("span", "widget-label", name);
  words.style.minWidth = `${room}ch`;
  const row = made("div", play ? "mg-slider mg-played" : "mg-slider", words, made("span", "noUi-base", slider), readout);
  row.style.setProperty("--mg-room", `${0.9 * Math.max(...labels.map(({ length }) => length))}ch`);
  return row;
}

// The state of each explorer on the page is in the page's address, if it isn't the explorer's start:
// ?deep-40=2.3.2 has the positions of its controls.

const sizeOf = ({ labels, typed, size }) => size ?? typed?.size ?? labels.length;

// The positions in an address, or null if they aren't positions of these controls.
function positionsIn(text, controls) {
  const at = (text ?? "").split(".").map((part) => (/^\d+$/.test(part) ? Number(part) : -1));
  const fit = at.length === controls.length && at.every((to, i) => to >= 0 && to < sizeOf(controls[i]));
  return fit ? at : null;
}

function keepInAddress(model, key, controls) {
  const ends = SLIDERS.slice(0, controls.length);
  const write = () => {
    const address = new URL(location.href);
    const at = ends.map((end) => model.get(end));
    if (at.every((to, i) => to === controls[i].start)) address.searchParams.delete(key);
    else address.searchParams.set(key, at.join("."));
    history.replaceState(history.state, "", address);
  };
  let waiting = null; // browsers limit how often an address may change
  const later = () => {
    clearTimeout(waiting);
    waiting = setTimeout(write, 300);
  };
  for (const end of ends) model.on(`change:${end}`, later);
}

const opened = new Set();

async function open(place) {
  if (opened.has(place)) return;
  opened.add(place);
  await show(place, await given(place.dataset.explorer), place.dataset.state);
}

// Show an explorer. Its content was stored in the notebook, or was just made by a cell on the page.
async function show(place, stored, key = null) {
  const { render } = await given(stored.front);
  const model = modelOf(stored);
  const shared = key && positionsIn(new URLSearchParams(location.search).get(key), stored.controls);
  shared?.forEach((to, i) => model.set(SLIDERS[i], to));
  const withSlider = stored.controls.filter(({ choice, led }) => !choice && !led);
  // All sliders start alike. An m or a w is as wide as one and a half digits.
  const wide = (name) => name.length + 0.5 * (name.match(/[mw]/g) ?? []).length;
  const room = 1 + Math.max(...withSlider.map((control) => wide(control.name)));
  const sliders = withSlider.map((control) =>
    sliderOf(model, control, stored.controls.indexOf(control), room));
  const figure = document.createElement("div");
  place.classList.add("mg-shown");
  place.classList.toggle("mg-single", sliders.length === 1);
  place.replaceChildren(...sliders, figure);
  render({ model, el: figure });
  if (key) keepInAddress(model, key, stored.controls);
}
window.mgShowExplorer = show;

document.addEventListener("DOMContentLoaded", () => {
  const places = [...document.querySelectorAll("[data-explorer]")];
  const near = new IntersectionObserver((changes) => {
    for (const { isIntersecting, target } of changes) if (isIntersecting) open(target);
  }, { rootMargin: NEAR });
  places.forEach((place) => near.observe(place));
  // Nobody scrolls when printing, so a chapter also opens its other explorers after it has loaded. The
  // page that lists all explorers has too many for that.
  const others = places.filter((place) => !place.closest(".explorers"));
  window.addEventListener("load", () => setTimeout(() => others.forEach(open), 500));
});
