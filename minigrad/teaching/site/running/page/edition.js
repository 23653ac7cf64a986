// What a new edition of a chapter changed, for a reader whose record belongs to an earlier one.

// The cells that changed or are new, those of them that the reader had written too, and what the
// reader wrote in cells that aren't there anymore.
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
