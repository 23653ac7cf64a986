"""Printed decks: handouts, the lecturer's notes, and one slide per page.

deck.js lays out the slides when the deck is opened as `?handout` (two slides per page, with lines
to write on), `?notes`, or `?slides` (one per page). In handouts, questions appear without their
answers, and a key at the end gives the answers. Explorers appear as stills.
"""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def handout(deck: Path, browser: "Browser") -> Path:
    return _printed(deck, browser, "handout", deck.with_suffix(".pdf"), "handout")


def lecturers_notes(deck: Path, browser: "Browser") -> Path:
    return _printed(
        deck, browser, "notes", deck.with_name(f"{deck.stem}_notes.pdf"), "lecturer's notes"
    )


def one_a_page(deck: Path, browser: "Browser") -> Path:
    return _printed(deck, browser, "slides", deck.with_name(f"{deck.stem}_slides.pdf"), "slides")


def _printed(deck: Path, browser: "Browser", paper: str, written: Path, kind: str) -> Path:
    width = 1244 if paper == "slides" else 960  # a slide's size in deck.css
    page = browser.new_page(viewport={"width": width, "height": 700}, color_scheme="light")
    page.emulate_media(media="screen")
    page.goto(f"{deck.as_uri()}?{paper}")
    page.locator(":root[data-ready]").wait_for(state="attached", timeout=120_000)
    page.pdf(path=written, prefer_css_page_size=True, print_background=True, tagged=True)
    author, license = (
        page.locator(f"meta[name={name}]").get_attribute("content") or ""
        for name in ("author", "license")
    )
    describe(written, f"{page.title().removesuffix(' slides')}: {kind}", author, license)
    page.close()
    return written


def describe(paper: Path, title: str, author: str, license: str) -> None:
    """Store a title, an author, and a license in a PDF, because Chromium stores only a title."""
    from pypdf import PdfWriter  # installed only where slides are built

    writer = PdfWriter(clone_from=paper)
    writer.add_metadata({"/Title": title, "/Author": author, "/Subject": f"License: {license}"})
    writer.write(paper)
