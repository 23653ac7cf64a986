"""Tests for which cells run for an answer and which names an answer may use."""

import pytest

from minigrad.teaching.grading.allowlist import refused
from minigrad.teaching.grading.cell_dependencies import needed
from minigrad.teaching.grading.sandbox_worker import built_on
from tests.course.cells import parametrize_chapters
from tests.teaching.grading.tables import chapters, entries, read


@parametrize_chapters(chapters())
def test_no_answer_in_the_tables_is_rejected(chapter: str) -> None:
    used = {entry.answer: refused(entry.answer) for entry in entries(chapter)}
    assert {answer: what for answer, what in used.items() if what} == {}


@pytest.mark.parametrize(
    "source",
    [
        "import os",
        "import os.path as p",
        "from subprocess import run",
        "import minigrad.course.checking as c",
        "from minigrad import course",
        "from . import x",
        "mg.course.overview",
        "f.__globals__",
        "().__class__.__base__.__subclasses__()",
        "x = eval",
        "def f():\n    from importlib import import_module",
        "__import__('os')",
        "from numpy import ctypeslib",
    ],
)
def test_constructs_that_no_answer_needs_are_rejected(source: str) -> None:
    assert refused(source)


def test_the_learners_own_names_are_not_rejected() -> None:
    assert not refused("modules = list(model.modules())\nos, sys, course = 1, 2, 3")


def test_the_chapters_own_imports_are_allowed() -> None:
    line = "from minigrad.course.chapter_6 import error_of"
    assert refused(line)
    assert not refused(line, {("minigrad.course.chapter_6", "error_of")})


def test_a_cell_is_needed_for_any_name_it_defines_in_whatever_way() -> None:
    cells = [
        "import math as m",
        "def area(r):\n    return m.pi * square(r)",
        "def square(x):\n    return x * x",  # below the cell that uses it
        "x = 3\nprint(x)",
        "area.unit = 'm'",
        "this is no Python",
        "[square for square in []]",
    ]
    assert needed(cells, ["area"]) == [0, 1, 2, 4]
    assert needed(cells, ["square"]) == [2]
    assert needed(cells, ["nobody"]) == []


def test_in_chapter_6_a_step_runs_after_the_checks_of_earlier_steps() -> None:
    code = [c.source for c in read("06_build_your_own_autograd").cells if c.cell_type == "code"]
    end = next(i for i, source in enumerate(code) if source.startswith('check("step 5"'))
    chosen = [code[i] for i in built_on(code[: end + 1], ["clock"])]
    checks = [source for source in chosen if source.startswith("check(")]
    assert [source[7:13] for source in checks] == [f"step {n}" for n in range(1, 6)]
    assert any(source.startswith("def accumulate") for source in chosen)
    assert not any("compare(" in source for source in chosen)


def test_exercises_in_other_chapters_run_independently() -> None:
    code = [c.source for c in read("01_computational_graphs").cells if c.cell_type == "code"]
    end = next(i for i, source in enumerate(code) if source.startswith('check("names"'))
    chosen = [code[i] for i in built_on(code[: end + 1])]
    assert [source.partition("(")[0] for source in chosen if "mg" not in source][-1] == "check"
    assert sum("check(" in source for source in chosen) == 1
