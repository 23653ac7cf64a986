"""The page for lecturers, which lists the material that was built for each chapter."""

from collections.abc import Collection
from pathlib import Path

import nbformat

from .notebook_links import lectures
from .pages import Chapter, chapters, filled, lines

NO_DECKS = "This site was built without the slides. `make slides site` builds both.\n"


def for_lecturers(folder: Path, decks: Path, with_lecture: Collection[str]) -> str:
    """Return the page as Markdown. `with_lecture` lists the chapters with a page in `teaching`."""
    listed = chapters(nbformat.read(folder / "00_start_here.ipynb", as_version=4))
    begin = Chapter("0", "Start here", "00_start_here.ipynb", "", "", "", "")
    plan = ["| chapter | minutes to read | to prepare | lecture |", "|---|---|---|---|"]
    prepared = []
    for chapter in (begin, *listed):
        name = f"[{chapter.name}]({chapter.file})"
        stem = Path(chapter.file).stem
        page, is_there = f"teaching/{stem}", stem in with_lecture
        prepared += [page] if is_there else []
        cells = (name, chapter.quick, f"[minutes and answers]({page}.md)" if is_there else "")
        plan.append(f"| {' | '.join(cells)} | {_papers(chapter.file, decks)} |")
    marks = {"PLAN": lines([*plan, ""]), "CONTENTS": lines(prepared), "DECKS": _all(decks)}
    return filled("lecturers.md", marks)


def _papers(file: str, decks: Path) -> str:
    """Return links to a deck, its handout, and its notes, if they exist."""
    rows = []
    for deck in lectures(file, decks):
        links = [f'<a href="slides/{deck.name}">slides</a>']
        for ending, words in {
            "": "handout",
            "_slides": "one to a page",
            "_notes": "notes",
        }.items():
            paper = f"{deck.stem}{ending}.pdf"
            if (decks / paper).is_file():
                links.append(f'<a href="slides/{paper}">{words}</a>')
        rows.append(" ".join(links))
    return "<br>".join(rows)


def _all(decks: Path) -> str:
    if not (decks / "index.html").is_file():
        return NO_DECKS
    links = ['- <a href="slides/index.html">All decks</a>']
    links += [
        f'- <a href="slides/{path.name}" download>All decks and handouts as one archive</a>, for '
        "rooms without internet access"
        for path in sorted(decks.glob("*.zip"))
    ]
    return lines(links)
