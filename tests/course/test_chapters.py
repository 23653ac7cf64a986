"""Tests that each chapter has a notebook, a package, and tests, and says how long it takes."""

import re
from pathlib import Path

from docs.pages import chapters as listed
from minigrad.course import chapters
from tests.course.cells import NOTEBOOKS, parametrize_chapters
from tests.course.solved import read

COURSE, TESTS = Path("minigrad/course"), Path("tests/course")
TIME = re.compile(
    r"\*\*Time:\*\* (?P<quick>[\d +]+) minutes if you're quick, (?P<thorough>[\d +]+) if you're "
    r"thorough.*?and (?P<exercises>\d+) more for the exercises"
)
LISTED = {chapter.file: chapter for chapter in listed(read("00_start_here"))}


def test_each_chapter_has_a_notebook_a_package_and_tests() -> None:
    folders = {chapters.folder(chapters.chapter_id(name)) for name in chapters.NOTEBOOKS}
    assert {path.stem for path in NOTEBOOKS.glob("[0-9]*.ipynb")} == {*chapters.NOTEBOOKS}
    assert {path.parent.name for path in COURSE.glob("chapter_*/__init__.py")} == folders
    assert {path.parent.name for path in TESTS.glob("chapter_*/answers.py")} == folders


@parametrize_chapters(chapters.NOTEBOOKS)
def test_a_chapter_takes_as_long_as_the_start_page_and_its_exercises_say(chapter: str) -> None:
    text = "\n".join(cell.source for cell in read(chapter).cells if cell.cell_type == "markdown")
    said = TIME.search(text)
    assert said, f"notebooks/{chapter}.ipynb doesn't say how long it takes: {TIME.pattern}"
    if chapter != "00_start_here":
        row = LISTED[f"{chapter}.ipynb"]
        assert (said["quick"], said["thorough"]) == (row.quick, row.thorough)
    minutes = [int(n) for n in re.findall(r"^\*\*\d+\..*?\*(\d+) minutes", text, re.MULTILINE)]
    total = 5 * round(sum(minutes) / 5)
    assert int(said["exercises"]) == total, (
        f"notebooks/{chapter}.ipynb: the exercises take {sum(minutes)} minutes, so write "
        f"“and {total} more for the exercises” next to **Time:**"
    )
