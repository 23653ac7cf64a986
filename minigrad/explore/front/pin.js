// What a button keeps in the picture, to be compared with what comes next.

function pinOf(model, frames, picture) {
  const slots = model.get("_pins");
  if (!slots.length) return { parts: [], forget: () => {} };
  let kept = false;
  const made = button("mg-pin", "Pin", () => keep(!kept));
  made.title = "Keeps this curve, to be compared with the next";
  function keep(wanted) {
    kept = wanted;
    const { pieces } = frames.now();
    picture.pin(kept ? slots.map((slot) => pieces[slot]) : []);
    made.setAttribute("aria-pressed", kept);
  }
  made.setAttribute("aria-pressed", false);
  return { parts: [made], forget: () => keep(false) };
}
