"""Progress is kept beside the working copy, shown there alone, and survives a damaged file."""

import json
from pathlib import Path
from typing import Any

import pytest

from minigrad.course import forget_progress, progress
from minigrad.course.checking import Chapter, exercise
from minigrad.course.checking.progress import FILE, forget, read
from minigrad.course.overview import chapters
from minigrad.course.working_copy import MANIFEST


def always_right(*_: Any) -> None:
    return None


def always_wrong(*_: Any) -> str:
    return "No."


CHAPTER = Chapter(
    2,
    [
        exercise("first", keep="One.", hints=["Go."])(always_right),
        exercise("second", keep="Two.", hints=["Go."])(always_wrong),
    ],
    [],
)


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / MANIFEST).write_text("{}")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_what_was_right_is_kept_and_told(copy: Path) -> None:
    assert "Chapter 2: 0 of 2 exercises done; open: first, second." in repr(
        CHAPTER.check("second", 1)
    )
    assert "Chapter 2: 1 of 2 exercises done; open: second." in repr(CHAPTER.check("first", 1))
    assert "1 of 2" in repr(CHAPTER.check("first", ...))  # trying again undoes nothing
    assert read(copy) == {"2": ["first"]}


def test_an_interlude_has_its_own_line(copy: Path) -> None:
    interlude = Chapter("1b", [CHAPTER.exercises["first"]], [])
    assert "Chapter 1b: 1 of 1 exercises done." in repr(interlude.check("first", 1))
    CHAPTER.check("first", 1)
    assert read(copy) == {"1b": ["first"], "2": ["first"]}
    forget(copy, ["1b"])
    assert read(copy) == {"2": ["first"]}


def test_outside_a_working_copy_nothing_is_kept_or_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "exercises done" not in repr(CHAPTER.check("first", 1))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("damaged", ["", "{", "[]", '{"x": 1}', '{"2": 5}', "null", "\x00"])
def test_a_damaged_file_is_begun_anew(copy: Path, damaged: str) -> None:
    (copy / FILE).write_text(damaged)
    assert "1 of 2" in repr(CHAPTER.check("first", 1))
    assert json.loads((copy / FILE).read_text()) == {"2": ["first"]}


def test_a_file_that_is_not_utf8_is_begun_anew(copy: Path) -> None:
    (copy / FILE).write_bytes(b"\xff\xfe\xff")
    assert "1 of 2" in repr(CHAPTER.check("first", 1))


def test_a_folder_in_the_way_refuses_no_answer(copy: Path) -> None:
    (copy / FILE).mkdir()
    assert CHAPTER.check("first", 1).status == "Right."


def test_one_chapter_or_all_is_forgotten_in_one_call(copy: Path) -> None:
    (copy / FILE).write_text('{"1": ["a"], "2": ["first"]}')
    forget(copy, ["2"])
    assert read(copy) == {"1": ["a"]}
    forget(copy)
    assert not (copy / FILE).exists()
    forget(copy)


def test_the_overview_has_a_line_for_every_chapter_and_forgets_in_one_call(copy: Path) -> None:
    (copy / FILE).write_text('{"1": ["leaf"]}')
    shown = repr(progress()).splitlines()
    assert "Chapter 1: 1 of 4 exercises done; open: shares, disproof, names." in shown
    assert len(shown) == len(chapters()) >= 2
    assert "1 of 4" not in repr(forget_progress())
    assert not (copy / FILE).exists()


def test_the_overview_outside_a_working_copy_touches_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / FILE).write_text("{}")
    assert "Nothing is kept here" in repr(progress())
    assert "Nothing is kept here" in repr(forget_progress())
    assert (tmp_path / FILE).exists()
