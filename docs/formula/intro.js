// The first seconds: states of the picture that follow one another by themselves, once, when the picture
// first is in view. Anything that the reader does ends them.

const [START, PAUSE] = [400, 900]; // milliseconds before the first state, and after each
const DONE = ["pointerdown", "keydown", "click", "input"];

// Each of `steps` shows a state, and may return how many milliseconds that takes. `finish` is called at the end, or as soon as the reader does something.
export function playOnce(canvas, steps, finish) {
  let timer = 0;
  const left = [...steps];
  const end = () => {
    clearTimeout(timer);
    watch.disconnect();
    for (const event of DONE) document.removeEventListener(event, end, true);
    for (const event of ["hashchange", "beforeprint"]) window.removeEventListener(event, end, true);
    finish();
  };
  const next = () => {
    if (!left.length) return end();
    timer = setTimeout(next, PAUSE + (left.shift()() ?? 0));
  };
  const watch = new IntersectionObserver(([{ isIntersecting }]) => {
    if (!isIntersecting) return;
    watch.disconnect();
    timer = setTimeout(next, START);
  }, { threshold: 0.2 }); // a phone's first screen shows the top of the picture
  for (const event of DONE) document.addEventListener(event, end, true);
  for (const event of ["hashchange", "beforeprint"]) window.addEventListener(event, end, true);
  watch.observe(canvas);
}
