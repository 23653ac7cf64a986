// Highlight the draggable parts of a figure when it first scrolls into view, until it's used. Pulses run
// once.

function invite(place, signal) {
  const watch = new IntersectionObserver(([{ isIntersecting }]) => {
    if (!isIntersecting) return;
    place.classList.add("mg-invites");
    if (!isStill()) [...place.querySelectorAll(".mg-pulse")].flatMap(pulses).forEach(animated);
    watch.disconnect();
  }, { threshold: 0.25 });
  const used = () => {
    watch.disconnect();
    place.classList.remove("mg-invites");
  };
  watch.observe(place);
  signal?.addEventListener("abort", () => watch.disconnect());
  return { used };
}
