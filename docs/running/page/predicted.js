// A sentence about the reader's correct predictions in a chapter, and links to the surprises.
import { link, made } from "./elements.js";

export function predicted({ predictions, guessed, surprises }) {
  const foreseen = guessed.length - surprises.length;
  const total = guessed.length;
  if (!total) return [];
  if (!surprises.length) return [made("p", "", total === 1 ? "You made one prediction, and it was right." : `All ${total} of your predictions were right.`)];
  const them = surprises.length === 1 ? "This surprised you:" : "These surprised you:";
  return [made("p", "", total === 1 ? `Your prediction was wrong. ${them}` : `You predicted ${foreseen} of ${total} answers correctly. ${them}`), questions(surprises, predictions)];
}

export const questions = (names, predictions) =>
  made("ul", "run-questions", ...names.map((name) => made("li", "", link(`#guess-${name}`, predictions[name]))));
