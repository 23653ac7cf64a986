"""All operations: one short entry each, with its rules next to its formula."""
