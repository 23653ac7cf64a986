"""`python -m tests.teaching.in_browser.sheets --only 04`: make contact sheets of a deck.

For each slide, it writes an image with everything revealed to `build/sheets`, in the light theme at
1280 by 720 and in the dark theme at 1024 by 768. If a slide builds up step by step, there's also an
image of its first step. The deck is rebuilt, even if it breaks a rule.
"""

import io
import sys
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page

from minigrad.teaching.slides.build import decks
from minigrad.teaching.slides.lecture import lectures
from minigrad.teaching.slides.papers import handout, lecturers_notes
from minigrad.teaching.slides.rules import faults
from tests.browser import chromium, command

from .slides import ROOT, UNFOLD, Watch

SHEETS = ROOT / "build" / "sheets"
LOOKS = (((1280, 720), "light"), ((1024, 768), "dark"))
WIDTH, COLUMNS, ROWS = 640, 3, 4


def pictures(page: Page) -> list[Image.Image]:
    taken = []
    for number in range(page.evaluate("Reveal.getTotalSlides()")):
        page.evaluate("number => Reveal.slide(number)", number)
        page.wait_for_timeout(60)
        if page.locator("section.present .fragment:not(.visible)").count():
            taken.append(_picture(page))
        page.evaluate(UNFOLD, number)
        page.wait_for_timeout(300)  # fade-ins are finished
        taken.append(_picture(page))
    return taken


def _picture(page: Page) -> Image.Image:
    image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    return image.resize((WIDTH, WIDTH * image.height // image.width))


def sheet(images: list[Image.Image]) -> Image.Image:
    height = images[0].height
    rows = -(-len(images) // COLUMNS)
    made = Image.new("RGB", (COLUMNS * (WIDTH + 8), rows * (height + 8)), "#888888")
    for place, image in enumerate(images):
        made.paste(image, (place % COLUMNS * (WIDTH + 8), place // COLUMNS * (height + 8)))
    return made


def look_at(browser: Browser, deck: Path) -> None:
    for size, theme in LOOKS:
        watch = Watch(browser, deck, size, theme)
        watch.page.locator(":root[data-ready]").wait_for(state="attached", timeout=60_000)
        taken = pictures(watch.page)
        for fault in watch.faults():
            print(f"{deck.stem}: {fault}")
        watch.page.close()
        for part in range(0, len(taken), COLUMNS * ROWS):
            name = f"{deck.stem}-{theme}-{part // (COLUMNS * ROWS) + 1}.png"
            sheet(taken[part : part + COLUMNS * ROWS]).save(deck.parent / name)


def main() -> int:
    options = command.parser(
        "tests.teaching.in_browser.sheets", __doc__, "decks whose name starts so"
    ).parse_args()
    with chromium.started(chromium.find(options.chrome)) as browser:
        for lecture in (one for name in options.only for one in lectures(name)):
            print("\n".join(faults(lecture)))
            for deck in decks(SHEETS / lecture.name, [lecture]):
                look_at(browser, deck)
                handout(deck, browser)
                lecturers_notes(deck, browser)
                print(f"{deck.parent.relative_to(ROOT)}: contact sheets and PDFs")
    return 0


if __name__ == "__main__":
    sys.exit(main())
