"""All the operations, each in a short entry with its gradient rules next to its formula."""
