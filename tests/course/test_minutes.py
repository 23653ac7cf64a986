"""Tests that the minutes in a chapter, in chapter 0, and on the lecturer's page agree."""

import re
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from minigrad.course import chapters
from tests.course.cells import NOTEBOOKS, number, parametrize_chapters
from tests.course.minutes import (
    EXPLORER,
    FORMULA,
    GUESS,
    LINE,
    READ,
    THOROUGH,
    WORDS_A_MINUTE,
    before_exercises,
    of_counts,
    parts,
    sittings,
)
from tests.course.write_minutes import SKIP, TIME, rounded, with_minutes

CHAPTERS = chapters.NOTEBOOKS
LONGEST = 60  # minutes of one sitting
EXERCISE = re.compile(
    r"^\*\*\d+\. (?:Fill in the blanks?|Find the bug|Disprove it|Write it yourself|Tweak and watch|"
    r"Build it two ways)\.\*\* \*(\d+) minutes, (?:easy|medium|hard)\.\* ",
    re.MULTILINE,
)
TASK = re.compile(r"^\*\*\d+\. .*$", re.MULTILINE)


def read(chapter: str) -> NotebookNode:
    return nbformat.read(NOTEBOOKS / f"{chapter}.ipynb", as_version=4)


def text(notebook: NotebookNode) -> str:
    return "\n\n".join(c.source for c in notebook.cells if c.cell_type == "markdown")


def time_line(notebook: NotebookNode) -> tuple[list[int], list[int], int]:
    """Return the stated minutes for each sitting (quick and thorough) and for the exercises."""
    (line,) = TIME.finditer(text(notebook))
    quick, thorough = ([int(n) for n in re.findall(r"\d+", line[k])] for k in ("quick", "thorough"))
    return quick, thorough, int(line["exercises"])


def near(one: float, other: float) -> bool:
    """Return whether two times differ by at most a fifth, or only because of rounding."""
    return abs(one - other) <= max(0.2 * other, 2.5)


@parametrize_chapters(CHAPTERS)
def test_a_chapters_stated_minutes_match_the_model(chapter: str) -> None:
    notebook = read(chapter)
    quick, thorough, _ = time_line(notebook)
    for said, taken in zip((quick, thorough), sittings(notebook), strict=True):
        assert len(said) == len(taken), f"it states {said}, but it has {len(taken) - 1} breaks"
        for minutes, model in zip(said, taken, strict=True):
            assert near(minutes, model), (
                f"it states {minutes} minutes, but the model says {model:.0f}"
            )
    for model in sittings(notebook)[0]:
        assert model <= LONGEST, f"{model:.0f}minutes: shorten it, or add a break"
    for part in before_exercises(notebook):
        if part.own_minutes:
            assert sum(part.own_minutes) >= 0.8 * part.minutes, (
                f"{part.title}: the model says {part.minutes:.0f}"
            )


@parametrize_chapters(CHAPTERS)
def test_a_chapter_lists_the_sections_that_a_quick_reader_skips(chapter: str) -> None:
    (hurry,) = SKIP.findall(text(read(chapter)))
    skipped = [part.title for part in parts(read(chapter)) if part.is_skipped]
    assert re.findall(r"\[([^\]]*)\]\(#", hurry) == skipped
    assert hurry.endswith("everything that's folded.")


@parametrize_chapters(CHAPTERS)
def test_every_exercise_states_its_kind_minutes_and_difficulty(chapter: str) -> None:
    _, _, tasks = text(read(chapter)).partition("## Exercises")
    there = TASK.findall(tasks)
    minutes = [int(n) for n in EXERCISE.findall(tasks)]
    assert len(minutes) == len(there) > 0, there
    assert near(time_line(read(chapter))[2], sum(minutes)), f"together {sum(minutes)}"


@parametrize_chapters([c for c in CHAPTERS if number(c) != "0"])
def test_the_start_page_states_the_same_minutes(chapter: str) -> None:
    row = rf"^\| {number(chapter)} \| \[[^|]*\]\({chapter}\.ipynb\) \| ([\d +]+) \| ([\d +]+) \|"
    rows = re.findall(row, text(read(CHAPTERS[0])), re.MULTILINE)
    quick, thorough, _ = time_line(read(chapter))
    assert rows == [(" + ".join(map(str, quick)), " + ".join(map(str, thorough)))]


@parametrize_chapters(CHAPTERS)
def test_the_lecturers_page_states_the_same_minutes(chapter: str) -> None:
    page = (NOTEBOOKS / "TEACHING.md").read_text(encoding="utf-8")
    row = rf"^\| {number(chapter)} [^|`]*\| [^|]* \| ([\d +]+) \| (\d+) \|"
    quick, _, exercises = time_line(read(chapter))
    expected = (" + ".join(map(str, quick)), str(exercises))
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
    first, second = sittings(notebook)[0]
    assert first == pytest.approx(120 / WORDS_A_MINUTE + 3 * LINE + GUESS + EXPLORER)
    assert second == pytest.approx(5 / WORDS_A_MINUTE + 7)
    assert sittings(notebook)[1] == [pytest.approx(THOROUGH * m) for m in (first, second)]
    later = next(part for part in parts(notebook) if part.title == "Later")
    assert later.minutes == pytest.approx(3 / WORDS_A_MINUTE + 2 * FORMULA)


def test_a_quick_readers_time_excludes_folded_text_and_skipped_sections() -> None:
    cells = [
        new_markdown_cell("## One\n\n" + "word " * 99 + "<details>" + "word " * 50 + "</details>"),
        new_markdown_cell("## Two\n\n*You can skip this section.* " + "word " * 45),
        new_code_cell("guess = ..."),
    ]
    (quick,), (thorough,) = sittings(new_notebook(cells=cells))
    assert quick == pytest.approx(100 / WORDS_A_MINUTE)
    # The two tags of the fold count as words.
    assert thorough == pytest.approx(THOROUGH * ((100 + 52 + 51) / WORDS_A_MINUTE + LINE + GUESS))


def test_minutes_are_updated_wherever_they_are_printed() -> None:
    time = "**Time:** 5 + 5 minutes if you're quick, 5 + 5 if you're thorough, with a break at each"
    page = f"{time} plus. The exercises take another 20.\n\n| 3 | [T](x.ipynb) | 5 | 5 | Why? |\n"
    expected = page.replace("5 + 5 m", "10 + 15 m").replace("5 + 5 i", "20 + 25 i")
    assert with_minutes(page, [10, 15], [20, 25]) == expected
    assert [rounded(m) for m in (1.0, 7.4, 7.6, 33.0)] == [5, 5, 10, 35]


def test_the_model_fits_readers_actual_times() -> None:
    modeled = {name: of_counts(*counts) for name, (counts, _) in READ.items()}
    for name, (_, minutes) in READ.items():
        assert abs(modeled[name] - minutes) <= 0.4 * minutes, f"{name}: {modeled[name]:.0f}"
    together = sum(minutes for _, minutes in READ.values())
    assert together <= sum(modeled.values()) <= 1.12 * together


def test_minutes_that_are_too_low_are_detected(tmp_path: Path) -> None:
    assert near(30, 36)
    assert not near(30, 38)
    assert near(5, 7.5)
    cells = [
        new_markdown_cell(
            "**Time:** 10 + 45 minutes if you're quick, 15 + 60 if you're thorough, with a break at"
            " each plus. The exercises take another 20, ideally on another day."
        )
    ]
    assert time_line(new_notebook(cells=cells)) == ([10, 45], [15, 60], 20)
