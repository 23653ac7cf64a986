// What is wider than its place can be scrolled by the arrow keys as well.
const WIDE = "pre, .cell_output, .table-wrapper, .math-wrapper";
const reach = new ResizeObserver((changes) => {
  for (const { target } of changes) {
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
    else target.removeAttribute("tabindex");
  }
});
document.addEventListener("DOMContentLoaded", () => {
  document.querySelectorAll(WIDE).forEach((element) => reach.observe(element));
});
