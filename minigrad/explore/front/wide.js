// A picture that is wider than its place: its edges say that there is more, it shows the part where
// something happens, and what is written in it stays in view as it scrolls.

const LEAST = 0.88; // of the size of words: a little smaller they may be, to be seen whole

// How far text is moved along, in a picture that is scrolled by `at` of `most`: as far, or, where
// it is wider than its place, so that its end is seen at the end.
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
      // Where it is in the end: its box may still be on its way there.
      const middle = turn.x.baseVal.value + turn.width.baseVal.value / 2;
      const at = new DOMPoint(middle, 0).matrixTransform(turn.ownerSVGElement.getScreenCTM()).x;
      place.scrollLeft += at - left - width / 2;
    }
    settle();
  };
  place.addEventListener("scroll", settle, { passive: true });
  return { follow };
}
