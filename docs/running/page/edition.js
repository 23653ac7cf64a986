// The changes in a new edition of a chapter, for a reader who worked on an earlier one.

// Return the ids of four sets of cells: those that changed, those that were added, those that the
// reader had edited before they changed, and those that the reader had edited and that were removed.
export function changes({ edition, sources, cells }, current) {
  const ids = Object.keys(current.sources);
  const isNew = edition !== current.edition;
  return {
    changed: ids.filter((id) => isNew && id in sources && sources[id] !== current.sources[id]),
    added: ids.filter((id) => isNew && !(id in sources)),
    yours: ids.filter((id) => cells[id] && cells[id].was !== current.sources[id]),
    left: Object.keys(cells).filter((id) => !(id in current.sources)),
  };
}
