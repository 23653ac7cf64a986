// The reader's progress, shown in the table of contents of every page and on the first page.
import { finished, next, standing } from "./course.js";
import { made } from "./elements.js";

// Each page's script calls this once. After that, the display follows each change.
export async function show() {
  await refresh();
  document.addEventListener("mg-kept", refresh);
}

async function refresh() {
  const found = await standing();
  mark(found);
  goOn(found);
  const stem = document.querySelector("[data-chapter]")?.dataset.chapter;
  if (stem) await showHere(found?.chapters.find((one) => one.stem === stem));
}

async function showHere(chapter) {
  const [{ showEnding }, { showChecked }] = await Promise.all([import("./ending.js"), import("./checked.js")]);
  showEnding(chapter);
  showChecked(chapter ?? { solved: [] });
}

function mark(found) {
  for (const old of document.querySelectorAll(".run-mark")) old.remove();
  for (const chapter of found?.chapters ?? []) {
    const { stem, exercises, solved, begun, guessed, predictions } = chapter;
    if (!begun || !exercises.length) continue;
    const isHere = document.querySelector(`[data-chapter="${stem}"]`);
    const entry = isHere ? ".current-page > a" : `a[href$="${stem}.html"]`;
    const place = document.querySelector(`.sidebar-tree ${entry}`);
    if (!place) continue;
    const questions = Object.keys(predictions).length;
    const [done, all] = [solved.length + guessed.length, exercises.length + questions];
    const seen = made("span", "run-mark", finished(chapter) ? "✓" : `${done}/${all}`);
    seen.title = `${guessed.length} of ${questions} predictions made, ${solved.length} of ${exercises.length} exercises solved`;
    seen.setAttribute("role", "img");
    seen.setAttribute("aria-label", seen.title);
    place.append(seen);
  }
}

// The first page's button takes returning readers to where they were. It keeps its height, because
// the data arrives after the page, which would otherwise jump.
function goOn(found) {
  const start = document.querySelector(".start a");
  const to = found && next(found);
  if (!start || !to) return;
  const { chapter, heading, anchor } = to;
  start.href = `${chapter.stem}.html${anchor ? `#${anchor}` : ""}`;
  start.textContent = `Continue: ${chapter.name}`;
  start.title = heading;
}
