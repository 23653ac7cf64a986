"""All operations: one short entry for each, with its rules next to its formula."""
