"""A class of four, graded with nbgrader's own commands: right, wrong, attacking, unreadable."""

import csv
import getpass
import os
import socket
import subprocess
import sys
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
import pytest

pytest.importorskip("nbgrader", reason="make test-grading installs nbgrader")

from minigrad.teaching.editions.reading import exercises
from minigrad.teaching.grading import sandbox
from tests.course.cells import NOTEBOOKS, chapters, stored

CHAPTER, OTHER = "01_computational_graphs", "01b_shapes"
SECRET = "a line that only Ada wrote"
READ = """
try:
    stolen = open({!r}).read()
except OSError:
    stolen = "nothing"
raise ValueError(stolen)
"""
CONNECT = "import socket\nsocket.create_connection({!r}, 2)\n"
FORK = "import os\ntry:\n    while True: os.fork()\nexcept OSError: pass\n"
MEMORY = "x = [0] * 10**10\n"


@dataclass
class Course:
    folder: Path

    def run(self, *words: str, **settings: str) -> str:
        """Run a Python module's command in the course's folder; return what it prints."""
        done = subprocess.run(
            [sys.executable, "-m", *words],
            cwd=self.folder,
            env=os.environ
            | {"HOME": str(self.folder), "PYTHONPATH": str(NOTEBOOKS.parent)}
            | settings,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return done.stdout

    def notebook(self, edit: Callable[[dict[str, Any]], None]) -> str:
        """Return the released notebook after an edit of its cells, by their IDs in nbgrader."""
        file = self.folder / "release" / CHAPTER / f"{CHAPTER}.ipynb"
        notebook = nbformat.read(file, as_version=4)
        named = {
            c.metadata.nbgrader.grade_id: c for c in notebook.cells if "nbgrader" in c.metadata
        }
        edit(named)
        return nbformat.writes(notebook)

    def feedback(self, learner: str) -> str:
        return (self.folder / "feedback" / learner / CHAPTER / f"{CHAPTER}.html").read_text("utf-8")


def solve(cells: dict[str, Any]) -> None:
    for exercise in exercises(stored(NOTEBOOKS / f"{CHAPTER}.ipynb")):
        cells[exercise.name].source = f"# {SECRET}\n{exercise.solution}"


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    made = Course(tmp_path_factory.mktemp("course"))
    said = made.run("minigrad.teaching.grading", "assignment", CHAPTER, OTHER, "--course", ".")
    assert "01_computational_graphs: with solutions" in said, said
    return made


def test_the_learners_edition_has_the_chapters_stubs_and_no_solution(course: Course) -> None:
    for chapter in (CHAPTER, OTHER):
        expected = chapters()[chapter]
        released = nbformat.read(course.folder / "release" / chapter / f"{chapter}.ipynb", 4)
        text = "\n".join(cell.source for cell in released.cells)
        assert [e.name for e in expected if e.solution in text] == []
        assert [cell.source.strip() for cell in released.cells if _is_answer(cell)] == [
            exercise.stub.source.strip() for exercise in expected
        ]


def _is_answer(cell: Any) -> bool:
    return cell.metadata.get("nbgrader", {}).get("solution", False)


@pytest.fixture(scope="module")
def graded(course: Course) -> Course:
    """Return the course after `zip_collect` and `marks`, as the lecturer runs them."""
    if why := sandbox.refusal():
        pytest.skip(why)

    def wrong(cells: dict[str, Any]) -> None:
        cells["shares"].source = "def arrives(x):\n    return 1, 2"
        cells["leaf"].source = "raise ValueError('<script>alert(1)</script>')"
        cells["leaf-check"].source = "100.0"  # nbgrader puts the check back
        cells["leaf-check"].metadata.nbgrader.points = 100
        cells["value-check"].cell_type = "markdown"
        cells["value-check"].source = "<script>alert(2)</script> [x](javascript:alert(3))"
        del cells["value-check"].metadata["nbgrader"], cells["value-check"]["outputs"]
        del cells["value-check"]["execution_count"]

    with socket.create_server(("127.0.0.1", 0)) as server:

        def attack(cells: dict[str, Any]) -> None:
            ada = course.folder / "submitted" / "Ada Lovelace_4711" / CHAPTER / f"{CHAPTER}.ipynb"
            cells["shares"].source = READ.format(str(ada)) + cells["shares"].source
            cells["leaf"].source = CONNECT.format(server.getsockname()) + cells["leaf"].source
            cells["disproof"].source = FORK + cells["disproof"].source
            cells["value"].source = MEMORY + cells["value"].source

        archive = course.folder / "downloaded" / CHAPTER / "archive"
        archive.mkdir(parents=True)
        with zipfile.ZipFile(archive / "Graphs-77.zip", "w") as zipped:
            folder = "Ada Lovelace_4711_assignsubmission_file"
            zipped.writestr(f"{folder}/{CHAPTER}.ipynb", course.notebook(solve))
        (archive / f"ben_{CHAPTER}.ipynb").write_text(course.notebook(wrong), "utf-8")
        (archive / f"eve_{CHAPTER} (1).ipynb").write_text(course.notebook(attack), "utf-8")
        (archive / f"fay_{CHAPTER}.ipynb").write_text('{"cells": [')
        course.run("nbgrader", "zip_collect", CHAPTER)
        print(course.run("minigrad.teaching.grading", "marks", "--course", "."))
        server.settimeout(0)
        with pytest.raises(BlockingIOError):
            server.accept()
    return course


def test_each_learner_gets_the_points_of_the_checks_verdicts(graded: Course) -> None:
    with (graded.folder / "grades.csv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["assignment"] == CHAPTER]
    points = {row["student_id"]: float(row["score"]) for row in rows}
    assert points["Ada Lovelace_4711"] == 8
    assert points["ben"] == 2  # two answers that aren't right, and two that weren't tried
    assert points["eve"] <= 4
    assert points["fay"] == 0


def test_an_attack_brings_back_nothing_from_another_submission(graded: Course) -> None:
    assert "ValueError: nothing" in graded.feedback("eve")
    assert SECRET in graded.feedback("Ada Lovelace_4711")
    for path in (graded.folder / "autograded" / "eve").rglob("*.*"):
        assert SECRET not in path.read_text("utf-8"), path
    assert SECRET not in graded.feedback("eve")


def test_feedback_has_the_hint_and_runs_no_script_of_the_learner(graded: Course) -> None:
    page = graded.feedback("ben")
    assert "the shares that arrive at" in page
    assert all(f"alert({number})" in page for number in (1, 2, 3))
    assert "<script>alert" not in page
    assert 'href="javascript' not in page


def test_without_bubblewrap_nbgrader_itself_grades_nothing(course: Course, tmp_path: Path) -> None:
    folder = course.folder / "submitted" / "gus" / OTHER
    folder.mkdir(parents=True)
    release = course.folder / "release" / OTHER / f"{OTHER}.ipynb"
    (folder / release.name).write_bytes(release.read_bytes())
    said = course.run("nbgrader", "autograde", OTHER, PATH=str(tmp_path))
    assert sandbox.MISSING in said
    assert "Traceback" not in said
    assert not (course.folder / "autograded" / "gus").exists()


def test_a_link_in_the_shared_folder_brings_no_file_of_the_lecturer(
    course: Course, tmp_path: Path
) -> None:
    me = getpass.getuser()
    inbound = tmp_path / "minigrad" / "inbound"
    for who in (me, "mallory"):  # this account isn't mallory's
        folder = inbound / f"{who}+{CHAPTER}+2027-01-15 10:00:00 UTC+random"
        folder.mkdir(parents=True)
        (folder / f"{CHAPTER}.ipynb").write_text("own work")
        (folder / "notes.txt").symlink_to(course.folder / "gradebook.db")
    course.run("nbgrader", "collect", CHAPTER, f"--Exchange.root={tmp_path}")
    collected = course.folder / "submitted" / me / CHAPTER
    assert [path.name for path in collected.iterdir()] == [f"{CHAPTER}.ipynb"]
    assert not (course.folder / "submitted" / "mallory" / CHAPTER).exists()
