// The summary at the end of a chapter: correct predictions, and solved and unsolved exercises.
import { exercise, listed, made } from "./elements.js";
import { predicted, questions } from "./predicted.js";

const place = made("div", "run-ending");

export function showEnding(chapter) {
  if (!chapter?.guessed.length && !chapter?.solved.length) {
    place.remove();
    return;
  }
  const { predictions, guessed, exercises, solved, open } = chapter;
  const parts = [made("p", "run-title", "What you did in this chapter")];
  const missed = Object.keys(predictions).filter((name) => !guessed.includes(name));
  if (guessed.length) parts.push(...predicted(chapter));
  if (guessed.length && missed.length) parts.push(made("p", "", "You haven't guessed yet:"), questions(missed, predictions));
  if (solved.length) {
    const line = made("p", "", `You solved ${solved.length} of ${exercises.length} exercises.`);
    if (open.length) line.append(" Still open: ", ...listed(open.map((name) => exercise(chapter, name))), ".");
    parts.push(line);
  }
  place.replaceChildren(...parts);
  document.querySelector("article > section").append(place);
}
