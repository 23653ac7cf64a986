"""A prediction on a page: a small form, and the answer folded until the reader has committed.

The guess is compared in the page, by `static/predictions.js`, with the table that the notebook's
`compare` uses. Without JavaScript there is no form, and the answer is a fold to open.
"""

import ast
import html
import json
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import nbformat
from nbformat import NotebookNode

from minigrad.course.checking.prediction import IN_THE_CELL, Prediction, shown
from minigrad.course.checking.values import numbers
from minigrad.course.checking.verdict import prose
from minigrad.course.laying_out import GUESS, is_explorer
from minigrad.course.numbering import chapter_id

COMPARE = re.compile(r'^compare\("([^"]+)"', re.MULTILINE)
CHOICES = re.compile(r"#(.+ or .+)$")
ANSWER = re.compile(r"none yet +(.*)\nNo guess", re.DOTALL)
TENSOR = re.compile(
    r"^(?:tensor|array)\((.*?)(?:, (?:dtype|grad_fn|requires_grad)=\S+)?\)$", re.DOTALL
)


@dataclass(frozen=True)
class Asked:
    """A prediction with its cells: where the guess goes, what stands between, what compares."""

    prediction: Prediction
    guess: NotebookNode
    between: Sequence[NotebookNode]
    compare: NotebookNode

    @property
    def truth(self) -> Any:
        """A number, a list, a word or None: given in the table, or as the notebook stores it."""
        if self.prediction.truth is not IN_THE_CELL:
            return numbers(self.prediction.truth)
        stored = self.compare.outputs[-1].data["text/plain"]
        match = ANSWER.search(stored)
        if not match:
            raise ValueError(f"{self.compare.id} stores no answer: {stored!r}")
        return read(match[1])

    @property
    def choices(self) -> list[str]:
        """What the cell of the guess offers: `guess = ...  # "a", "b" or "c"`."""
        offered = CHOICES.search(self.guess.source)
        return re.split(r",\s*|\s+or\s+", offered[1].strip()) if offered else []


def read(text: str) -> Any:
    """What a value's printed form stands for.

    >>> read("tensor([2., 1.], grad_fn=<AddBackward0>)"), read("None"), read("w2")
    ([2.0, 1.0], None, 'w2')
    """
    text = text.strip()
    tensor = TENSOR.match(text)
    try:
        return ast.literal_eval(re.sub(r"(\d)\.(?!\d)", r"\1.0", tensor[1] if tensor else text))
    except (ValueError, SyntaxError):
        return text


def asked(notebook: NotebookNode, file: str) -> Iterator[Asked]:
    guess: NotebookNode | None = None
    between: list[NotebookNode] = []
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        name = COMPARE.search(cell.source)
        if GUESS.search(cell.source):
            guess, between = cell, []
        elif guess is not None and name:
            package = import_module(f"minigrad.course.chapter_{chapter_id(file)}")
            yield Asked(package.CHAPTER.predictions[name[1]], guess, between, cell)
            guess = None
        elif guess is not None:
            between.append(cell)


def put_forms(notebook: NotebookNode, file: str) -> None:
    """In place of the guesses; what shows an answer is folded, but for explorers."""
    for question in asked(notebook, file):
        name = f"{chapter_id(file)}-{question.prediction.name}"
        question.guess.source = _form(question, name)
        question.guess.cell_type = "markdown"
        for key in ("outputs", "execution_count"):
            question.guess.pop(key, None)
        for cell in question.between:
            if not is_explorer(cell):
                _fold(cell, name)
        _fold(question.compare, name)
        *before, _ = question.compare.outputs
        answer = nbformat.v4.new_output("display_data", {"text/html": _answer(question, name)})
        question.compare.outputs = [*before, answer]


def _fold(cell: NotebookNode, name: str) -> None:
    cell.metadata["tags"] = [*cell.metadata.get("tags", []), "hide-output", f"answers-{name}"]


def compared(question: Asked) -> dict[str, Any]:
    """What the page compares with."""
    table = question.prediction
    return {
        "truth": _for_json(question.truth),
        "within": table.within,
        "also": [_for_json(value) for value in table.also],
        "right": prose(table.right),
        "typical": [[_for_json(numbers(wrong)), prose(why)] for wrong, why in table.typical],
        "otherwise": prose(table.otherwise),
    }


def _for_json(value: Any) -> Any:
    """JSON has no nan and no inf: on a page they are the words that one types."""
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


def _form(question: Asked, name: str) -> str:
    data = html.escape(json.dumps(compared(question), allow_nan=False), quote=True)
    if question.choices:
        field = "".join(
            f'<label><input type="radio" name="{name}" value="{html.escape(choice)}">'
            f" {html.escape(choice.strip(chr(34)))}</label>"
            for choice in question.choices
        )
        field = f"<fieldset><legend>Your guess</legend>{field}</fieldset>"
    else:
        field = (
            f'<label>Your guess <input type="text" name="{name}" autocomplete="off" '
            'spellcheck="false" size="18" placeholder="a number, [a, list] or a word"></label>'
        )
    return (
        f'<form class="guess" data-prediction="{name}" data-table="{data}" hidden>{field}'
        '<button type="submit">That is my guess</button>'
        '<p class="said" role="status"></p></form>'
    )


def _answer(question: Asked, name: str) -> str:
    """What is there without a guess: the answer, and why others go wrong."""
    table = question.prediction
    rows = [(shown(wrong), why) for wrong, why in table.typical]
    others = "".join(f"<li><code>{html.escape(w)}</code>: {prose(why)}</li>" for w, why in rows)
    stored = question.compare.outputs[-1].data["text/plain"]
    match = ANSWER.search(stored)
    truth = match[1].strip() if match else shown(table.truth)
    return (
        f'<div class="answer" data-answers="{name}"><p>The answer: <code>{html.escape(truth)}'
        f"</code>. {prose(table.right)}</p>"
        f"<p>Others guess:</p><ul>{others}</ul></div>"
    )
