// Elements wider than their place: their edges show that there is more, and arrow keys scroll them.
const WIDE = "pre, .cell_output, .table-wrapper, .math-wrapper, .fm-picture";

// How far it scrolls. Explorers reach into the margins of a place that does not.
const beyond = (place) =>
  getComputedStyle(place).overflowX === "visible" ? 0 : place.scrollWidth - place.clientWidth;

function settle(place) {
  const most = beyond(place);
  place.classList.toggle("mg-more-before", most > 1 && place.scrollLeft > 1);
  place.classList.toggle("mg-more-after", most > 1 && place.scrollLeft < most - 1);
}

const reach = new ResizeObserver((changes) => {
  for (const { target } of changes) {
    if (beyond(target) > 0) target.tabIndex = 0;
    else target.removeAttribute("tabindex");
    settle(target);
  }
});
document.addEventListener("DOMContentLoaded", () => {
  for (const place of document.querySelectorAll(WIDE)) {
    reach.observe(place);
    place.addEventListener("scroll", () => settle(place), { passive: true });
  }
});
