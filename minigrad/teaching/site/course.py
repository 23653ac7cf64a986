"""What the pages know of the whole course: each chapter's exercises, and what its predictions ask.

A page shows with it what a reader has done in other chapters.
"""

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import nbformat

from minigrad.course.numbering import chapter_id
from minigrad.teaching.editions.predictions import predictions_in

from .asked import asked
from .pages import START, chapters
from .predictions import slug


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
        "exercises": list(import_module(f"minigrad.course.chapter_{number}").CHAPTER.exercises),
        "predictions": {
            slug(question, path.name): asked(notebook, question.guess)
            for question in predictions_in(notebook, path.name)
        },
    }
