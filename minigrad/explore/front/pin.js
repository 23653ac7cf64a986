// What a button keeps in the picture, to be compared with what comes next.

function pinOf(model, state, frames, picture) {
  const slots = model.get("_pins");
  if (!slots.length) return { parts: [], forget: () => {} };
  let kept = "";
  const made = button("mg-pin", "Pin", () => keep(kept ? null : frames.now().pieces));
  made.setAttribute("aria-pressed", false);
  const reads = () => state.controls.flatMap(({ labels, led, choice }, i) =>
    (led || choice ? [] : [labels[state.now()[i]]])).join(", ");
  function keep(pieces) {
    kept = pieces ? reads() : "";
    picture.pin(pieces ? slots.map((slot) => pieces[slot]) : []);
    made.textContent = kept ? `Pinned: ${kept} ×` : "Pin";
    made.setAttribute("aria-pressed", Boolean(kept));
  }
  return { parts: [made], forget: () => keep(null) };
}
