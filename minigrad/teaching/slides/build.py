"""Decks, handouts, and notes; a page that lists them; and an archive of everything."""

import shutil
from collections.abc import Sequence
from html import escape
from pathlib import Path

from minigrad.draw.palette import STYLE
from minigrad.teaching import chromium
from minigrad.teaching.assets import ROOT, copy_files

from .deck import ASSETS, FOLDER, deck, title
from .figures import draw, show
from .lecture import Lecture
from .lecture import lectures as every_lecture
from .papers import handout, lecturers_notes, one_a_page
from .rules import faults

BUILD = ROOT / "build" / "slides"
PACKAGES = ("@jupyter-widgets/html-manager", "mathjax", "requirejs", "reveal.js")
LIST = """\
<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>minigrad: slides</title>
<link rel="stylesheet" href="assets/deck.css">
<body class="list">
<main>
<h1>minigrad: slides</h1>
<p>The slides work offline. Press <kbd>→</kbd> for the next slide, <kbd>S</kbd> for the
speaker's notes, <kbd>T</kbd> to switch between light and dark, <kbd>F</kbd> for full screen, and
<kbd>?</kbd> for a list of all keys. If a slider has the focus, the arrow keys move it. Press
<kbd>Esc</kbd> to use them for the slides again.</p>
<ul>
{decks}
</ul>
</main>
</body>
</html>
"""


class RefusedError(Exception):
    """Raised if a lecture breaks a rule, so that no deck is built from the lecture."""


def refuse(lectures: Sequence[Lecture]) -> None:
    """Raise an error if any of the lectures breaks a rule."""
    if wrong := [fault for lecture in lectures for fault in faults(lecture)]:
        raise RefusedError("\n".join(wrong))


def slides(
    lectures: Sequence[Lecture],
    author: str = "",
    day: str = "",
    fresh: bool = True,
    pages: bool = False,
) -> Path:
    """Build the decks and papers of these lectures; return an archive of the whole folder.

    With `fresh`, start from an empty folder. With `pages`, also print each deck with one slide
    per page.
    """
    refuse(lectures)
    if fresh:
        shutil.rmtree(BUILD, ignore_errors=True)
    papers = [handout, lecturers_notes, *([one_a_page] if pages else [])]
    with chromium.started(chromium.find()) as browser:
        for page in decks(BUILD, lectures, author, day):
            for paper in papers:
                paper(page, browser)
    (BUILD / "index.html").write_text(index(BUILD), encoding="utf-8")
    beside = BUILD.with_name("minigrad-slides")
    (BUILD / f"{beside.name}.zip").unlink(missing_ok=True)
    packed = shutil.make_archive(str(beside), "zip", BUILD.parent, BUILD.name)
    return Path(shutil.move(packed, BUILD / f"{beside.name}.zip"))


def decks(folder: Path, lectures: Sequence[Lecture], author: str = "", day: str = "") -> list[Path]:
    """Write the decks, along with the files that they load."""
    copy_files(folder / ASSETS, PACKAGES)
    style = (FOLDER / "deck.css").read_text(encoding="utf-8")
    (folder / ASSETS / "deck.css").write_text(f"{STYLE}\n{style}", encoding="utf-8")
    shutil.copyfile(FOLDER / "deck.js", folder / ASSETS / "deck.js")
    pages = []
    for lecture in lectures:
        draw(lecture)
        show(lecture)
        pages.append(folder / f"{lecture.name}.html")
        pages[-1].write_text(deck(lecture, author, day), encoding="utf-8")
    return pages


def index(folder: Path) -> str:
    """Return the page that lists the existing decks."""
    listed = [
        f'<li><a href="{lecture.name}.html">{escape(title(lecture))}</a> '
        f"<small>{_papers(folder, lecture.name)}</small></li>"
        for lecture in every_lecture()
        if (folder / f"{lecture.name}.html").exists()
    ]
    return LIST.format(decks="\n".join(listed))


def _papers(folder: Path, name: str) -> str:
    """Return links to the printed decks. The last link appears only if that paper exists."""
    links = [(f"{name}.pdf", "handout"), (f"{name}_notes.pdf", "for the lecturer")]
    if (folder / f"{name}_slides.pdf").exists():
        links.append((f"{name}_slides.pdf", "one to a page"))
    return " ".join(f'<a href="{file}">{words}</a>' for file, words in links)
