// A picture that is wider than its place: its edges say that there is more, it shows the part where
// something happens, and what is written in it stays in view as it scrolls.

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
      const scale = text.getScreenCTM().a;
      const { x, width } = text.getBBox();
      const beyond = width + 2 * x - place.clientWidth / scale;
      text.setAttribute("transform", `translate(${alongside(at / scale, most / scale, beyond)})`);
    }
  };
  const follow = () => {
    const turn = place.querySelector(".mg-turn")?.getBoundingClientRect();
    if (turn && place.scrollWidth > place.clientWidth) {
      const { left, width } = place.getBoundingClientRect();
      place.scrollLeft += turn.left + turn.width / 2 - left - width / 2;
    }
    settle();
  };
  place.addEventListener("scroll", settle, { passive: true });
  return { follow };
}
