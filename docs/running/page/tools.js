// The buttons above a chapter's cells, which act on all cells at once.
import { button, made, twice } from "./elements.js";
import { download, filled, nameOf, sourcesOf } from "./notebook.js";

export function addTools(place, chapter) {
  const says = document.createElement("p");
  says.setAttribute("role", "status");
  const mention = (text) => (says.textContent = text);
  const file = document.createElement("input");
  Object.assign(file, { type: "file", accept: ".ipynb,application/json", hidden: true });
  file.addEventListener("change", async () => {
    try {
      const sources = sourcesOf(await file.files[0].text(), new Set(chapter.cells.map(({ id }) => id)));
      for (const cell of chapter.cells) if (sources[cell.id] !== undefined) cell.set(sources[cell.id]);
      mention("Your notebook is open. Its cells are now on this page.");
    } catch (error) {
      mention(error.message);
    }
    file.value = "";
  });
  const more = made("details", "run-more",
    made("summary", "", "More"),
    button("Download with my changes", async () => {
      const notebook = await (await fetch(`notebooks/${chapter.file}`)).json();
      download(nameOf(chapter.file), `${JSON.stringify(filled(notebook, chapter.cellsForFile), null, 1)}\n`);
    }),
    button("Open my notebook", () => file.click()),
    twice("Reset chapter", "Press again to discard your changes", async () => {
      await chapter.reset();
      mention("The chapter has been reset. The exercises that you've solved still count.");
    }),
    file,
  );
  const buttons = made("div", "run-all", button("Run all cells", () => chapter.runAll()), more);
  place.querySelector(".run-all").replaceWith(buttons);
  place.append(says);
  place.hidden = false;
}
