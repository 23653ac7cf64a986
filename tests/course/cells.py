"""Helpers that run source code the way a notebook runs its cells."""

import ast
import importlib
import linecache
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat import NotebookNode

from minigrad.course.chapters import chapter_id, folder
from minigrad.course.checking.verdict import Verdict
from minigrad.teaching.editions.reading import Exercise, exercises

NOTEBOOKS = Path("notebooks").resolve()


def chapters() -> dict[str, list[Exercise]]:
    """Return the exercises of every notebook that has any, by notebook name."""
    by_notebook = {p.stem: list(exercises(stored(p))) for p in sorted(NOTEBOOKS.glob("*.ipynb"))}
    return {name: its_exercises for name, its_exercises in by_notebook.items() if its_exercises}


@cache
def stored(path: Path) -> NotebookNode:
    """Return the notebook. Don't modify it, because a dozen test modules share it."""
    return nbformat.read(path, as_version=4)


def number(chapter: str) -> str:
    return chapter_id(chapter)


def notebook_names(chapter: str, library: str = "minigrad") -> dict[str, Any]:
    """Return the names that an exercise may use: the package, `check`, `compare`, and `hint`."""
    names: dict[str, Any] = {"__name__": "__main__"}
    its_folder = folder(number(chapter))
    run(f"import {library} as mg", names)
    run(f"from minigrad.course.{its_folder} import check, compare, hint", names)
    answers = importlib.import_module(f"tests.course.{its_folder}.answers")
    run(getattr(answers, "BEFORE", ""), names)
    return names


def run(source: str, names: dict[str, Any]) -> Any:
    """Run the source; return the value of its last expression, as a cell does."""
    file = f"<cell {abs(hash(source))}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    *body, end = ast.parse(source).body or [ast.Pass()]
    if not isinstance(end, ast.Expr):
        exec(compile(source, file, "exec"), names)
        return None
    exec(compile(ast.Module(body, type_ignores=[]), file, "exec"), names)
    return eval(compile(ast.Expression(end.value), file, "eval"), names)


def verdict_on(chapter: str, exercise: Exercise, answer: str, library: str = "minigrad") -> Verdict:
    """Return the check's verdict on an answer that replaces the stub."""
    names = notebook_names(chapter, library)
    run(answer, names)
    return run(exercise.check.source, names)


def files(chapter: str) -> tuple[str, str]:
    """Return a chapter's folder in the course, and the file of its claims, for messages."""
    its_folder = folder(number(chapter))
    return f"minigrad/course/{its_folder}", f"tests/course/{its_folder}/claims.py"


def fail_if(found: Iterable[str], what: str) -> None:
    """Fail without a traceback if anything was found. `what` says what it is and where to edit."""
    if found := list(found):
        pytest.fail("\n".join([what, *found]), pytrace=False)


def parametrize_chapters(chapters: Iterable[str]) -> pytest.MarkDecorator:
    """Return a decorator that runs a test once per chapter, with the chapter's name as the id."""
    chapters = list(chapters)
    return pytest.mark.parametrize("chapter", chapters, ids=chapters)
