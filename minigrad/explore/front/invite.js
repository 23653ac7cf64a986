// Highlight the draggable parts of a figure when it first scrolls into view, until it's used.

function invite(place, signal) {
  const watch = new IntersectionObserver(([{ isIntersecting }]) => {
    if (!isIntersecting) return;
    place.classList.add("mg-invites");
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
