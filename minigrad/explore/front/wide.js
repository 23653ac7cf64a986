// Scrolling of a picture that is wider than its container. Faded edges show that there is more, the
// active part is scrolled into view, and captions stay visible while the picture scrolls.

const LEAST = 0.88; // captions may shrink to this fraction of their size, in order to fit

// How far to shift a caption in a picture that is scrolled by `at` out of `most`. A caption that fits
// moves with the scroll position. One that is too wide shows its end when the picture is at its end.
function alongside(at, most, beyond) {
  return beyond <= 0 ? at : (at * (most - beyond)) / most;
}

function wideOf(place) {
  const settle = () => {
    const most = place.scrollWidth - place.clientWidth;
    const at = place.scrollLeft;
    place.classList.toggle("mg-more-before", most > 1 && at > 1);
    place.classList.toggle("mg-more-after", most > 1 && at < most - 1);
    for (const text of place.querySelectorAll(".mg-stays")) {
      if (most <= 1) {
        text.removeAttribute("transform");
        continue;
      }
      const scale = text.ownerSVGElement.getScreenCTM().a;
      const { x, y, width } = text.getBBox();
      const room = place.clientWidth / scale - x - 4;
      const size = Math.min(1, Math.max(room / width, LEAST));
      const along = alongside(at / scale, most / scale, width * size - room);
      const moved = [along + x * (1 - size), y * (1 - size)].join(" ");
      text.setAttribute("transform", `translate(${moved}) scale(${size})`);
    }
  };
  const follow = () => {
    const turn = place.querySelector(".mg-turn");
    if (turn && place.scrollWidth > place.clientWidth) {
      const { left, width } = place.getBoundingClientRect();
      // Use the final position from the attributes, because the element may still be moving there.
      const middle = turn.x.baseVal.value + turn.width.baseVal.value / 2;
      const at = new DOMPoint(middle, 0).matrixTransform(turn.ownerSVGElement.getScreenCTM()).x;
      place.scrollLeft += at - left - width / 2;
    }
    settle();
  };
  place.addEventListener("scroll", settle, { passive: true });
  return { follow };
}
