// Returns the faults of the current slide with all its parts shown, one line for each fault.

() => {
  // On a screen 720 high, all text needs a font size of 24, except code whose lines would wrap. On a
  // wide screen, a slide is 700 high.
  const LETTERS = innerWidth / innerHeight > 1.5 ? 23.3 : 23.9, CODE = 19.9, FOOT = 48;
  const SMALLEST = 0.6; // the fraction of that size allowed in crowded figures, where larger text wouldn't fit
  const [BOXES, PLOTS] = [17.4, 17.9]; // units of a drawing, as in deck.css: larger text doesn't fit its boxes
  const slide = Reveal.getCurrentSlide();
  const scale = Reveal.getScale();
  const box = slide.getBoundingClientRect();
  const faults = new Set();
  const say = (what, element) => {
    const text = element.textContent.trim().replace(/\s+/g, " ").slice(0, 50);
    faults.add(`${what}: <${element.tagName.toLowerCase()}> ${text}`);
  };
  const hidden = (element) =>
    element.closest("aside, .mg-longest, .still, .MJX_Assistive_MathML, .MathJax_SVG_Hidden, defs, title") ||
    getComputedStyle(element).visibility !== "visible";
  const seen = [...slide.querySelectorAll("*")].filter(
    (element) => !hidden(element) && element.getClientRects().length);

  for (const element of seen) {
    const { left, top, right, bottom, width } = element.getBoundingClientRect();
    if (!width) continue;
    if (element.ownerSVGElement && !element.matches("text, tspan")) continue; // a figure clips its shapes
    if (left < box.left - 1 || top < box.top - 1 || right > box.right + 1 || bottom > box.bottom + 1)
      say("outside the slide", element);
    else if (bottom > box.bottom - FOOT * scale && !element.closest(".mg-bar, .mg-hands"))
      say("overlaps the footer of the slide", element);
    const { overflowX, textOverflow } = getComputedStyle(element);
    const clips = overflowX !== "visible" || element.closest(".highlight, .jp-RenderedText");
    const room = element.clientWidth + (textOverflow === "ellipsis" ? 0 : 1);
    if (clips && element.clientWidth && element.scrollWidth > room && element.textContent.trim())
      say("cut, or to be scrolled", element);
  }

  const lettered = seen.filter((element) => [...element.childNodes].some(
    (node) => node.nodeType === Node.TEXT_NODE && node.data.trim()));
  for (const element of lettered) {
    const figure = element.closest("svg");
    if (figure?.closest(".MathJax_SVG")) continue;
    const drawn = figure ? element.getScreenCTM().a / scale : 1;
    const size = parseFloat(getComputedStyle(element).fontSize) * drawn;
    const most = (element.matches('[style*="font-size"]') ? PLOTS : BOXES) * drawn;
    const least = figure ? Math.max(SMALLEST * LETTERS, Math.min(LETTERS, most)) : element.closest("pre") ? CODE : LETTERS;
    // Rotated text has no scale along x. It's as large as its neighbors, so skip it.
    if (size > 0.01 && size < least - 0.05) say(`${size.toFixed(1)} px, less than ${least}`, element);
  }

  for (const line of slide.querySelectorAll(".wrapped .highlight .line"))
    if (line.offsetHeight > 1.8 * parseFloat(getComputedStyle(line).fontSize)) say("wrapped", line);

  for (const figure of slide.querySelectorAll(".drawing > svg.narrow"))
    if (figure.querySelector("[data-node]")) say("narrow letters in a graph", figure);

  for (const figure of slide.querySelectorAll(".drawing > svg, .mg-picture > svg")) {
    const frame = figure.getBoundingClientRect();
    const texts = [...figure.querySelectorAll("text")].filter((text) => text.getClientRects().length);
    const boxes = texts.map((text) => text.getBoundingClientRect());
    boxes.forEach((one, i) => {
      if (one.left < frame.left - 1 || one.right > frame.right + 1) say("beyond its figure", texts[i]);
      for (let j = 0; j < i; j++) {
        const other = boxes[j];
        const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        if (across > 2 && down > 0.4 * Math.min(one.height, other.height))
          say(`over “${texts[j].textContent}”`, texts[i]);
      }
    });
    for (const node of figure.querySelectorAll(".mg-node")) {
      const { left, right, top, bottom } = node.querySelector("rect").getBoundingClientRect();
      if (top < frame.top - 1 || bottom > frame.bottom + 1) say("cut off by its figure", node);
      for (const text of node.querySelectorAll("text")) {
        const { left: from, right: to } = text.getBoundingClientRect();
        if (to > from && (from < left - 1 || to > right + 1)) say("wider than its box", text);
      }
    }
  }
  return [...faults];
}
