// A figure: the controls, the picture, and the sentence below it.

function render({ model, el, signal }) {
  return inShape(model, (shaped) => {
    const ending = new AbortController();
    const end = () => ending.abort();
    signal?.addEventListener("abort", end);
    el.replaceChildren();
    const leave = figureIn(el, shaped, ending.signal);
    return () => {
      leave();
      end();
    };
  });
}

function figureIn(el, model, signal) {
  const state = stateOf(model);
  const frames = framesOf(model, state);
  // A refused step leaves the state as it is, and also the verdict about it.
  const actions = actionsOf(model, state, (why) => links.say(verdictOf(frames.now().sentence) + why));
  const byKeys = (part) => part.matches(".mg-reach");
  const [bar, updateBar] = toolbar(state, actions.parts.filter((part) => !byKeys(part)), signal);
  const pen = penOf(model, state);
  const dragging = draggingOf(model, state);
  const handlers = [dragging, actions, pen];
  const picture = pictureOf(model, {
    attach: (svgs) => handlers.forEach((handler) => handler.attach(svgs)),
    show: (frame) => handlers.forEach((handler) => handler.show(frame)),
  });
  const wide = wideOf(picture.place);
  const pads = padsOf(model, state, dragging);
  const hands = html("div", "mg-hands");
  hands.append(...actions.parts.filter(byKeys), ...pads.parts, ...pen.parts);
  const says = html("div", "mg-says");
  const question = html("p", "mg-question", model.get("_question"));
  const longest = frames.longest.map(() => html("p", "mg-longest"));
  longest.forEach((hidden, i) => {
    compose(hidden, frames.longest[i]);
    hidden.setAttribute("aria-hidden", "true");
  });
  const sentence = html("p", "mg-sentence");
  sentence.setAttribute("role", "status");
  says.append(...longest, sentence);
  const links = linksOf(picture.place, sentence);
  el.classList.add("mg-figure");
  el.setAttribute("role", "group");
  el.setAttribute("aria-label", model.get("title"));
  el.append(bar, ...(question.textContent ? [question] : []), picture.place, says, hands);

  const stop = () => bar.querySelector(".mg-play")?.mgStop();
  picture.place.addEventListener("pointerdown", stop, { capture: true });
  takesOver(el, stop, signal);

  const labels = labelHandles(el, state, signal);
  const forget = decidesLater(el, state, signal);
  let [before, view] = [state.now(), null];
  const update = () => {
    const frame = frames.now();
    el.classList.toggle("mg-unasked", actions.isUnasked());
    el.classList.toggle("mg-hurries", state.isHurried());
    const onward = state.now().some((to, i) => state.controls[i].play && to === before[i] + 1);
    // A picture that follows the pointer isn't animated as well, unless it was led far away.
    const near = state.now().every((to, i) => Math.abs(to - before[i]) <= 1);
    const follows = dragging.isMoving() || (near && state.lean().some(Boolean));
    picture.show(frame, onward, follows && frame.view === view);
    sentence.setAttribute("aria-live", state.isPlaying() ? "off" : "polite"); // nobody can follow that
    // Nobody has time to read a sentence now, so say only where Play is.
    links.say(state.isHurried() ? frame.brief || whereabouts(state) : frame.sentence);
    updateBar();
    pads.update();
    labels();
    [before, view] = [state.now(), frame.view];
    wide.follow();
    if (onward) flow(picture.place);
  };
  const resized = new ResizeObserver(() => {
    picture.layOut();
    update();
  });
  const invitation = invite(picture.place, signal);
  const leave = state.watch(() => {
    invitation.used();
    update();
  });
  picture.layOut();
  update();
  resized.observe(picture.place);
  return () => {
    leave();
    forget();
    resized.disconnect();
  };
}

export default { render };
