"""A copy of the learner's edition with all solutions filled in and all cells run."""

from pathlib import Path
from textwrap import wrap
from typing import Any

import nbformat

from minigrad.course.checking.prediction import shown
from minigrad.teaching.live import run

from .predictions import PredictionCells, predictions_in
from .reading import fill_in


def make(notebooks: Path, folder: Path) -> list[Path]:
    """Write a solved copy of every notebook; raise `CellExecutionError` if a cell fails."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for path in sorted(notebooks.glob("*.ipynb")):
        notebook = fill_in(nbformat.read(path, as_version=4))
        for question in predictions_in(notebook, path.name):
            question.guess.source = guessed(question)
        run(notebook, notebooks)
        written.append(folder / path.name)
        nbformat.write(notebook, written[-1])
    return written


def guessed(question: PredictionCells) -> str:
    """Return the correct guess and a typical wrong guess, each with its feedback."""
    wrong, why = question.prediction.typical[0]
    reason = wrap(f"Many guess {_one_line(wrong)}: {why}", 90)
    right = f"guess = {question.truth!r}" + ("  # no blank" if question.truth is None else "")
    return "\n".join([right, *(f"# {line}" for line in reason)])


def _one_line(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else " ".join(shown(value).split())
