"""Minutes are told as read: by the chapter, the start page, the lecturer's page, alike."""

import re
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from tests.course.cells import NOTEBOOKS, each, number
from tests.course.minutes import READ, before_exercises, of_counts, parts, sittings

CHAPTERS = [path.stem for path in sorted(NOTEBOOKS.glob("[0-9]*.ipynb"))]
LONGEST = 60  # minutes of one sitting
EXERCISE = re.compile(
    r"^\*\*\d+\. (?:Fill the blanks?|Find the bug|Disprove it|Write it yourself|Tweak and watch|"
    r"Build it two ways)\.\*\* \*(\d+) minutes, (?:easy|medium|hard)\.\* ",
    re.MULTILINE,
)
TASK = re.compile(r"^\*\*\d+\. .*$", re.MULTILINE)


def read(chapter: str) -> NotebookNode:
    return nbformat.read(NOTEBOOKS / f"{chapter}.ipynb", as_version=4)


def text(notebook: NotebookNode) -> str:
    return "\n\n".join(c.source for c in notebook.cells if c.cell_type == "markdown")


def time_line(notebook: NotebookNode) -> tuple[list[int], int]:
    """What the Time line says: each sitting, and the exercises."""
    (line,) = re.findall(r"^\*\*Time:\*\* (.*)$", text(notebook), re.MULTILINE)
    line = re.split(r"(?<=[a-z])\. ", line)[0]
    reading, _, exercises = line.rpartition(" and ")
    return [int(n) for n in re.findall(r"\d+", reading)], int(re.findall(r"\d+", exercises)[0])


def near(one: float, other: float) -> bool:
    """Within a fifth, or as near as rounding to five minutes allows."""
    return abs(one - other) <= max(0.2 * other, 2.5)


@each(CHAPTERS)
def test_a_chapter_takes_the_minutes_that_it_tells(chapter: str) -> None:
    notebook = read(chapter)
    said, taken = time_line(notebook)[0], sittings(notebook)
    assert len(said) == len(taken), f"{said} are told, and it rests {len(taken) - 1} times"
    for minutes, model in zip(said, taken, strict=True):
        assert near(minutes, model), f"{minutes} are told, {model:.0f} by the model"
        assert max(minutes, model) <= LONGEST, f"{model:.0f}: cut it, or part it by a rest"
    for part in before_exercises(notebook):
        if part.own_minutes:
            assert part.taken >= 0.8 * part.minutes, (
                f"{part.title}: {part.minutes:.0f} by the model"
            )


@each(CHAPTERS)
def test_every_exercise_tells_its_kind_its_minutes_and_how_hard_it_is(chapter: str) -> None:
    _, _, tasks = text(read(chapter)).partition("## Exercises")
    there = TASK.findall(tasks)
    minutes = [int(n) for n in EXERCISE.findall(tasks)]
    assert len(minutes) == len(there) > 0, there
    assert near(time_line(read(chapter))[1], sum(minutes)), f"together {sum(minutes)}"


@each([c for c in CHAPTERS if number(c) != "0"])
def test_the_start_page_tells_the_same(chapter: str) -> None:
    row = rf"^\| {number(chapter)} \| \[[^|]*\]\({chapter}\.ipynb\) \| ([\d +]+) \|"
    rows = re.findall(row, text(read(CHAPTERS[0])), re.MULTILINE)
    assert rows == [" + ".join(map(str, time_line(read(chapter))[0]))]


@each(CHAPTERS)
def test_the_lecturers_page_tells_the_same(chapter: str) -> None:
    page = (NOTEBOOKS / "TEACHING.md").read_text(encoding="utf-8")
    row = rf"^\| {number(chapter)} [^|`]*\| [^|]* \| ([\d +]+) \| (\d+) \|"
    reading, exercises = time_line(read(chapter))
    expected = (" + ".join(map(str, reading)), str(exercises))
    assert re.findall(row, page, re.MULTILINE) == [expected]


def test_the_model_counts_words_lines_formulas_guesses_and_explorers() -> None:
    cells = [
        new_markdown_cell("# A\n\n" + "word " * 119 + "\n\n```python\nnot = counted\n```"),
        new_code_cell("guess = ...  # a, b"),
        new_code_cell("from minigrad.explore.slope import slope\n\nslope()"),
        new_markdown_cell("**A good place to rest.**\n\n## Later\n\n*7 minutes.*\n\n$x$ and $$y$$"),
        new_markdown_cell("## Exercises\n\n" + "word " * 600),
    ]
    notebook = new_notebook(cells=cells)
    first, second = sittings(notebook)
    assert first == pytest.approx(120 / 100 + 0.1 * 3 + 1.2 + 3)
    assert second == pytest.approx(5 / 100 + 7)
    later = next(part for part in parts(notebook) if part.title == "Later")
    assert later.minutes == pytest.approx(3 / 100 + 2 * 0.35)


def test_the_model_fits_the_times_of_readers() -> None:
    modeled = {name: of_counts(*counts) for name, (counts, _) in READ.items()}
    for name, (_, minutes) in READ.items():
        assert abs(modeled[name] - minutes) <= 0.4 * minutes, f"{name}: {modeled[name]:.0f}"
    together = sum(minutes for _, minutes in READ.values())
    assert together <= sum(modeled.values()) <= 1.12 * together


def test_minutes_told_too_low_are_found(tmp_path: Path) -> None:
    assert near(30, 36)
    assert not near(30, 38)
    assert near(5, 7.5)
    cells = [
        new_markdown_cell("**Time:** 10 minutes to the rest, 45 after it, and 20 for the exer.")
    ]
    assert time_line(new_notebook(cells=cells)) == ([10, 45], 20)
