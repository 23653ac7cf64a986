"""Tests that cells use only the Python that learners know or have been taught."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from minigrad.course import chapters
from minigrad.teaching.editions.reading import exercises
from tests.course.cells import NOTEBOOKS, parametrize_chapters, stored
from tests.course.constructs import CALLS, KNOWN, NODES, TAUGHT, constructs

CHAPTERS = chapters.NOTEBOOKS
BESIDE = 1  # the text right after a cell can explain the cell


@dataclass(frozen=True)
class Cell:
    chapter: str
    id: str
    text: str  # the source, without folded code
    code: tuple[str, ...]  # a code cell's source, and the solution that replaces its stub


def cells() -> Iterator[Cell]:
    for chapter in CHAPTERS:
        notebook = stored(NOTEBOOKS / f"{chapter}.ipynb")
        solutions = {exercise.stub.id: exercise.solution for exercise in exercises(notebook)}
        for cell in notebook.cells:
            code: tuple[str, ...] = (cell.source,) if cell.cell_type == "code" else ()
            code += (solutions[cell.id],) if cell.id in solutions else ()
            yield Cell(chapter, cell.id, cell.source, code)


CELLS = list(cells())
PLACES = {(cell.chapter, cell.id): place for place, cell in enumerate(CELLS)}


def used(chapter: str) -> Iterator[tuple[str, Cell]]:
    for cell in CELLS:
        if cell.chapter == chapter:
            for name in sorted({name for code in cell.code for name in constructs(code)}):
                yield name, cell


@parametrize_chapters(CHAPTERS)
def test_a_cell_uses_only_constructs_that_were_taught(chapter: str) -> None:
    problems = []
    for name, cell in used(chapter):
        taught = PLACES.get(TAUGHT.get(name, ("", "")))
        if taught is None:
            problems.append(f"{cell.id} uses {name!r}, which isn't in TAUGHT")
        elif taught > PLACES[cell.chapter, cell.id] + BESIDE:
            problems.append(f"{cell.id} uses {name!r}, which {CELLS[taught].id} teaches later")
    if problems:
        pytest.fail("\n".join(problems), pytrace=False)


@pytest.mark.parametrize("name", TAUGHT)
def test_a_construct_is_mentioned_where_it_is_taught_and_used_later(name: str) -> None:
    assert TAUGHT[name] in PLACES, f"there's no cell {TAUGHT[name]}"
    cell = CELLS[PLACES[TAUGHT[name]]]
    assert re.search(KNOWN[name], cell.text), f"{cell.id} doesn't mention {name!r}"
    assert any(name in constructs(code) for c in CELLS for code in c.code), f"{name!r} isn't used"


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("import minigrad as mg\nx = mg.tensor([1.0, -2.0])\nx[0], x[-1], len(x)", set()),
        ("a, b = f(1, k=2)\nfor a, b in pairs:\n    print(f'{a} {b:.2f}')", set()),
        ("while x < 3 and y is not None or not z:\n    x = x // 2 % 3 ** 4", set()),
        ("def f(x):\n    if x:\n        return ...\n    return x, 1.5", set()),
        ("[x for x in y]", {"list comprehension"}),
        ("sum(x for x in y)", {"generator expression"}),
        ("x if y else z", {"conditional expression"}),
        ("{1: 2}", {"dict"}),
        ("x[1:], w[:, 0]", {"slice", "index with several numbers"}),
        ("for i, x in enumerate(zip(a, b)):\n    pass", {"enumerate", "zip", "pass"}),
        ("for _ in y:\n    x += 1", {"_", "+="}),
        ("with f():\n    lambda: x @ y", {"with", "lambda", "@"}),
        ("def f(x, y=1):\n    def g(*a):\n        yield a", {
            "default argument", "a function in a function", "star argument", "yield"}),
        ("f(*a)\nf(**k)", {"star argument"}),
        ("@f\nclass A:\n    pass", {"decorator", "class", "pass"}),
        ("try:\n    raise f\nexcept A:\n    assert x", {"try", "raise", "assert"}),
        ("a = b = 1\n0 < a < 2", {"two names at once", "chained comparison"}),
        ("f'{x:>9}'", {"format"}),
        ("f'{x!s}'", {"format"}),
        ("f'{x=}'", {"{x=}"}),
        ("1e-3 + 1_000", {"1e-3", "1_000"}),
        ("def f():\n    global a\n    del a\n    while a:\n        break", {
            "global", "del", "break or continue"}),
        ("isinstance(x, y), getattr(x, y)", {"isinstance", "getattr or setattr"}),
    ],
)  # fmt: skip
def test_untaught_constructs_are_detected(source: str, names: set[str]) -> None:
    assert constructs(source) == names


def test_every_construct_lists_the_words_its_cell_must_contain() -> None:
    assert {*CALLS.values(), *NODES.values(), *TAUGHT} <= KNOWN.keys()
