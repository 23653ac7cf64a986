// Explorers without JupyterLab's widget manager: the figure's own front end, and the browser's
// sliders. Each is fetched when the reader comes near, as a script: that works from a disk, too.

const FOLDER = new URL("explorers/", document.currentScript.src);
const AS_TEXT = 640; // pixels: the card of a picture up to this width is as wide as the text
const NEAR = "600px"; // below and above what is seen
const SLIDERS = ["first", "second", "third", "fourth", "fifth"]; // what the controls stand at

const fetched = new Map();

// Stored frames are alike: packed, they have a tenth of their size.
async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

// The content of a script next to the pages, by its name.
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

// A model as anywidget defines it, with only the parts that a figure uses.
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

// The names of the classes are those that the figure and its style know from ipywidgets.
function sliderOf(model, { name, labels }, end) {
  const made = (tag, className, ...contents) => {
    const element = document.createElement(tag);
    element.className = className;
    element.append(...contents);
    return element;
  };
  const slider = made("input", "noUi-handle");
  Object.assign(slider, { type: "range", min: 0, max: labels.length - 1, step: 1 });
  const readout = made("span", "widget-readout");
  const update = () => {
    slider.value = model.get(end);
    readout.textContent = labels[model.get(end)];
  };
  slider.addEventListener("input", () => model.set(end, slider.valueAsNumber));
  model.on(`change:${end}`, update);
  update();
  const words = made("span", "widget-label", name);
  return made("div", "mg-slider", words, made("span", "noUi-base", slider), readout);
}

const opened = new Set();

async function open(place) {
  if (opened.has(place)) return;
  opened.add(place);
  await show(place, await given(place.dataset.explorer));
}

// An explorer with its content, as a notebook stores it or as a cell of the page has just made it.
async function show(place, stored) {
  const { render } = await given(stored.front);
  const model = modelOf(stored);
  const figure = document.createElement("div");
  const [width, , scale] = stored._size;
  // Panels that can go below each other are side by side where there's room.
  if (width * scale <= AS_TEXT && !stored._cuts.length) figure.className = "as-text";
  const sliders = stored.controls.flatMap((control, i) =>
    control.choice || control.led ? [] : [sliderOf(model, control, SLIDERS[i])]);
  place.replaceChildren(...sliders, figure);
  render({ model, el: figure });
}
window.mgShowExplorer = show;

document.addEventListener("DOMContentLoaded", () => {
  const places = [...document.querySelectorAll("[data-explorer]")];
  const near = new IntersectionObserver((changes) => {
    for (const { isIntersecting, target } of changes) if (isIntersecting) open(target);
  }, { rootMargin: NEAR });
  places.forEach((place) => near.observe(place));
  // Paper is not scrolled: a chapter opens the others when it is at rest, a page of many does not.
  const others = places.filter((place) => !place.closest(".explorers"));
  window.addEventListener("load", () => setTimeout(() => others.forEach(open), 500));
});
