"""Facts about the whole course: each chapter's exercises, and the questions in its predictions.

A page uses these facts to show what the reader has done in other chapters.
"""

import json
import re
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode

from minigrad.course.chapters import chapter_id, load
from minigrad.teaching.editions.predictions import predictions_in

from .pages import START, chapters
from .predictions import slug
from .question_text import question_above
from .running.cell_lists import CHECK

# The start of an exercise: `**2. Find the bug.**`, or a step's heading.
TITLE = re.compile(r"^(?:\*\*(\d+\. .+?)\.?\*\*|#+ (.+)$)", re.MULTILINE)


def write_course(static: Path, notebooks: Path) -> None:
    listing = json.dumps(course(notebooks))
    (static / "running" / "course.json").write_text(listing, encoding="utf-8")


def course(notebooks: Path) -> list[dict[str, Any]]:
    start = nbformat.read(notebooks / "00_start_here.ipynb", as_version=4)
    names = {Path(chapter.file).stem: chapter.name for chapter in chapters(start)}
    names = {"00_start_here": START, **names}
    return [_chapter(notebooks / f"{stem}.ipynb", name) for stem, name in names.items()]


def _chapter(path: Path, name: str) -> dict[str, Any]:
    notebook = nbformat.read(path, as_version=4)
    number = chapter_id(path.name)
    return {
        "stem": path.stem,
        "number": number,
        "name": name,
        "exercises": list(load(number).exercises),
        "titles": titles(notebook),
        "predictions": {
            slug(question, path.name): question_above(notebook, question.guess)
            for question in predictions_in(notebook, path.name)
        },
    }


def titles(notebook: NotebookNode) -> dict[str, str]:
    """Return the titles of the exercises, keyed by exercise name."""
    title, found = "", {}
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            for number, heading in TITLE.findall(cell.source):
                title = number or heading
        elif check := CHECK.match(cell.source):
            found[check[1]] = title
    return found
