// The reader's progress in each chapter, from the data saved in the browser.
import { everything } from "./kept.js";

const LIST = new URL("course.json", import.meta.url);
let course;

// Return the chapters with the reader's progress in each, or null if nothing is saved.
export async function standing() {
  const kept = await everything();
  if (!kept || !Object.keys(kept).length) return null;
  course ??= await (await fetch(LIST)).json();
  return { last: kept.last, chapters: course.map((chapter) => stateOf(chapter, kept)) };
}

// Return a chapter with the reader's progress. Exercises that are no longer in the chapter don't count.
export function stateOf(chapter, kept) {
  const record = kept[`chapter:${chapter.stem}`];
  const times = kept.done?.[chapter.number] ?? {};
  const solved = chapter.exercises.filter((name) => name in times);
  const guesses = record?.guesses ?? {};
  const guessed = Object.keys(chapter.predictions).filter((name) => name in guesses);
  return {
    ...chapter,
    times,
    solved,
    open: chapter.exercises.filter((name) => !(name in times)),
    guessed,
    surprises: guessed.filter((name) => !guesses[name]),
    begun: Boolean(record) || solved.length > 0,
  };
}

export const finished = ({ exercises, solved }) => exercises.length > 0 && solved.length === exercises.length;

// The chapter to continue with: the last one visited, or the one after it if all its exercises are solved.
export function next({ last, chapters }) {
  const at = chapters.findIndex(({ stem }) => stem === last?.chapter);
  if (at < 0) return null;
  const isLast = at === chapters.length - 1;
  if (finished(chapters[at]) && !isLast) return { chapter: chapters[at + 1], heading: "", anchor: "" };
  return { chapter: chapters[at], heading: last.heading, anchor: last.anchor };
}
