// The sentence below the picture. Its names and numbers light up their boxes and arrows, and the other
// way around. While a number travels, a sentence about its departure covers the one about its arrival.

import { html } from "./elements.js";
import { front } from "./front.js";
import { still } from "./motion.js";

function paragraph(canvas, kind) {
  const [head, text] = [html("strong"), html("span")];
  const place = html("span", { class: kind }, head, " ", text);
  const links = [head, text].map((part) => front.linksOf(canvas, part));
  const say = ({ head: first = "", text: rest, mood = "" }) => {
    links[0].say(first);
    links[1].say(rest);
    place.className = `${kind} ${mood}`.trim();
  };
  return { place, say };
}

export function sentenceOf(canvas) {
  const [arrived, leaving] = ["fm-said", "fm-leaving"].map((kind) => paragraph(canvas, kind));
  leaving.place.setAttribute("aria-hidden", "true");
  leaving.place.hidden = true;
  let landing = 0;
  const say = (said, before = null) => {
    clearTimeout(landing);
    arrived.say(said);
    leaving.place.hidden = !before || still();
    if (leaving.place.hidden) return;
    leaving.say(before);
    landing = setTimeout(() => { leaving.place.hidden = true; }, front.TRAVEL);
  };
  return { place: html("p", { class: "fm-says" }, arrived.place, leaving.place), say };
}
