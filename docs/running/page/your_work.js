// The page "Your work": the reader's progress in each chapter. It can be printed as a record.
import { button, exercise, link, listed, made, twice } from "./elements.js";
import { KEPT as PYTHON } from "./fetched.js";
import { clear } from "./kept.js";
import { predicted } from "./predicted.js";
import { day } from "./solved.js";

export function showWork(place, found) {
  const begun = (found?.chapters ?? []).filter((chapter) => chapter.begun);
  if (!begun.length) {
    const says = made("p", "", "Nothing is saved in this browser yet. Run a cell or make a prediction in a chapter, and it will appear here.");
    says.setAttribute("role", "status");
    place.replaceChildren(says);
    return;
  }
  place.replaceChildren(total(found.chapters), ...begun.map(section), proof(), tools());
}

function total(chapters) {
  const count = (of) => chapters.reduce((sum, chapter) => sum + of(chapter), 0);
  const solved = count(({ solved }) => solved.length);
  const all = count(({ exercises }) => exercises.length);
  const name = made("span", "work-paper", "Name:");
  return made("p", "work-total", name, made("strong", "", `${solved} of ${all}`), " exercises solved.");
}

function section(chapter) {
  const { stem, name, exercises, solved, edited } = chapter;
  const title = made("h2", "", link(`${stem}.html`, name));
  const box = made("section", solved.length ? "work" : "work work-unsolved", title);
  if (exercises.length) {
    const bar = made("progress", "");
    Object.assign(bar, { max: exercises.length, value: solved.length });
    bar.setAttribute("aria-label", `exercises solved in ${name}`);
    box.append(made("p", "work-count", bar, ` ${solved.length} of ${exercises.length} exercises`));
  }
  if (solved.length) box.append(made("p", "", ...solvedOn(chapter), "."));
  const guesses = predicted(chapter);
  if (guesses.length) box.append(made("div", "work-guesses", ...guesses));
  if (edited) box.append(made("p", "work-edited", `You changed ${edited} ${edited === 1 ? "cell" : "cells"}.`));
  return box;
}

// The solved exercises, grouped by day.
function solvedOn(chapter) {
  const days = Map.groupBy(chapter.solved, (name) => day(chapter.times[name]));
  const parts = [...days].map(([date, names]) =>
    made("span", "", ...listed(names.map((name) => exercise(chapter, name, `${chapter.stem}.html`))), ` on ${date}`));
  return ["Solved: ", ...parts.flatMap((part, i) => (i ? ["; ", part] : [part]))];
}

// A note on what such a record proves.
function proof() {
  const printed = made("span", "work-paper", `Printed on ${day(Date.now())}.`);
  return made("p", "work-proof", "This record was saved in this browser. Anyone can change saved data, so the record ",
    "doesn't prove who solved the exercises. ", printed);
}

async function forget() {
  await self.caches?.delete(PYTHON);
  await clear();
}

function tools() {
  return made("p", "run-all",
    button("Print this record", () => print()),
    twice("Delete everything saved in this browser", "Press again to delete it all", forget));
}
