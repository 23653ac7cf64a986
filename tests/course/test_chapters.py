"""Tests that the lists of chapters are complete, and that they agree about a chapter's time."""

import re
from pathlib import Path

from minigrad.course import chapters
from tests.course.cells import NOTEBOOKS, number, parametrize_chapters
from tests.course.solved import read

TIME = re.compile(
    r"^\*\*Time:\*\* ([\d +]+) minutes if you're quick, ([\d +]+) if you're thorough",
    re.MULTILINE,
)

COURSE, TESTS = Path("minigrad/course"), Path("tests/course")


def test_each_chapter_has_a_notebook_a_package_and_tests() -> None:
    folders = {chapters.folder(chapters.chapter_id(name)) for name in chapters.NOTEBOOKS}
    assert {path.stem for path in NOTEBOOKS.glob("[0-9]*.ipynb")} == {*chapters.NOTEBOOKS}
    assert {path.parent.name for path in COURSE.glob("chapter_*/__init__.py")} == folders
    assert {path.parent.name for path in TESTS.glob("chapter_*/answers.py")} == folders


def text(chapter: str) -> str:
    return "\n\n".join(c.source for c in read(chapter).cells if c.cell_type == "markdown")


@parametrize_chapters(chapters.NOTEBOOKS)
def test_the_start_page_states_a_chapters_time(chapter: str) -> None:
    (times,) = TIME.findall(text(chapter))
    row = rf"^\| {number(chapter)} \| \[[^|]*\]\({chapter}\.ipynb\) \| ([\d +]+) \| ([\d +]+) \|"
    expected = [] if chapter == "00_start_here" else [times]
    assert re.findall(row, text("00_start_here"), re.MULTILINE) == expected
