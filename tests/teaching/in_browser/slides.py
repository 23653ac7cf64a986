"""`python -m tests.teaching.in_browser.slides`: test decks in a browser, opened from `file://`.

No deck may send a request to another machine or cause a script error. On every slide, with
everything revealed, nothing may be cut off, all text must be large enough, and axe-core must find
no serious violation. Every explorer must respond to a drag, keys must do what the help says, and
links must lead somewhere. Printed decks must have a page for every two slides, with the answers to
votes only in the handout's key.
"""

import multiprocessing
import re
import sys
import time
import unicodedata
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, ConsoleMessage, Error, Page, expect
from pypdf import PdfReader

from minigrad.teaching.assets import package
from minigrad.teaching.credits import AUTHOR, LICENSE_URL
from minigrad.teaching.live import live
from tests.browser import chromium, command
from tests.browser.handling import ExplorerDriver
from tests.browser.stored import explorers

from .links import broken

ROOT = Path(__file__).resolve().parents[3]
SLIDES = ROOT / "build" / "slides"
FAULTS = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
# The size and theme of a window, and n if only every n-th slide is checked in it.
AT_ONCE = 2
LOOKS = (((1024, 768), "light", 1), ((1280, 720), "dark", 3))
UNFOLD = """
number => {
  Reveal.slide(number);
  for (const part of Reveal.getCurrentSlide().querySelectorAll(".fragment"))
    part.classList.add("visible");
}
"""
# The longest piece of text in an explanation between its formulas, which are printed differently.
REASONS = """
all => all.map(one => {
  const words = one.cloneNode(true);
  words.querySelectorAll(".MathJax_SVG, .MathJax_Preview, script").forEach(m => m.replaceWith("|"));
  const longer = (one, other) => (other.length > one.length ? other : one);
  return words.textContent.split("|").reduce(longer);
})
"""
TURN_TO = """
place => {
  const { h, v } = Reveal.getIndices(place.closest("section section"));
  Reveal.slide(h, v);
}
"""
AXE = """
async () => {
  // What still fades in would be found too faint.
  document.getAnimations().forEach(animation => animation.finish());
  const options = { preload: false, resultTypes: ["violations"] };
  const { violations } = await axe.run(Reveal.getCurrentSlide(), options);
  return violations.filter(({ impact }) => ["serious", "critical"].includes(impact)).flatMap(
    ({ id, nodes }) => nodes.map(({ target, html }) => `${id}: ${target} ${html.slice(0, 120)}`));
}
"""


@dataclass
class Checked:
    """The faults found and the number of things checked."""

    quiet: bool = False
    faults: list[str] = field(default_factory=list)
    slides: int = 0
    explorers: int = 0

    def check(self, where: str, check: Callable[[], None]) -> None:
        try:
            check()
        except (AssertionError, Error, OSError) as wrong:
            self.fault(f"{where}: {str(wrong)[:600]}")

    def fault(self, sentence: str) -> None:
        self.faults.append(sentence)
        if not self.quiet:
            print(f"  FAULT {sentence}", flush=True)


