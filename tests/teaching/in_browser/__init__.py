"""What is published, in a real browser: decks and pages."""
