"""All operations. Each has a short entry, with its gradient rules next to its formula."""
