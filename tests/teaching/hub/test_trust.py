"""Tests that a hub trusts a notebook only while it matches what the lecturer published."""

import os
import shutil
import subprocess
from pathlib import Path

import nbformat
import pytest

from minigrad.teaching.hub.handout import hand_out
from minigrad.teaching.hub.trust import CourseNotary

pytestmark = pytest.mark.skipif(
    os.name == "nt" or not shutil.which("git"), reason="a hub needs git and doesn't run on Windows"
)

CHAPTER = "01_graphs.ipynb"


def notebook(source: str = "x = 1", output: str = "<b>one</b>") -> nbformat.NotebookNode:
    shown = nbformat.v4.new_output("display_data", {"text/html": output})
    cell = nbformat.v4.new_code_cell(source, id="cell", outputs=[shown])
    return nbformat.v4.new_notebook(cells=[cell])


@pytest.fixture
def course(tmp_path: Path) -> Path:
    (tmp_path / "notebooks").mkdir()
    nbformat.write(notebook(), tmp_path / "notebooks" / CHAPTER)
    hand_out(tmp_path / "notebooks", str(tmp_path / "chapters.git"))
    (tmp_path / "home").mkdir()
    clone(tmp_path / "chapters.git", tmp_path / "home" / "chapters")
    return tmp_path


def clone(repository: Path, folder: Path) -> None:
    subprocess.run(["git", "clone", "--quiet", str(repository), str(folder)], check=True)


@pytest.fixture
def notary(course: Path) -> CourseNotary:
    notary = CourseNotary(data_dir=str(course), db_file=":memory:")
    notary.home, notary.repository = course / "home", str(course / "chapters.git")
    return notary


def read(course: Path) -> nbformat.NotebookNode:
    return nbformat.read(course / "home" / "chapters" / CHAPTER, as_version=4)


def test_a_published_notebook_is_trusted_in_any_folder(course: Path, notary: CourseNotary) -> None:
    assert notary.check_signature(read(course))


@pytest.mark.parametrize("other", [notebook(output="<script>"), notebook(source="x = 2")])
def test_a_notebook_with_a_changed_cell_or_output_is_not_trusted(
    notary: CourseNotary, other: nbformat.NotebookNode
) -> None:
    assert not notary.check_signature(other)


def test_a_notebook_with_a_changed_widget_state_is_not_trusted(
    course: Path, notary: CourseNotary
) -> None:
    """A widget state can contain scripts, so comparing only the cells wouldn't be enough."""
    changed = read(course)
    changed.metadata["widgets"] = {"application/vnd.jupyter.widget-state+json": {}}
    assert not notary.check_signature(changed)


def test_an_added_or_locally_committed_notebook_is_not_trusted(
    course: Path, notary: CourseNotary
) -> None:
    folder = course / "home" / "chapters"
    nbformat.write(notebook(output="<script>"), folder / "gift.ipynb")
    git = ["git", "-C", str(folder), "-c", "user.name=x", "-c", "user.email=x@localhost"]
    subprocess.run([*git, "add", "gift.ipynb"], check=True)
    subprocess.run([*git, "commit", "--quiet", "-m", "a gift"], check=True)
    assert not notary.check_signature(nbformat.read(folder / "gift.ipynb", as_version=4))


def test_a_notebook_from_another_repository_is_not_trusted(
    course: Path, notary: CourseNotary
) -> None:
    notary.repository = str(course / "others" / "chapters.git")
    assert not notary.check_signature(read(course))
    notary.repository = ""
    assert not notary.check_signature(read(course))


def test_a_change_by_the_lecturer_is_trusted_once_it_has_been_pulled(
    course: Path, notary: CourseNotary
) -> None:
    assert notary.check_signature(read(course))
    nbformat.write(notebook("x = 3"), course / "notebooks" / CHAPTER)
    hand_out(course / "notebooks", str(course / "chapters.git"))
    subprocess.run(["git", "-C", str(course / "home" / "chapters"), "pull", "-q"], check=True)
    assert read(course).cells[0].source == "x = 3"
    assert notary.check_signature(read(course))


def test_a_notebook_signed_by_the_learner_stays_trusted(notary: CourseNotary) -> None:
    own = notebook("my_own = 1")
    notary.sign(own)
    assert notary.check_signature(own)
