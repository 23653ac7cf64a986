// A figure: controls, picture and sentence, kept together.

function render({ model, el, signal }) {
  const state = stateOf(model);
  const sentences = model.get("sentences");
  const [bar, updateBar] = toolbar(state, signal);
  const picture = pictureOf(model, handsOf(model, state));
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
  el.append(bar, picture.place, says);

  const labels = labelHandles(el, state, signal);
  const update = () => {
    const frame = state.frame();
    picture.show(frame, sentences[frame]);
    sentence.textContent = sentences[frame];
    updateBar();
    labels();
  };
  const resized = new ResizeObserver(() => {
    picture.layOut();
    update();
  });
  ENDS.forEach((end) => model.on(`change:${end}`, update));
  picture.layOut();
  update();
  resized.observe(picture.place);
  return () => {
    ENDS.forEach((end) => model.off(`change:${end}`, update));
    resized.disconnect();
  };
}

export default { render };