class Watch(chromium.Watch):
    """A deck in a window, where every console error counts."""

    def __init__(self, browser: Browser, deck: Path, size: tuple[int, int], theme: str) -> None:
        super().__init__(browser)
        self.page.on("requestfailed", lambda asked: self.errors.append(f"no response: {asked.url}"))
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        self.page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        self.page.goto(deck.as_uri())

    def _listen(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(message.text)


def deck(
    checked: Checked,
    browser: Browser,
    page: Path,
    notebook: Path,
    looks: tuple[tuple[tuple[int, int], str, int], ...] = LOOKS,
) -> None:
    """Check all slides in one size and theme, some slides in the others, and explorers in each."""
    for size, theme, every in looks:
        where = f"{page.stem} {size[0]}x{size[1]} {theme}"
        watch = Watch(browser, page, size, theme)
        try:
            watch.page.locator(":root[data-ready]").wait_for(state="attached", timeout=60_000)
            watch.page.add_script_tag(path=str(package("axe-core") / "axe.min.js"))
            slides = watch.page.evaluate("Reveal.getTotalSlides()")
            for number in range(0, slides, every):
                checked.check(f"{where} slide {number + 1}", partial(slide, watch.page, number))
                checked.slides += 1
            first = (size, theme, every) == looks[0]
            for fault in check_explorers(checked, watch.page, notebook, thoroughly=first):
                checked.fault(f"{where}: {fault}")
            if first:
                checked.check(f"{where}, keys", partial(keys, watch.page))
                checked.check(f"{where}, turns", partial(turns, watch.page))
                checked.check(f"{where}, papers", partial(papers, page, watch.page))
        except Error as wrong:
            checked.fault(f"{where}: {str(wrong)[:200]}")
        for fault in watch.faults():
            checked.fault(f"{where}: {fault}")
        watch.page.close()


def slide(page: Page, number: int) -> None:
    page.evaluate(UNFOLD, number)
    faults: list[str] = []
    # Figures are measured once they're laid out, which takes longer on a busy machine.
    for patience in (150, 500, 1500, 4000):
        page.wait_for_timeout(patience)
        faults = page.evaluate(FAULTS)
        if not faults:
            break
    faults += page.evaluate(AXE)
    one_of_each = {fault.split(":")[0].split("“")[0]: fault for fault in faults}
    assert not faults, "; ".join(one_of_each.values())


def check_explorers(
    checked: Checked, page: Page, notebook: Path, *, thoroughly: bool
) -> Iterator[str]:
    """Check that every explorer in the deck shows what the chapter's run made."""
    shown = set(page.locator(".mg-figure").evaluate_all("all => all.map(one => one.ariaLabel)"))
    known = explorers(live(notebook))
    for title in sorted(shown - set(known)):
        yield f"{title}: not an explorer in the notebook"
    for title, stored in known.items():
        if title not in shown:
            continue
        figure = page.locator(f'.mg-figure[aria-label="{title}"]')
        place = page.locator(".mg-explorer").filter(has=figure).first
        try:
            place.evaluate(TURN_TO, timeout=5_000)
            handled = ExplorerDriver(page, place, stored)
            if thoroughly:
                handled.by_mouse()
            else:
                handled.once()
            checked.explorers += 1
        except (AssertionError, Error) as wrong:
            yield f"{title}: {str(wrong)[:400]}"


def keys(page: Page) -> None:
    """Check that arrow keys turn the page unless a slider has focus; a remote's keys always do."""
    at = "Reveal.getState().indexh"
    if (handle := page.locator("section.present .noUi-handle").first).count():
        start = page.evaluate(at)  # on the explorer that was tried last
        page.locator("section.present .noUi-target").first.click()
        held = page.locator("section.present .noUi-handle:focus")
        expect(held, "it doesn't have keyboard focus after a click on a track").to_be_attached()
        page.keyboard.press("ArrowRight")
        assert page.evaluate(at) == start, "an arrow key turned the page after a click on a track"
        handle.focus()
        for key in ("ArrowLeft", "ArrowRight"):
            page.keyboard.press(key)
            assert page.evaluate(at) == start, "an arrow key turned the page under a slider's focus"
        page.keyboard.press("Escape")
        page.keyboard.press("ArrowRight")
        assert page.evaluate(at) == start + 1, "Escape doesn't return the arrow keys to the deck"
        page.keyboard.press("ArrowLeft")
        handle.focus()
        page.keyboard.press("PageDown")
        assert page.evaluate(at) == start + 1, "a remote's key doesn't turn the page"
    paper = "getComputedStyle(document.body).backgroundColor"
    before = page.evaluate(paper)
    page.keyboard.press("t")
    assert page.evaluate(paper) != before, "T doesn't switch the theme"
    page.keyboard.press("t")
    assert page.evaluate(paper) == before, "T doesn't switch the theme back"


def notes(browser: Browser, deck: Path) -> None:
    """Check that S opens a window with the speaker notes."""
    watch = Watch(browser, deck, (960, 700), "light")
    watch.page.locator(":root[data-ready]").wait_for(state="attached")
    with watch.page.expect_popup() as opened:
        watch.page.keyboard.press("s")
    text = opened.value.locator(".speaker-controls-notes .value")
    text.filter(has_text=re.compile(r"\w")).wait_for()
    opened.value.close()
    watch.page.close()


def turns(page: Page) -> None:
    """Check that keys lead through the deck step by step and that Tab stays on the slide."""
    page.evaluate("Reveal.slide(0)")
    steps, most = 0, 2000
    while not page.evaluate("Reveal.isLastSlide() && !Reveal.availableFragments().next"):
        shown = page.evaluate("document.querySelectorAll('.fragment.visible').length")
        before = page.evaluate("Reveal.getState().indexh")
        page.keyboard.press("ArrowRight")
        steps += 1
        assert steps < most, "the last slide is never reached"
        now = page.evaluate("document.querySelectorAll('.fragment.visible').length")
        assert page.evaluate("Reveal.getState().indexh") > before or now > shown, (
            "a keypress changed nothing"
        )
    outside = """
      () => [...document.querySelectorAll(".slides section section")].filter(slide =>
        slide !== Reveal.getCurrentSlide() && !slide.inert).length"""
    assert not page.evaluate(outside), "Tab reaches elements on other slides"


def papers(deck: Path, page: Page) -> None:
    """Check that handouts have two slides per page and a key, and that printed notes have notes."""
    count = page.evaluate("Reveal.getTotalSlides()")
    answers = page.locator("[data-roles~=answers]").count()
    reasons = page.locator(".reason").evaluate_all(REASONS)
    texts = [_words(sheet.extract_text()) for sheet in PdfReader(deck.with_suffix(".pdf")).pages]
    assert "Say:" not in "".join(texts), "the handout has the lecturer's notes"
    sheets = -(-(count - answers) // 2)
    key = "".join(texts[sheets:])
    assert "Answers" in key[:20], f"page {sheets + 1} of the handout isn't its key"
    for reason in map(_words, reasons):
        assert reason in key, f"the key is missing {reason[:60]}"
        assert reason not in "".join(texts[:sheets]), f"the handout gives away: {reason[:60]}"
    notes = PdfReader(deck.with_name(f"{deck.stem}_notes.pdf")).pages
    most = count * 0.7 + 1  # a long note takes more than half a page
    assert count / 2 <= len(notes) <= most, f"{len(notes)} pages of notes for {count} slides"
    assert "Say:" in notes[0].extract_text(), "the lecturer's notes are missing"
    if (single := deck.with_name(f"{deck.stem}_slides.pdf")).exists():
        shown = len(PdfReader(single).pages)
        assert shown == count, f"{shown} pages for {count} slides, with one per page"
    described(deck)


def described(deck: Path) -> None:
    """Check that each printed deck says its title, what it is, its author, and its license."""
    kinds = {"": "handout", "_notes": "lecturer's notes", "_slides": "slides"}
    titles = set()
    for ending, kind in kinds.items():
        if (paper := deck.with_name(f"{deck.stem}{ending}.pdf")).exists():
            stored = PdfReader(paper).metadata
            assert stored, f"{paper.name} has no metadata"
            title, found = (stored.title or "").rsplit(": ", 1)
            assert found == kind, f"{paper.name} is called {found}"
            assert AUTHOR in (stored.author or ""), f"{paper.name} has no author"
            assert LICENSE_URL in (stored.subject or ""), f"{paper.name} has no license"
            titles.add(title)
    assert len(titles) == 1, f"the papers of {deck.stem} have different titles: {titles}"


def _words(text: str) -> str:
    """Return letters without spaces, because PDFs break lines anywhere, and "fi" is one letter."""
    return re.sub(r"\s+", "", unicodedata.normalize("NFKC", text))


def links(folder: Path) -> None:
    """Check that the links in the decks and in the list of decks lead somewhere."""
    faults = list(broken(folder, sorted(folder.glob("*.html"))))
    assert not faults, "; ".join(faults[:4])


def notebook(deck: Path) -> Path:
    """Return the notebook of a deck. Several decks can come from the same chapter."""
    return ROOT / "notebooks" / f"{re.sub(r'_[0-9]$', '', deck.stem)}.ipynb"


def alone(chrome: str, page: Path) -> Checked:
    """Check a deck in its own browser."""
    checked, start = Checked(), time.monotonic()
    with chromium.started(chrome) as browser:
        deck(checked, browser, page, notebook(page))
    print(f"{page.stem}: {time.monotonic() - start:.0f} s", flush=True)
    return checked


def main() -> int:
    asks = command.parser("tests.teaching.in_browser.slides", __doc__, "decks whose name starts so")
    options = asks.parse_args()
    start = time.monotonic()
    decks = command.chosen(SLIDES.glob("*_*.html"), options.only)
    if not decks:
        asks.error("no decks: `make slides` builds them")
    checked = Checked()
    checked.check("links", partial(links, SLIDES))
    chrome = chromium.find(options.chrome)
    with chromium.started(chrome) as browser:
        checked.check("speaker's notes", partial(notes, browser, decks[0]))
    package("axe-core")  # fetched once rather than by each process
    # One process per core of the smallest machine, because the browser does most of the work.
    with ProcessPoolExecutor(AT_ONCE, multiprocessing.get_context("spawn")) as pool:
        for part in pool.map(partial(alone, chrome), decks):
            checked.faults += part.faults
            checked.slides += part.slides
            checked.explorers += part.explorers
    looked_at = f"{len(decks)} decks, {checked.slides} slides, {checked.explorers} explorers"
    return command.outcome("slides", checked.faults, looked_at, time.monotonic() - start)


if __name__ == "__main__":
    sys.exit(main())
