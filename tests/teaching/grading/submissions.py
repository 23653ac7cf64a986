"""Submissions from a simulated class: answers from the tables, attacks, and odd notebooks."""

import html
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell

from minigrad.course.checking.verdict import NOT_TRIED, NOT_YET, RIGHT
from minigrad.teaching.editions.reading import exercises

from .hostile import ATTACKS
from .tables import Entry, entries, read

POINTS = {RIGHT: 2.0, NOT_YET: 1.0, NOT_TRIED: 0.0}  # as grading/README.md says
KINDS = (RIGHT, NOT_YET, RIGHT, NOT_YET, NOT_TRIED)
FIRST = "01_computational_graphs"


@dataclass
class Submission:
    """One learner's work on one assignment and the expected result."""

    student: str
    assignment: str
    answers: dict[str, str]  # by exercise; the others keep their stubs
    points: dict[str, float]
    of: str = "answers from the tables"
    says: dict[str, str] = field(default_factory=dict)  # parts of the feedback
    edit: Callable[[Any], None] = lambda notebook: None
    beside: dict[str, str] = field(default_factory=dict)  # files submitted with the notebook
    called: str = ""  # the filename, if it's not the original
    instead: str | None = None  # text to submit instead of a notebook

    def write(self, released: str) -> str:
        """Return the released notebook with the submission's answers in it."""
        if self.instead is not None:
            return self.instead
        notebook = nbformat.reads(released, as_version=4)
        for name, answer in self.answers.items():
            _cell(notebook, name.replace(" ", "-")).source = answer
        self.edit(notebook)
        return nbformat.writes(notebook)

    def missing_hints(self, page: str) -> dict[str, str]:
        """Return the expected parts of hints, by exercise, that are missing from the feedback."""
        text = html.unescape(_without_tags(page)).replace("`", "")
        return {
            name: says
            for name, says in self.says.items()
            if _without_tags(says.replace("`", "")) not in text
        }


