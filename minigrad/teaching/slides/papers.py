"""Printed decks: handouts, the lecturer's notes, and one slide per page.

deck.js lays out the slides when the deck is opened as `?handout` (two slides per page, with lines
to write on), `?four` (four per page), `?notes`, or `?slides` (one per page). In handouts, questions
appear without their answers, and a key at the end gives the answers. Explorers appear as stills.
"""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def handout(deck: Path, browser: "Browser") -> Path:
    return _printed(deck, browser, "handout", deck.with_suffix(".pdf"))


def lecturers_notes(deck: Path, browser: "Browser") -> Path:
    return _printed(deck, browser, "notes", deck.with_name(f"{deck.stem}_notes.pdf"))


def four_up(deck: Path, browser: "Browser") -> Path:
    return _printed(deck, browser, "four", deck.with_name(f"{deck.stem}_four.pdf"))


def one_a_page(deck: Path, browser: "Browser") -> Path:
    return _printed(deck, browser, "slides", deck.with_name(f"{deck.stem}_slides.pdf"))


def _printed(deck: Path, browser: "Browser", paper: str, written: Path) -> Path:
    width = 1244 if paper == "slides" else 960  # a slide's size in deck.css
    page = browser.new_page(viewport={"width": width, "height": 700}, color_scheme="light")
    page.emulate_media(media="screen")
    page.goto(f"{deck.as_uri()}?{paper}")
    page.locator(":root[data-ready]").wait_for(state="attached")
    page.pdf(path=written, prefer_css_page_size=True, print_background=True, tagged=True)
    page.close()
    return written
