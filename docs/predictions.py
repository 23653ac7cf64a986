"""Predictions on a page: a form, and an answer that stays collapsed until the reader commits.

The paragraph after the prediction usually gives the answer away, so it's collapsed along with the
answer. It unfolds if the reader searches or prints the page, and without JavaScript it's always
visible.

`static/predictions.js` compares the guess on the page, using the same table as the notebook's
`compare`. Without JavaScript there is no form, and the reader can expand the answer.
"""

import html
import json
import math
from itertools import pairwise
from typing import Any

import nbformat
from nbformat import NotebookNode

from minigrad.course.chapters import chapter_id
from minigrad.course.checking import worded
from minigrad.course.checking.prediction import shown
from minigrad.course.checking.values import numbers
from minigrad.course.checking.verdict import prose
from minigrad.teaching.editions.predictions import ANSWER, PredictionCells, predictions_in
from minigrad.teaching.live import is_explorer


def vocabulary() -> str:
    """Return a script with the words and patterns that guesses are read with, for `words.js`."""
    words = {
        "PLAIN": worded.PLAIN.split(),
        "NEGATIONS": sorted(worded.NEGATIONS),
        "CONTRACTED": worded.CONTRACTED,
        "WORTH": worded.WORTH,
        "ORDINALS": worded.ORDINALS.split(),
        "PARTS": worded.PARTS,
        "TIMES": worded.TIMES,
        "MINUS": sorted(worded.MINUS),
    }
    inside = ("REASON", "PAUSE", "COMPOUND", "SPELLED", "A_PART")
    whole = ("UNKNOWN", "PLACE", "FRACTION", "RESULT")
    patterns = {name: getattr(worded, name).pattern for name in inside}
    patterns |= {name: f"^(?:{getattr(worded, name).pattern})$" for name in whole}
    return "".join(
        [f"const {name} = {json.dumps(value)};\n" for name, value in words.items()]
        + [f"const {name} = new RegExp({json.dumps(p)});\n" for name, p in patterns.items()]
    )


def put_forms(notebook: NotebookNode, file: str) -> None:
    """Replace guesses with forms, and collapse everything that gives answers, except explorers."""
    for question in predictions_in(notebook, file):
        name = slug(question, file)
        question.guess.source = _form(question, name)
        question.guess.metadata.pop("tags", None)
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
        _veil(_after(notebook, question.compare), name)


def slug(question: PredictionCells, file: str) -> str:
    """Return a prediction's name on the page, which can also serve as a CSS class."""
    return f"{chapter_id(file)}-{question.prediction.name}".replace(" ", "-")


def _after(notebook: NotebookNode, cell: NotebookNode) -> NotebookNode:
    return next(after for before, after in pairwise(notebook.cells) if before is cell)


def _veil(cell: NotebookNode, name: str) -> None:
    """Collapse the first paragraph, unless it's collapsed already or introduces the chapter."""
    if cell.cell_type == "markdown" and not cell.source.startswith(("<", "#", "**By the end")):
        first, *rest = cell.source.split("\n\n")
        container = f":::{{container}} follows follows-{name}\n{first}\n:::"
        cell.source = "\n\n".join([container, *rest])


def _fold(cell: NotebookNode, name: str) -> None:
    cell.metadata["tags"] = [*cell.metadata.get("tags", []), "hide-output", f"answers-{name}"]


def compared(question: PredictionCells) -> dict[str, Any]:
    """Return the data with which the page compares a guess with the answer."""
    table = question.prediction
    listed = table.phrases(question.truth)
    replies = [why for _, why in table.typical]
    return {
        "alike": worded.alike_in([words for words, _ in listed]),
        "phrases": [
            [words, "right" if why == table.reason else replies.index(why)]
            for words, why in worded.clear(listed)
        ],
        "truth": _for_json(question.truth),
        "number": table.asks_a_number(question.truth),
        "within": table.within,
        "also": [_for_json(value) for value in table.also],
        "reason": prose(table.reason),
        "typical": [
            [_for_json(numbers(wrong)), prose(f"{why}\n{table.reason}")]
            for wrong, why in table.typical
        ],
    }


def _for_json(value: Any) -> Any:
    """Convert nan and inf, which don't exist in JSON, to the words that a reader would type."""
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


def _form(question: PredictionCells, name: str) -> str:
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
            'autocapitalize="off" spellcheck="false" size="30" '
            'placeholder="a number, [a, list] or a word"></label>'
        )
    return (
        f'<form class="guess" id="guess-{name}" data-prediction="{name}" '
        f'data-cell="{question.guess.id}" data-table="{data}" hidden>{field}'
        '<button type="submit">That is my guess</button>'
        '<p class="said" role="status"></p></form>'
    )


def _reply(wrong: str, why: str) -> str:
    """Return a guess and its explanation, in which the guess is named only once."""
    rest = why[len(wrong) :] if why.startswith(f"{wrong} ") else f": {why}"
    return f"<li><code>{wrong}</code>{rest}</li>"


def _answer(question: PredictionCells, name: str) -> str:
    """Return the answer for readers who don't guess, with explanations of typical wrong guesses."""
    table = question.prediction
    # Guesses with the same explanation are often spellings of one guess: show only the first.
    first: dict[str, str] = {}
    for wrong, why in table.typical:
        first.setdefault(why, shown(wrong))
    others = "".join(_reply(html.escape(wrong), prose(why)) for why, wrong in first.items())
    stored = question.compare.outputs[-1].data["text/plain"]
    match = ANSWER.search(stored)
    truth = match[1].strip() if match else shown(table.truth)
    return (
        f'<div class="answer" data-answers="{name}"><p>The answer: <code>{html.escape(truth)}'
        f"</code>. {prose(table.reason)}</p>"
        f"<p>Other guesses:</p><ul>{others}</ul></div>"
    )
