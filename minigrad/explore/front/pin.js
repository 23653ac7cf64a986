// The Pin button, which keeps the current curve in the picture for comparison with later ones.

function pinOf(model, frames, picture) {
  const slots = model.get("_pins");
  if (!slots.length) return { parts: [], forget: () => {} };
  let kept = false;
  const made = button("mg-pin", "Pin", () => keep(!kept));
  made.title = "Keep this curve, to compare it with the next one";
  function keep(wanted) {
    kept = wanted;
    const { pieces } = frames.now();
    picture.pin(kept ? slots.map((slot) => pieces[slot]) : []);
    made.setAttribute("aria-pressed", kept);
  }
  made.setAttribute("aria-pressed", false);
  return { parts: [made], forget: () => keep(false) };
}
