// What a reader foresaw in a chapter, in a sentence, and the questions whose answer was a surprise.
import { link, made } from "./elements.js";

export function predicted({ stem, predictions, guessed, surprises }, here = false) {
  const foreseen = guessed.length - surprises.length;
  const total = guessed.length;
  if (!total) return [];
  if (!surprises.length) return [made("p", "", total === 1 ? "You foresaw the one that you guessed." : `You foresaw all ${total} that you guessed.`)];
  const them = surprises.length === 1 ? "This surprised you:" : "These surprised you:";
  return [made("p", "", `You foresaw ${foreseen} of ${total}. ${them}`), questions(surprises, predictions, here ? "" : `${stem}.html`)];
}

export const questions = (names, predictions, page = "") =>
  made("ul", "run-questions", ...names.map((name) => made("li", "", link(`${page}#guess-${name}`, predictions[name]))));
