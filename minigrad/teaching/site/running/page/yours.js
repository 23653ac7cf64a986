// The reader's progress, shown in the table of contents of every page and on the first page.
import { finished, next, standing } from "./course.js";
import { link, made } from "./elements.js";

// Each page's script calls this once. After that, the display follows each change.
export async function show() {
  await refresh();
  document.addEventListener("mg-kept", refresh);
}

async function refresh() {
  const found = await standing();
  mark(found);
  const place = document.querySelector(".run-continue");
  if (place) goOn(place, found);
  const stem = document.querySelector("[data-chapter]")?.dataset.chapter;
  if (stem) await showHere(found?.chapters.find((one) => one.stem === stem));
  const work = document.querySelector(".your-work");
  if (work) (await import("./your_work.js")).showWork(work, found);
}

async function showHere(chapter) {
  const [{ showEnding }, { showChecked }] = await Promise.all([import("./ending.js"), import("./checked.js")]);
  showEnding(chapter);
  showChecked(chapter ?? { solved: [] });
}

function mark(found) {
  for (const old of document.querySelectorAll(".run-mark")) old.remove();
  for (const chapter of found?.chapters ?? []) {
    const { stem, exercises, solved, begun } = chapter;
    if (!begun || !exercises.length) continue;
    const isHere = document.querySelector(`[data-chapter="${stem}"]`);
    const entry = isHere ? ".current-page > a" : `a[href$="${stem}.html"]`;
    const place = document.querySelector(`.sidebar-tree ${entry}`);
    if (!place) continue;
    const seen = made("span", "run-mark", finished(chapter) ? "✓" : `${solved.length}/${exercises.length}`);
    seen.title = `${solved.length} of ${exercises.length} exercises solved`;
    seen.setAttribute("role", "img");
    seen.setAttribute("aria-label", seen.title);
    place.append(seen);
  }
}

function goOn(place, found) {
  const to = found && next(found);
  place.hidden = !to;
  if (!to) return;
  const { chapter, heading, anchor } = to;
  const go = link(`${chapter.stem}.html${anchor ? `#${anchor}` : ""}`, `Continue: ${chapter.name}`);
  if (heading) go.append(made("span", "", heading));
  place.replaceChildren(go, link("your_work.html", "Your work"));
}
