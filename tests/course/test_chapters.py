"""Tests that each chapter has a notebook, a package, and tests."""

from pathlib import Path

from minigrad.course import chapters
from tests.course.cells import NOTEBOOKS

COURSE, TESTS = Path("minigrad/course"), Path("tests/course")


def test_each_chapter_has_a_notebook_a_package_and_tests() -> None:
    folders = {chapters.folder(chapters.chapter_id(name)) for name in chapters.NOTEBOOKS}
    assert {path.stem for path in NOTEBOOKS.glob("[0-9]*.ipynb")} == {*chapters.NOTEBOOKS}
    assert {path.parent.name for path in COURSE.glob("chapter_*/__init__.py")} == folders
    assert {path.parent.name for path in TESTS.glob("chapter_*/answers.py")} == folders
