"""Tests that progress stays in the working copy and survives damage and other notebooks."""

import errno
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from minigrad.course import forget_progress, progress
from minigrad.course.checking import Chapter, call, exercise
from minigrad.course.checking import progress as kept
from minigrad.course.checking.progress import MARKS, forget, read
from minigrad.course.overview import chapters
from minigrad.course.working_copy import MANIFEST, CopyError


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
    monkeypatch.setattr(kept, "FOLDER", tmp_path)  # as if the kernel had started here
    return tmp_path


def mark(folder: Path, chapter: str, name: str) -> None:
    """Store an exercise as solved."""
    (folder / MARKS / chapter).mkdir(parents=True)
    (folder / MARKS / chapter / name).touch()


def test_solved_exercises_are_remembered_and_listed(copy: Path) -> None:
    assert "Chapter 2: 0 of 2 exercises done; remaining: first, second." in repr(
        CHAPTER.check("second", 1)
    )
    assert "Chapter 2: 1 of 2 exercises done; remaining: second." in repr(CHAPTER.check("first", 1))
    assert "1 of 2" in repr(CHAPTER.check("first", ...))  # trying again doesn't undo anything
    assert read(copy) == {"2": ["first"]}


def test_an_interlude_is_listed_on_its_own_line(copy: Path) -> None:
    interlude = Chapter("1b", [CHAPTER.exercises["first"]], [])
    assert "Chapter 1b: 1 of 1 exercises done." in repr(interlude.check("first", 1))
    CHAPTER.check("first", 1)
    assert read(copy) == {"1b": ["first"], "2": ["first"]}


def test_no_progress_is_saved_outside_a_working_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "FOLDER", tmp_path)
    assert "exercises done" not in repr(CHAPTER.check("first", 1))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("place", [MARKS, f"{MARKS}/2"])
def test_a_file_in_the_way_does_not_block_an_answer(copy: Path, place: str) -> None:
    (copy / place).parent.mkdir(exist_ok=True)
    (copy / place).write_text("")
    verdict = CHAPTER.check("first", 1)
    assert verdict.status == "Right."
    assert "1 of 2" in repr(verdict)
    assert f"This wasn't saved, because {copy / MARKS} can't be written: " in repr(verdict)


def test_two_notebooks_do_not_overwrite_each_others_progress(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other notebook writes at the worst moment: after this one reads and before it writes."""
    other = Chapter(3, [exercise("third", keep="Three.", hints=["Go."])(always_right)], [])
    alone, told = kept.read, []

    def read_while_another_writes(folder: Path) -> dict[str, list[str]]:
        done = alone(folder)
        if not told:
            told.append(True)
            other.check("third", 1)
        return done

    monkeypatch.setattr(kept, "read", read_while_another_writes)
    CHAPTER.check("first", 1)
    assert alone(copy) == {"2": ["first"], "3": ["third"]}


def test_progress_is_saved_where_the_kernel_started(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = copy / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(copy)  # and it's undone at the end

    def judge(function: Any) -> None:
        call(function)

    chapter = Chapter(4, [exercise("moves", keep="Four.", hints=["Go."])(judge)], [])
    assert "1 of 1" in repr(chapter.check("moves", lambda: os.chdir(elsewhere)))
    assert Path.cwd() == elsewhere
    assert read(copy) == {"4": ["moves"]}


def test_the_folder_is_the_one_in_which_the_process_started() -> None:
    code = (
        "import os; from minigrad.course.checking import progress; before = os.getcwd(); "
        "os.chdir('/'); print(str(progress.FOLDER) == before)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "True\n"


def test_one_call_deletes_all_progress(copy: Path) -> None:
    CHAPTER.check("first", 1)
    forget(copy)
    assert read(copy) == {}
    assert [path.name for path in copy.iterdir()] == [MANIFEST]
    forget(copy)  # nothing is left to delete, which isn't an error


def test_a_failure_to_delete_progress_is_reported_in_a_sentence(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Root can delete any file, so the test simulates the operating system's error."""
    CHAPTER.check("first", 1)

    def refused(*_: Any, **__: Any) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(os, "rmdir", refused)
    says = f"{copy / MARKS} can't be deleted: Permission denied."
    assert says in repr(forget_progress())
    with pytest.raises(CopyError, match=re.escape(says)):
        forget(copy)


def test_the_overview_has_a_line_for_every_chapter_and_can_delete_progress(copy: Path) -> None:
    mark(copy, "1", "leaf")
    shown = repr(progress()).splitlines()
    assert "Chapter 1: 1 of 4 exercises done; remaining: shares, disproof, value." in shown
    assert len(shown) == len(chapters()) >= 2
    assert "1 of 4" not in repr(forget_progress())
    assert read(copy) == {}


def test_the_overview_changes_nothing_outside_a_working_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "FOLDER", tmp_path)
    mark(tmp_path, "1", "leaf")
    assert "No progress is saved here" in repr(progress())
    assert "No progress is saved here" in repr(forget_progress())
    assert read(tmp_path) == {"1": ["leaf"]}
