// Elements wider than their container get faded edges, and can be scrolled with the arrow keys.
const WIDE = "pre, .cell_output, .table-wrapper, .math-wrapper, .fm-picture";

// How far the element can scroll. An explorer in an element that doesn't clip may extend into the margins.
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
