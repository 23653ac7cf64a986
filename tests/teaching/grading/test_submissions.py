"""Tests for copying a submission's files from a folder that still belongs to the learner."""

import os
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from minigrad.teaching.grading import submissions

pytest.importorskip("pwd")
MOST = 1_000


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "ada+01b_shapes+now+random"
    made.mkdir()
    (made / "01b_shapes.ipynb").write_text("her work")
    (made / submissions.SECRET).write_text("ab" * 64)
    return made


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_files_are_copied_unchanged(folder: Path, tmp_path: Path) -> None:
    assert submissions.take(folder, tmp_path / "taken", MOST) == []
    assert names(tmp_path / "taken") == names(folder)
    assert (tmp_path / "taken" / "01b_shapes.ipynb").read_text() == "her work"
    assert (tmp_path / "taken" / submissions.SECRET).read_text() == "ab" * 64


def test_a_symlink_cannot_expose_a_file_that_the_lecturer_can_read(
    folder: Path, tmp_path: Path
) -> None:
    solutions = tmp_path / "source"
    solutions.mkdir()
    (solutions / "01b_shapes.ipynb").write_text("solved")
    (folder / "01b_shapes.ipynb").unlink()
    (folder / "01b_shapes.ipynb").symlink_to(solutions / "01b_shapes.ipynb")
    (folder / "all").symlink_to(solutions)
    left_out = submissions.take(folder, tmp_path / "taken", MOST)
    assert left_out == ["01b_shapes.ipynb", "all"]
    assert names(tmp_path / "taken") == [submissions.SECRET]


def test_a_submission_that_is_a_symlink_is_rejected(folder: Path, tmp_path: Path) -> None:
    link = tmp_path / "bob+01b_shapes+now+random"
    link.symlink_to(folder)
    assert submissions.owner(link) is None
    with pytest.raises(NotADirectoryError):
        submissions.take(link, tmp_path / "taken", MOST)


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="changes the owner of a file"
)
def test_a_file_owned_by_another_user_is_left_out(folder: Path, tmp_path: Path) -> None:
    os.chown(folder / "01b_shapes.ipynb", 65534, 65534)
    assert submissions.take(folder, tmp_path / "taken", MOST) == ["01b_shapes.ipynb"]


def test_pipes_folders_and_long_files_do_not_block(folder: Path, tmp_path: Path) -> None:
    os.mkfifo(folder / "pipe")
    (folder / "deep").mkdir()
    (folder / "long").write_bytes(b"x" * (MOST + 1))
    assert submissions.take(folder, tmp_path / "taken", MOST) == ["deep", "long", "pipe"]


@pytest.mark.parametrize("secret", [None, b"", b"\xff", b"../../ada"])
def test_a_bad_secret_is_replaced(folder: Path, tmp_path: Path, secret: bytes | None) -> None:
    (folder / submissions.SECRET).unlink()
    if secret is not None:
        (folder / submissions.SECRET).write_bytes(secret)
    submissions.take(folder, tmp_path / "taken", MOST)
    assert len((tmp_path / "taken" / submissions.SECRET).read_text()) == 128


def test_the_submission_time_is_the_last_change_whatever_the_file_claims(folder: Path) -> None:
    before = submissions.changed(folder)
    time.sleep(0.05)
    (folder / "01b_shapes.ipynb").write_text("changed after the deadline")
    os.utime(folder / "01b_shapes.ipynb", (0, 0))
    assert before < submissions.changed(folder) <= datetime.now(UTC).replace(tzinfo=None)
