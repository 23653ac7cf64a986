"""A deck on paper: a page for each slide, all of it shown, explorers as their stills."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def handout(deck: Path, browser: "Browser") -> Path:
    """Print the deck beside itself. deck.css and deck.js lay it out when it is opened so."""
    page = browser.new_page(viewport={"width": 960, "height": 700}, color_scheme="light")
    page.emulate_media(media="screen")
    page.goto(f"{deck.as_uri()}?handout")
    page.locator(":root[data-ready]").wait_for(state="attached")
    written = deck.with_suffix(".pdf")
    page.pdf(path=written, prefer_css_page_size=True, print_background=True, tagged=True)
    page.close()
    return written
