"""The source edition of a chapter for nbgrader, with solutions and with points for each answer.

Each answer's cell holds the stub and, in a region that nbgrader clears for learners, the solution.
Where the chapter has its collapsed solution, a note tells learners when they'll get it.
"""

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import nbformat

from minigrad.course.chapters import meant
from minigrad.course.learner_copy import learners_copy
from minigrad.teaching.editions.reading import FOLDED, exercises

from .points import POINTS

SCHEMA = 3  # nbgrader's metadata version
LATER = (
    "<details>\n<summary>Solution</summary>\n\n"
    "Your lecturer releases it with the grades.\n\n</details>\n"
)
SOLUTION = "\n### BEGIN SOLUTION\n{}\n### END SOLUTION"
CONFIG = "nbgrader_config.py"


def write(notebooks: Path, course: Path, chapters: list[str]) -> list[str]:
    """Add each chapter to a course as an assignment named after the chapter; return the names."""
    course.mkdir(parents=True, exist_ok=True)
    if not (course / CONFIG).exists():  # keeps the lecturer's changes
        (course / CONFIG).write_bytes(Path(__file__).with_name("nbgrader_config.txt").read_bytes())
    there = sorted(path.name for path in notebooks.glob("*.ipynb"))
    written = []
    for chapter in chapters:
        for name in meant(chapter, there):
            assignment = Path(name).stem
            if any(course.glob(f"submitted/*/{assignment}")):
                raise FileExistsError(
                    f"{assignment} has already been submitted, so it wasn't changed"
                )
            folder = course / "source" / assignment
            folder.mkdir(parents=True, exist_ok=True)
            content = learners_copy((notebooks / name).read_bytes())
            nbformat.write(source_edition(nbformat.reads(content, 4)), folder / name)
            written.append(assignment)
    return written


def source_edition(notebook: Any) -> Any:
    """Return the chapter with its solutions, prepared for nbgrader's grading."""
    for exercise in list(exercises(notebook)):
        grade_id = re.sub(r"\W", "-", exercise.name)
        exercise.stub.source += SOLUTION.format(exercise.solution)
        exercise.stub.metadata["nbgrader"] = _marked(grade_id, solution=True)
        exercise.check.metadata["nbgrader"] = _marked(f"{grade_id}-check", grade=True)
        exercise.check.metadata["nbgrader"]["points"] = POINTS
    for check, cell in pairwise(notebook.cells):
        if check.metadata.get("nbgrader", {}).get("grade"):
            cell.source = FOLDED.sub(LATER, cell.source)
    return notebook


def _marked(grade_id: str, *, solution: bool = False, grade: bool = False) -> dict[str, Any]:
    return {
        "grade_id": grade_id,
        "solution": solution,
        "grade": grade,
        "locked": grade,
        "task": False,
        "schema_version": SCHEMA,
    }