def from_tables(chapters: list[str], count: int) -> list[Submission]:
    """Return `count` submissions with different answers, about two for each chapter."""
    made = []
    for number in range(count):
        chapter = chapters[number % len(chapters)]
        table = list(entries(chapter))
        chosen: dict[str, Entry] = {}
        for place, name in enumerate(dict.fromkeys(entry.exercise for entry in table)):
            kind = KINDS[(number // len(chapters) * 2 + number + place) % len(KINDS)]
            fitting = [e for e in table if e.exercise == name and e.status == kind]
            chosen[name] = fitting[(5 * number + place) % len(fitting)]
        made.append(
            Submission(
                f"learner-{number + 1:02}",
                chapter,
                {name: entry.answer for name, entry in chosen.items()},
                {name: POINTS[entry.status] for name, entry in chosen.items()},
                says={name: entry.says for name, entry in chosen.items() if entry.says},
            )
        )
    return made


def hostile(file: str) -> list[Submission]:
    """Return submissions that attack in their first exercise and solve the others."""
    made = []
    for number, attack in enumerate(ATTACKS, 1):
        one = right(f"hostile-{number:02}", attack.name)
        one.answers["shares"] = attack.source.replace("FILE", repr(file))
        one.points["shares"] = attack.points
        one.says["shares"] = attack.says
        if attack.spoils:
            one.points[attack.spoils] = 0.0
        made.append(one)
    return made


def odd() -> list[Submission]:
    """Return notebooks that were changed in odd ways."""
    forged = right("odd-01", "forged points, outputs, kernel, and locked check")
    forged.answers["shares"] = "def arrives(x):\n    return 1, 2"
    forged.points["shares"] = 1.0
    forged.edit = _forge

    without = right("odd-02", "a deleted check, and an answer without its tag")
    without.edit = _lose

    own = right(
        "odd-03", "a helper in its own cell, a cell that fails, and one that never finishes"
    )
    own.edit = _write_more

    beside = right("odd-04", "modules and a progress file submitted with the notebook")
    beside.answers["shares"] = "# nothing"
    beside.points["shares"] = 0.0
    everything = json.dumps({"1": ["shares", "leaf", "disproof", "names"]})
    crash = "raise SystemExit('taken from the submission')"
    beside.beside = {".progress.json": everything, ".laid_out.json": "{}"}
    beside.beside |= {f"{name}.py": crash for name in ("minigrad", "numpy", "json", "nbgrader")}

    big = right("odd-05", "twenty megabytes of outputs")
    big.edit = _bloat

    page = right("odd-06", "text that contains a script")
    page.edit = _script

    torn = untouched("odd-08", "half a notebook")
    torn.instead = '{"cells": ['
    torn.says = {"all": "couldn't be read"}

    empty = untouched("odd-10", "an empty file")
    empty.instead = ""

    foreign = untouched("odd-11", "a notebook with a different name")
    foreign.called = "graphs.ipynb"
    foreign.says = {"all": "couldn't be read"}

    renamed = right("odd-09", "a filename to which a browser added a number")
    renamed.called = f"{FIRST} (1).ipynb"
    in_pieces = [torn, renamed, empty, foreign]
    return [forged, without, own, beside, big, page, untouched("odd-07"), *in_pieces]


def right(student: str, of: str) -> Submission:
    solved = {exercise.name: exercise.solution for exercise in exercises(read(FIRST))}
    return Submission(student, FIRST, solved, dict.fromkeys(solved, 2.0), of)


def untouched(student: str, of: str = "the notebook as released") -> Submission:
    points = dict.fromkeys(right("", "").points, 0.0)
    return Submission(student, FIRST, {}, points, of)


def _without_tags(page: str) -> str:
    return re.sub(r"</?(code|span|div|strong|br|pre)\b[^>]*>", "", page)


def _cell(notebook: Any, grade_id: str) -> Any:
    return next(
        c for c in notebook.cells if c.metadata.get("nbgrader", {}).get("grade_id") == grade_id
    )


def _forge(notebook: Any) -> None:
    check = _cell(notebook, "shares-check")
    check.metadata["nbgrader"]["points"] = 100
    check.source = "def check(*_): ...\n100.0"
    check.outputs = [
        nbformat.v4.new_output("execute_result", {"text/plain": "100.0"}, execution_count=1)
    ]
    again = new_code_cell("100.0", metadata={"nbgrader": dict(check.metadata["nbgrader"])})
    foreign = new_code_cell("1", metadata={"nbgrader": {"grade_id": "mine", "points": "many"}})
    no_mark = new_code_cell("2", metadata={"nbgrader": "right"})
    notebook.cells[:0] = [again, foreign, no_mark]
    notebook.metadata["kernelspec"] = {"name": "bash", "display_name": "x", "language": "bash"}


def _lose(notebook: Any) -> None:
    notebook.cells.remove(_cell(notebook, "leaf-check"))
    del _cell(notebook, "names").metadata["nbgrader"]


def _write_more(notebook: Any) -> None:
    answer = _cell(notebook, "shares")
    place = notebook.cells.index(answer)
    helper = "def twice(x, g):\n    return x * g + x * g"
    answer.source = (
        "def arrives(x):\n    s = x * x\n    ds = twice(s, 3) + 5\n    return ds, twice(x, ds)"
    )
    notebook.cells[place:place] = [new_code_cell(helper), new_code_cell("1 / 0")]
    notebook.cells.insert(0, new_code_cell("while True: pass"))


def _bloat(notebook: Any) -> None:
    text = "x" * 20_000_000
    _cell(notebook, "shares").outputs = [nbformat.v4.new_output("stream", text=text)]


def _script(notebook: Any) -> None:
    text = "<script>alert(2)</script><img src=x onerror=alert(3)>"
    notebook.cells.insert(1, new_markdown_cell(text))
    notebook.cells.insert(1, new_code_cell(f"# {text}"))
