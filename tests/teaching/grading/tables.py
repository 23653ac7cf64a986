"""Check that the sandbox reaches the learner's verdict on every answer in the tables."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import nbformat

from minigrad.course.chapters import chapter_id
from minigrad.course.checking.verdict import NOT_TRIED, NOT_YET, RIGHT, Verdict
from minigrad.teaching.editions.reading import Exercise, exercises
from minigrad.teaching.grading.sandbox import PACKAGE, judge
from minigrad.teaching.grading.sandbox_worker import Job
from tests.course.answers import answers_of

# Answers in the tables run without their chapter. In the chapter, these would use its names.
MET_IN_THE_CHAPTER = {
    "slope = (f(x + 0.001) - f(x)) / 0.001": "`g` was never called",
    "lambda g, x, y: g / z": "TypeError",
}

NOTEBOOKS = PACKAGE.parent / "notebooks"


@dataclass(frozen=True)
class Entry:
    """An answer from a table, with the expected reply."""

    chapter: str  # the notebook's name
    exercise: str
    answer: str
    status: str
    says: str = ""


def entries(chapter: str) -> Iterator[Entry]:
    """Yield the stub, the solution, and every other answer in the table."""
    table = answers_of(chapter_id(chapter))
    for exercise in exercises(read(chapter)):
        its = table[exercise.name]
        listed = [(answer, NOT_TRIED, "") for answer in (exercise.stub.source, *its.tried)]
        listed += [(answer, RIGHT, "") for answer in (exercise.solution, *its.right)]
        listed += [(answer, NOT_YET, says) for answer, says in its.wrong]
        yield from (Entry(chapter, exercise.name, *row) for row in listed)


def read(chapter: str) -> nbformat.NotebookNode:
    return nbformat.read(NOTEBOOKS / f"{chapter}.ipynb", as_version=4)


def chapters() -> list[str]:
    there = sorted(NOTEBOOKS.glob("[0-9]*.ipynb"))
    return [path.stem for path in there if any(exercises(nbformat.read(path, 4)))]


def sandbox_verdict(entry: Entry) -> Verdict:
    """Return the verdict on an answer that replaces only its stub in the chapter."""
    notebook = read(entry.chapter)
    exercise = next(e for e in exercises(notebook) if e.name == entry.exercise)
    return judge(job(entry.chapter, notebook, exercise, entry.answer))


def job(chapter: str, notebook: nbformat.NotebookNode, exercise: Exercise, answer: str) -> Job:
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    above = code[: code.index(exercise.check) + 1]
    return Job(
        chapter_id(chapter),
        [answer if cell is exercise.stub else cell.source for cell in above],
        [cell is not exercise.stub for cell in above],
    )


def disagreements(only: str = "") -> list[str]:
    wanted = [e for c in chapters() if c.startswith(only) for e in entries(c)]
    with ThreadPoolExecutor(2) as pool:
        verdicts = pool.map(sandbox_verdict, wanted)
    faults = []
    for entry, verdict in zip(wanted, verdicts, strict=True):
        others = (says for piece, says in MET_IN_THE_CHAPTER.items() if piece in entry.answer)
        says = next(others, entry.says)
        reply = f"{verdict.says}\n{verdict.code}\n{verdict.then}"
        if verdict.status != entry.status or says not in reply:
            faults.append(f"{entry}\n  {verdict.status} {reply}")
    print(f"{len(wanted)} answers from the tables, checked in the sandbox: {len(faults)} disagree")
    return faults
