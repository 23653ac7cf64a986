// What a reader foresaw in a chapter, in a sentence, and links to what was a surprise.
import { link, listed } from "./elements.js";

export function predicted({ stem, predictions, guessed, surprises }, here = false) {
  const foreseen = guessed.length - surprises.length;
  const total = guessed.length;
  const to = (name) => link(`${here ? "" : `${stem}.html`}#guess-${name}`, predictions[name]);
  if (!total) return [];
  if (!surprises.length) return [total === 1 ? "You foresaw the one that you guessed." : `You foresaw all ${total} that you guessed.`];
  const them = surprises.length === 1 ? "This surprised you: " : "These surprised you: ";
  const end = /[?!.]$/.test(predictions[surprises.at(-1)]) ? "" : ".";
  return [`You foresaw ${foreseen} of ${total}. ${them}`, ...listed(surprises.map(to)), end];
}
