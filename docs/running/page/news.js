// The note above the cells about the changes in a new edition of the chapter.
import { changes } from "./edition.js";
import { button, link, listed, made } from "./elements.js";

const MOST = 40; // letters of a cell's first line

export function showNews(place, chapter) {
  const { record } = chapter;
  const { changed, added, yours, left } = changes(record.content, record);
  const to = (ids) => listed(ids.map((id) => linkTo(chapter.cells.find((cell) => cell.id === id))));
  if (changed.length || added.length) {
    const box = made("div", "run-news", made("p", "", made("strong", "", "This chapter has changed since you worked on it.")));
    box.setAttribute("role", "status");
    if (changed.length) box.append(made("p", "", "Changed: ", ...to(changed)));
    if (added.length) box.append(made("p", "", "New: ", ...to(added)));
    if (yours.length) {
      box.append(made("p", "", "You had edited ", ...to(yours), ". Your version is still there. To switch to the new one, press the button below it."));
    }
    box.append(made("p", "run-all", button("Got it", () => {
      record.renew();
      box.remove();
    })));
    place.append(box);
  }
  if (left.length) place.append(leftOver(record, left));
}

function leftOver(record, ids) {
  const box = made("details", "run-left", made("summary", "", "Your code from cells that are no longer in this chapter"));
  for (const id of ids) box.append(made("pre", "", record.content.cells[id].source));
  box.append(made("p", "run-all", button("Delete it", () => {
    record.change(({ cells }) => ids.forEach((id) => delete cells[id]));
    box.remove();
  })));
  return box;
}

function linkTo(cell) {
  if (cell.place.matches("form")) return link(`#${cell.place.id}`, "a prediction");
  const line = cell.original.split("\n").find((one) => one.trim() && !one.startsWith("#")) ?? cell.original;
  return link(`#${cell.place.id}`, made("code", "", line.length > MOST ? `${line.slice(0, MOST)}…` : line));
}
