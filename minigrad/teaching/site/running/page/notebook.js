// The reader's cells as a notebook, to download and to open again.

// The chapter's notebook with the reader's sources, and without outputs that belong to other sources.
export function filled(notebook, sources) {
  const copy = structuredClone(notebook);
  for (const cell of copy.cells) {
    const source = sources[cell.id];
    if (source === undefined || cell.source === source) continue;
    cell.source = source;
    Object.assign(cell, { outputs: [], execution_count: null });
  }
  return copy;
}

// The sources of a notebook by cell, or an error that says what's wrong with the file.
export function sourcesOf(text, known) {
  let notebook;
  try {
    notebook = JSON.parse(text);
  } catch {
    throw new Error("That file isn't a notebook.");
  }
  const cells = Array.isArray(notebook?.cells) ? notebook.cells : [];
  const found = {};
  for (const { id, cell_type: type, source } of cells) {
    if (type === "code" && known.has(id)) found[id] = Array.isArray(source) ? source.join("") : String(source);
  }
  if (!Object.keys(found).length) throw new Error("That notebook has no cell of this chapter.");
  return found;
}

export function download(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/x-ipynb+json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
