// The reader's cells as a notebook, which can be downloaded and opened again.

const MOST = 100_000; // characters of printed text, as on the page
const OF_THE_PAGE = "application/vnd.minigrad.explorer+json"; // JupyterLab shows the picture instead
const OF_A_READER = /^check\(/;

const joined = (source) => (Array.isArray(source) ? source.join("") : String(source));

export const nameOf = (file) => file.replace(/\.ipynb$/, " (yours).ipynb");

// Return the chapter's notebook with the reader's code and with the outputs on the page. A cell that was
// changed but hasn't run has no outputs.
export function filled(notebook, cells) {
  const copy = structuredClone(notebook);
  for (const cell of copy.cells) {
    const mine = cells[cell.id];
    if (!mine || cell.cell_type !== "code") continue;
    const isMine = joined(cell.source) !== mine.source || OF_A_READER.test(mine.source);
    if (mine.given) Object.assign(cell, { outputs: stored(mine.given), execution_count: mine.given.count ?? null });
    else if (isMine) Object.assign(cell, { outputs: [], execution_count: null });
    cell.source = mine.source;
  }
  return copy;
}

// Return the outputs of a run in the notebook format.
function stored({ count, messages }) {
  const outputs = [];
  for (const { type, name, text, traceback, data } of messages) {
    const last = outputs.at(-1);
    if (type === "stream" && last?.name === name) last.text += text;
    else if (type === "stream") outputs.push({ output_type: "stream", name, text });
    else if (type === "error") outputs.push({ output_type: "error", ename: name, evalue: text, traceback });
    else if (data) {
      const { [OF_THE_PAGE]: _, ...shown } = data;
      outputs.push({ output_type: "display_data", data: shown, metadata: {} });
      if (type === "result") Object.assign(outputs.at(-1), { output_type: "execute_result", execution_count: count ?? null });
    }
  }
  for (const output of outputs) if (output.text) output.text = output.text.slice(0, MOST);
  return outputs;
}

// Return the sources of a notebook's cells by their ids. Throw an error that says what's wrong with the
// file if there are none.
export function sourcesOf(text, known) {
  let notebook;
  try {
    notebook = JSON.parse(text);
  } catch {
    throw new Error("That file isn't a notebook. Choose an .ipynb file.");
  }
  const cells = Array.isArray(notebook?.cells) ? notebook.cells : [];
  const found = {};
  for (const { id, cell_type: type, source } of cells) {
    if (type === "code" && known.has(id)) found[id] = joined(source);
  }
  if (!Object.keys(found).length) throw new Error("That notebook has no cells from this chapter.");
  return found;
}

export function download(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/x-ipynb+json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
