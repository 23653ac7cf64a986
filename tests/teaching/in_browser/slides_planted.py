"""`python -m tests.teaching.in_browser.slides_planted`: find each fault seeded in copied decks."""

import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from pypdf import PdfReader, PdfWriter

from tests.browser import chromium, command

from .slides import ROOT, SLIDES, Checked, deck, links

LOOK = (((1024, 768), "light", 6),)
CHAPTER = "01_computational_graphs"  # small, with text, code, drawings, and an explorer


def page(folder: Path) -> Path:
    return folder / f"{CHAPTER}.html"


def replaced(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    changed = re.sub(old, new, text)
    assert changed != text, f"{file.name} has no {old!r}"
    file.write_text(changed, encoding="utf-8")


def styled(folder: Path, rule: str) -> None:
    with (folder / "assets" / "deck.css").open("a", encoding="utf-8") as style:
        style.write(f"\n{rule}\n")


def fewer_pages(folder: Path) -> None:
    paper = PdfWriter()
    for sheet in PdfReader(page(folder).with_suffix(".pdf")).pages[1:]:
        paper.add_page(sheet)
    paper.write(page(folder).with_suffix(".pdf"))


def without_its_author(folder: Path) -> None:
    handout = page(folder).with_suffix(".pdf")
    paper = PdfWriter(clone_from=handout)
    paper.metadata = {"/Title": "1. Computational graphs: handout"}
    paper.write(handout)


# For each fault, words of the report, and how to seed it.
SEEDED: dict[str, tuple[str, Callable[[Path], object]]] = {
    "text outside its slide": (
        "outside the slide",
        lambda folder: styled(folder, ".reveal .slides h2 { margin-top: 640px; }"),
    ),
    "text that overlaps the footer": (
        "overlaps the footer",
        lambda folder: styled(
            folder,
            ".reveal .slides section { padding-bottom: 4px !important; }"
            " .reveal .slides section::after { display: none !important; }",
        ),
    ),
    "a line of code that is cut off": (
        "cut, or to be scrolled",
        lambda folder: replaced(page(folder), "<pre><span></span>", f"<pre>{'x' * 90}"),
    ),
    "small prose": (
        "less than 20",
        lambda folder: styled(folder, ".reveal .slides p { font-size: 19px; }"),
    ),
    "small code": (
        "less than 27.2",
        lambda folder: styled(folder, ".reveal pre { font-size: 24px; }"),
    ),
    "small text in figures": (
        "less than 15.3",
        lambda folder: styled(folder, "svg text { font-size: 6px !important; }"),
    ),
    "overlapping text": (
        "over “",
        lambda folder: styled(
            folder, ".reveal :is(.mg-picture, .drawing) svg text { font-size: 60px !important; }"
        ),
    ),
    "a missing module of the figures": (
        "sent a request to another machine",
        lambda folder: (folder / "assets" / "anywidget.js").unlink(),
    ),
    "a missing library": (
        "no response",
        lambda folder: shutil.rmtree(folder / "assets" / "mathjax"),
    ),
    "an image from another site": (
        "sent a request to another machine: https://example.org/",
        lambda folder: replaced(
            page(folder), "<p>", '<img alt="" src="https://example.org/x.png"><p>'
        ),
    ),
    "a script that fails": (
        "planted",
        lambda folder: replaced(
            page(folder), "</main>", "</main><script>throw Error('planted')</script>"
        ),
    ),
    "a frozen explorer": (
        "Forward and backward",
        lambda folder: replaced(page(folder), r"change:\$\{end\}", "changed:${end}"),
    ),
    "a missing explorer": (
        "Other: not an explorer in the notebook",
        lambda folder: replaced(
            page(folder), '"title": "Forward and backward"', '"title": "Other"'
        ),
    ),
    "keys that turn the page while a slider has focus": (
        "an arrow key turned",
        lambda folder: replaced(
            folder / "assets" / "deck.js", "if \\(!holder\\) return true", "return true"
        ),
    ),
    "pale text": (
        "color-contrast",
        lambda folder: styled(folder, ".reveal p { color: #aaa; }"),
    ),
    "a page missing from the handout": ("isn't its key", fewer_pages),
    "a handout without its author": ("has no author", without_its_author),
    "notes in the handout": (
        "the handout has the lecturer's notes",
        lambda folder: shutil.copyfile(
            folder / f"{CHAPTER}_notes.pdf", page(folder).with_suffix(".pdf")
        ),
    ),
    "Tab that leaves the slide": (
        "Tab reaches",
        lambda folder: replaced(folder / "assets" / "deck.js", "s.inert = s !== slide", "slide"),
    ),
    "a track that does not take keyboard focus": (
        "after a click on a track",
        lambda folder: replaced(
            folder / "assets" / "deck.js", r'querySelector\("\.noUi-handle"\)\.focus\(\)', "focus()"
        ),
    ),
    "a dead link": (
        "leads to no file",
        lambda folder: page(folder).with_suffix(".pdf").rename(folder / "elsewhere.pdf"),
    ),
}


def main() -> int:
    asks = command.parser(
        "tests.teaching.in_browser.slides_planted", __doc__, "only faults whose name contains this"
    )
    options = asks.parse_args()
    if not page(SLIDES).is_file():
        asks.error("no decks: `make slides` builds them")
    missed, notebook = 0, ROOT / "notebooks" / f"{CHAPTER}.ipynb"
    with chromium.started(chromium.find(options.chrome)) as browser:
        for name, (words, plant) in {"nothing": ("", lambda folder: None), **SEEDED}.items():
            if not any(words in name for words in options.only):
                continue
            with tempfile.TemporaryDirectory() as temporary:
                folder = Path(temporary) / "slides"
                shutil.copytree(SLIDES, folder)
                plant(folder)
                checked = Checked(quiet=True)
                checked.check("links", partial(links, folder))
                deck(checked, browser, page(folder), notebook, LOOK)
            caught = (
                any(words in fault for fault in checked.faults) if words else not checked.faults
            )
            missed += not caught
            print(f"{'found' if caught else 'MISSED'}: {name}", flush=True)
            if not caught:
                print(*checked.faults[:5], sep="\n")
    print(f"planted: {'FAILED' if missed else 'passed'} ({len(SEEDED)} cases)")
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
