"""Printed decks: two slides per page, with lines for the learner, or notes for the lecturer.

deck.js lays out the slides when you open the deck as `?handout` or `?notes`. Questions appear
without their answers, explorers as their stills, and the answers as a key at the end.
"""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def handout(deck: Path, browser: "Browser") -> Path:
    return _printed(deck, browser, "handout", deck.with_suffix(".pdf"))


def lecturers_notes(deck: Path, browser: "Browser") -> Path:
    return _printed(deck, browser, "notes", deck.with_name(f"{deck.stem}_notes.pdf"))


def _printed(deck: Path, browser: "Browser", paper: str, written: Path) -> Path:
    page = browser.new_page(viewport={"width": 960, "height": 700}, color_scheme="light")
    page.emulate_media(media="screen")
    page.goto(f"{deck.as_uri()}?{paper}")
    page.locator(":root[data-ready]").wait_for(state="attached")
    page.pdf(path=written, prefer_css_page_size=True, print_background=True, tagged=True)
    page.close()
    return written
