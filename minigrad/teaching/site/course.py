"""What the pages know of the whole course: each chapter's exercises, and its predictions.

A page shows with it what a reader has done in other chapters.
"""

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import nbformat

from minigrad.course.numbering import chapter_id
from minigrad.teaching.editions.predictions import predictions_in

from .pages import chapters
from .predictions import slug

NAME = "Start here"  # the start page, which has a number but no row in the table of chapters


def write_course(static: Path, notebooks: Path) -> None:
    listing = json.dumps(course(notebooks))
    (static / "running" / "course.json").write_text(listing, encoding="utf-8")


def course(notebooks: Path) -> list[dict[str, Any]]:
    start = nbformat.read(notebooks / "00_start_here.ipynb", as_version=4)
    names = {Path(chapter.file).stem: chapter.name for chapter in chapters(start)}
    names = {"00_start_here": NAME, **names}
    return [_chapter(notebooks / f"{stem}.ipynb", name) for stem, name in names.items()]


def _chapter(path: Path, name: str) -> dict[str, Any]:
    notebook = nbformat.read(path, as_version=4)
    number = chapter_id(path.name)
    heading, headings = name, {}
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            titles = [line for line in cell.source.splitlines() if line.startswith(("## ", "### "))]
            heading = titles[-1].lstrip("# ") if titles else heading
        headings[cell.id] = heading
    return {
        "stem": path.stem,
        "number": number,
        "name": name,
        "exercises": list(import_module(f"minigrad.course.chapter_{number}").CHAPTER.exercises),
        "predictions": {
            slug(question, path.name): headings[question.guess.id]
            for question in predictions_in(notebook, path.name)
        },
    }
