"""Predictions in a notebook: the guess cell, the cell that checks the guess, and the answer."""

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from minigrad.course.chapters import chapter_id, folder, load
from minigrad.course.checking.prediction import IN_THE_CELL, Prediction
from minigrad.course.checking.values import numbers
from minigrad.course.learner_copy import GUESS

COMPARE = re.compile(r'^compare\("([^"]+)"', re.MULTILINE)
CHOICES = re.compile(r"#(.+ or .+)$")
SEPARATOR = re.compile(r'(?:,?\s+or\s+|,\s*)(?=(?:[^"]*"[^"]*")*[^"]*$)')  # outside quotes
ANSWER = re.compile(r"none yet +(.*)\nNo guess", re.DOTALL)
TENSOR = re.compile(
    r"^(?:tensor|array)\((.*?)(?:, (?:dtype|grad_fn|requires_grad)=\S+)?\)$", re.DOTALL
)


@dataclass(frozen=True)
class PredictionCells:
    """A prediction with its cells: the guess, those in between, and the comparison."""

    prediction: Prediction
    guess: Any
    between: Sequence[Any]
    compare: Any

    @property
    def truth(self) -> Any:
        """Return the correct answer from the table or notebook: a number, list, word, or None."""
        if self.prediction.truth is not IN_THE_CELL:
            return numbers(self.prediction.truth)
        if not self.compare.outputs:
            raise ValueError(f"{self.compare.id} stores no answer. Run the notebook first.")
        stored = self.compare.outputs[-1].data["text/plain"]
        match = ANSWER.search(stored)
        if not match:
            raise ValueError(f"{self.compare.id} stores no answer: {stored!r}")
        return read(match[1])

    @property
    def choices(self) -> list[str]:
        """Return the choices listed in a guess cell: `guess = ...  # "a", "b" or "c"`."""
        offered = CHOICES.search(self.guess.source)
        return SEPARATOR.split(offered[1].strip()) if offered else []


def read(text: str) -> Any:
    """Parse a printed value.

    >>> read("tensor([2., 1.], grad_fn=<AddBackward0>)"), read("None"), read("w2")
    ([2.0, 1.0], None, 'w2')
    """
    text = text.strip()
    tensor = TENSOR.match(text)
    try:
        return ast.literal_eval(re.sub(r"(\d)\.(?!\d)", r"\1.0", tensor[1] if tensor else text))
    except (ValueError, SyntaxError):
        return text


def predictions_in(notebook: Any, file: str) -> Iterator[PredictionCells]:
    guess: Any | None = None
    between: list[Any] = []
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        name = COMPARE.search(cell.source)
        if GUESS.search(cell.source):
            guess, between = cell, []
        elif guess is not None and name:
            table = load(chapter_id(file)).predictions
            if name[1] not in table:
                place = f"minigrad/course/{folder(chapter_id(file))}/predictions.py"
                raise ValueError(
                    f"{place}: {name[1]!r}, a prediction in {file}, is missing from PREDICTIONS."
                )
            yield PredictionCells(table[name[1]], guess, between, cell)
            guess = None
        elif guess is not None:
            between.append(cell)
