"""Tests of published decks and pages in a real browser."""
