"""Tests that each stub matches its solution except for the blanks."""

import ast
import re
from collections.abc import Iterator

from minigrad.teaching.editions.reading import TASK, Exercise
from tests.course.cells import chapters, fail_if, parametrize_chapters

CHAPTERS = chapters()


def differences(stub: str, solution: str, *, blanks: bool) -> Iterator[str]:
    """Yield the places, other than the blanks, where the stub and the solution differ."""
    if signatures(stub) != signatures(solution):
        yield f"the stub has {signatures(stub)}, but the solution has {signatures(solution)}"
    lines = iter([line.rstrip() for line in solution.splitlines()])
    for line in (line.rstrip() for line in stub.splitlines()):
        code = line.partition("#")[0].strip()
        if not code or code in ("...", "return ..."):
            continue  # the learner writes the whole body
        whole = "..." not in code
        if not whole and not blanks:
            continue
        wanted = re.compile(re.escape(line.partition("  #")[0]).replace(r"\.\.\.", ".+"))
        if not any(wanted.match(other) for other in lines):
            yield f"the solution has no line {line.strip()!r} in its place"
            return


def signatures(source: str) -> dict[str, str]:
    """Return the definitions with their parameters or, if there are none, the assigned names."""
    body = ast.parse(source).body
    defined = {n.name: ast.unparse(n.args) for n in body if isinstance(n, ast.FunctionDef)}
    defined |= {n.name: "class" for n in body if isinstance(n, ast.ClassDef)}
    assigned = [t.id for n in body if isinstance(n, ast.Assign) for t in names(n.targets[0])]
    return defined or dict.fromkeys(assigned, "")


def names(target: ast.expr) -> list[ast.Name]:
    return [n for n in ast.walk(target) if isinstance(n, ast.Name)]


def is_blanks(exercise: Exercise) -> bool:
    task = TASK.search(exercise.cells[0].source)
    return task is not None and "Fill in the blank" in task[0]


@parametrize_chapters(CHAPTERS)
def test_a_stub_is_the_solution_with_blanks(chapter: str) -> None:
    faults = [
        f"{e.name}: {problem}"
        for e in CHAPTERS[chapter]
        for problem in differences(e.stub.source, e.solution, blanks=is_blanks(e))
    ]
    fail_if(faults, f"notebooks/{chapter}.ipynb has stubs that aren't their solutions with blanks.")
