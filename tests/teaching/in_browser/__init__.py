"""Published decks and pages, in a real browser."""
