"""The lecturer's page: how many learners solved each exercise, and the most common hints.

The page is one HTML file that downloads nothing and names no learner. It's made from nbgrader's
graded notebooks; the points are in nbgrader's own gradebook.
"""

import html
import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from minigrad.course.chapters import chapter_id, in_order
from minigrad.course.checking.verdict import NOT_TRIED, NOT_YET, RIGHT, prose

from .assignments import OURS
from .points import STOPPED

STATES = (RIGHT, NOT_YET, NOT_TRIED, STOPPED)
MOST = 10  # the number of hints shown per assignment
STYLE = (
    ":root{color-scheme:light dark}"
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}"
    "table{border-collapse:collapse;margin:1rem 0}"
    "caption{text-align:left;font-weight:bold}"
    "th,td{padding:.2rem .8rem .2rem 0;text-align:left;vertical-align:top;"
    "border-bottom:1px solid #8888}"
)


@dataclass(frozen=True)
class Graded:
    """An exercise in one submission, and what the check said about it."""

    assignment: str
    exercise: str
    status: str
    says: str


def read(course: Path) -> list[Graded]:
    """Return the exercises of all graded submissions, in the order of the chapters."""
    found = []
    for path in sorted(course.glob("autograded/*/*/*.ipynb")):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            metadata = cell["metadata"]
            if metadata.get("nbgrader", {}).get("grade") and OURS in metadata:
                exercise = metadata["nbgrader"]["grade_id"].removesuffix("-check")
                found.append(Graded(path.stem, exercise, **metadata[OURS]))
    return sorted(found, key=lambda one: in_order(chapter_id(one.assignment)))


def make(graded: Iterable[Graded]) -> str:
    by_assignment: dict[str, list[Graded]] = {}
    for one in graded:
        by_assignment.setdefault(one.assignment, []).append(one)
    sections = "\n".join(_section(name, its) for name, its in by_assignment.items())
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Marks</title>'
        '<meta name="viewport" content="width=device-width">'
        f"<style>{STYLE}</style></head>\n<body><h1>Marks</h1>\n{sections}\n</body></html>\n"
    )


def hints(graded: Iterable[Graded]) -> list[tuple[str, str, int]]:
    """Count how often each exercise gave each hint, merging hints that differ only in numbers."""
    seen: dict[tuple[str, str], Counter[str]] = {}
    for one in graded:
        if one.status == NOT_YET:
            kind = re.sub(r"-?\d+(\.\d+)?", "#", one.says)
            seen.setdefault((one.exercise, kind), Counter())[one.says] += 1
    rows = [(name, says.most_common(1)[0][0], says.total()) for (name, _), says in seen.items()]
    return sorted(rows, key=lambda row: -row[2])


def _section(assignment: str, graded: list[Graded]) -> str:
    counts: dict[str, Counter[str]] = {}
    for one in graded:
        counts.setdefault(one.exercise, Counter())[one.status] += 1
    solved = [
        [html.escape(name), *(str(its[state]) for state in STATES)] for name, its in counts.items()
    ]
    heads = [state.rstrip(".").lower() for state in STATES]
    parts = [
        f"<h2>{html.escape(assignment)}</h2>",
        _table("Exercises", ["exercise", *heads], solved),
    ]
    if rows := hints(graded)[:MOST]:
        told = [[html.escape(name), prose(says), str(n)] for name, says, n in rows]
        parts.append(_table("Most common hints", ["exercise", "hint", "times"], told))
    return "\n".join(parts)


def _table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table of cells that are already HTML."""
    head = "".join(f'<th scope="col">{head}</th>' for head in heads)
    body = "\n".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><caption>{caption}</caption>\n<tr>{head}</tr>\n{body}\n</table>"
