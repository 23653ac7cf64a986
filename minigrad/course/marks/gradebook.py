"""The marks of a course, as nbgrader keeps them."""

import re
from collections.abc import Iterator
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Mark:
    """An exercise of one submission: its points, and what was said where they are not all."""

    assignment: str
    exercise: str
    student: str
    points: float
    of: float
    said: str = ""


def as_comment(said: str) -> str:
    """For nbgrader's gradebook, whose pages read a comment as Markdown: no tag, no link.

    >>> print(as_comment("<b>[1](2)"))
    \\<b>[1]\\(2)
    """
    return re.sub(r"\\|<|(?<=\])\(", r"\\\g<0>", said)


def from_comment(comment: str) -> str:
    """What was said.

    >>> from_comment(as_comment(r"x < 1, \\<b>[1](2)"))
    'x < 1, \\\\<b>[1](2)'
    """
    return re.sub(r"\\([\\<(])", r"\1", comment)


def read(course: Path) -> list[Mark]:
    from nbgrader.api import Gradebook
    from nbgrader.apps import NbGraderAPI
    from traitlets.config import PyFileConfigLoader

    with chdir(course):
        settings = PyFileConfigLoader("nbgrader_config.py").load_config()
        url = NbGraderAPI(config=settings).coursedir.db_url
        with Gradebook(url) as gradebook:
            return list(_marks(gradebook))


def _marks(gradebook: Any) -> Iterator[Mark]:
    for assignment in gradebook.assignments:
        for submission in assignment.submissions:
            for notebook in submission.notebooks:
                said = {c.name: from_comment(c.auto_comment or "") for c in notebook.comments}
                for grade in notebook.grades:
                    if grade.auto_score is None and grade.manual_score is None:
                        continue  # collected, and not marked yet
                    exercise = grade.name.removesuffix("-check")
                    yield Mark(
                        assignment.name,
                        exercise,
                        submission.student.id,
                        grade.score,
                        grade.max_score,
                        said.get(exercise, ""),
                    )
