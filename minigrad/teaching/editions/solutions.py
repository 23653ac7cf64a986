"""A copy of the learner's edition with all solutions filled in and all cells run."""

from pathlib import Path
from textwrap import wrap
from typing import Any

import nbformat
from nbformat import NotebookNode

from minigrad.course.checking.prediction import shown
from minigrad.course.threads import use_one_thread

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


def run(notebook: NotebookNode, folder: Path) -> None:
    """Run the notebook's cells in the folder, and store their outputs."""
    from nbclient import NotebookClient

    use_one_thread()
    notebook.metadata.pop("widgets", None)  # the run stores them again
    quiet = ["--log-level=ERROR"]  # don't warn that the connection to the kernel isn't encrypted
    NotebookClient(
        notebook,
        kernel_name="python3",
        extra_arguments=quiet,
        resources={"metadata": {"path": str(folder)}},
    ).execute()


def guessed(question: PredictionCells) -> str:
    """Return the correct guess and a typical wrong guess, each with its feedback."""
    wrong, why = question.prediction.typical[0]
    reason = wrap(f"Many guess {_one_line(wrong)}: {why}", 90)
    right = f"guess = {question.truth!r}" + ("  # no blank" if question.truth is None else "")
    return "\n".join([right, *(f"# {line}" for line in reason)])


def _one_line(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else " ".join(shown(value).split())
