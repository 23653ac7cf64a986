"""Tests that a learner's copy is never overwritten unasked, and that updates are announced."""

import errno
import json
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import nbformat
import pytest

from minigrad.course.__main__ import main
from minigrad.course.learner_copy import learners_copy
from minigrad.course.working_copy import CURRENT, NEW, NEWER, RENEWED, YOURS, WorkingCopy

CHAPTER = "01_graphs.ipynb"


def write(path: Path, source: str, output: str = "") -> None:
    cell = nbformat.v4.new_code_cell(source, id="cell", execution_count=1)
    if output:
        cell.outputs = [nbformat.v4.new_output("stream", text=output)]
    path.parent.mkdir(exist_ok=True)
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), path)


@pytest.fixture
def copy(tmp_path: Path) -> WorkingCopy:
    write(tmp_path / "notebooks" / "00_start_here.ipynb", "print('hello')")
    write(tmp_path / "notebooks" / CHAPTER, "x = 1")
    copy = WorkingCopy(tmp_path / "notebooks", tmp_path / "my_notebooks")
    copy.update()
    return copy


def laid_out(copy: WorkingCopy) -> bytes:
    return learners_copy((copy.upstream / CHAPTER).read_bytes())


def files(copy: WorkingCopy) -> dict[str, bytes]:
    return {str(p): p.read_bytes() for p in copy.folder.rglob("*") if p.is_file()}


def test_the_first_start_copies_every_chapter(tmp_path: Path) -> None:
    write(tmp_path / "notebooks" / CHAPTER, "x = 1")
    copy = WorkingCopy(tmp_path / "notebooks", tmp_path / "my_notebooks")
    assert copy.update() == {CHAPTER: NEW}
    assert (copy.folder / CHAPTER).read_bytes() == laid_out(copy)


def test_a_second_start_changes_nothing(copy: WorkingCopy) -> None:
    before = files(copy)
    assert set(copy.update().values()) == {CURRENT}
    assert files(copy) == before


def test_an_attempted_exercise_is_left_unchanged(copy: WorkingCopy) -> None:
    write(copy.folder / CHAPTER, "x = 2")
    before = files(copy)
    assert copy.update()[CHAPTER] == YOURS
    assert files(copy) == before


def test_an_update_reports_newer_chapters_and_overwrites_no_work(
    copy: WorkingCopy,
) -> None:
    write(copy.folder / CHAPTER, "x = 2")
    write(copy.upstream / CHAPTER, "x = 1  # better explained")
    before = files(copy)
    assert copy.update()[CHAPTER] == NEWER
    assert copy.update()[CHAPTER] == NEWER  # until the learner acts
    assert files(copy) == before


def test_an_update_replaces_chapters_that_were_only_run_and_keeps_their_outputs(
    copy: WorkingCopy,
) -> None:
    write(copy.folder / CHAPTER, "x = 1", output="only run, not edited")
    ran = (copy.folder / CHAPTER).read_bytes()
    write(copy.upstream / CHAPTER, "x = 1  # better explained")
    assert copy.update()[CHAPTER] == f"{RENEWED}; yours is now earlier/01_graphs_1.ipynb"
    assert (copy.folder / CHAPTER).read_bytes() == laid_out(copy)
    assert (copy.folder / "earlier" / "01_graphs_1.ipynb").read_bytes() == ran
    assert copy.update()[CHAPTER] == CURRENT


def test_a_chapter_whose_outputs_alone_changed_upstream_is_current(copy: WorkingCopy) -> None:
    write(copy.folder / CHAPTER, "x = 1", output="the learner's")
    before = files(copy)
    write(copy.upstream / CHAPTER, "x = 1", output="the next release's")
    assert copy.update()[CHAPTER] == CURRENT
    assert files(copy) == before
    write(copy.folder / CHAPTER, "x = 2")
    assert copy.update()[CHAPTER] == YOURS


def test_an_update_keeps_no_copy_of_a_chapter_that_was_never_run(copy: WorkingCopy) -> None:
    write(copy.upstream / CHAPTER, "x = 1  # better explained")
    assert copy.update()[CHAPTER] == RENEWED
    assert not (copy.folder / "earlier").exists()


PICTURE = {"attached.png": {"image/png": "aGVsbG8="}}
EDITS: dict[str, Callable[[Any], Any]] = {
    "the text of a text cell": lambda nb: nb.cells[0].update(source="My own notes"),
    "a picture attached to a text cell": lambda nb: nb.cells[0].update(attachments=PICTURE),
    "a tag of a text cell": lambda nb: nb.cells[0].metadata.update(tags=["mine"]),
    "a tag of a code cell": lambda nb: nb.cells[1].metadata.update(tags=["mine"]),
    "the metadata of a code cell": lambda nb: nb.cells[1].metadata.update(mine={"seen": True}),
    "the code of a code cell": lambda nb: nb.cells[1].update(source="x = 2"),
    "an empty line at the end of a code cell": lambda nb: nb.cells[1].update(source="x = 1\n"),
    "a code cell turned into text": lambda nb: nb.cells[1].update(cell_type="raw"),
    "the order of two cells": lambda nb: nb.cells.reverse(),
    "a deleted cell": lambda nb: nb.cells.pop(),
    "the metadata of the notebook": lambda nb: nb.metadata.update(title="Mine"),
}


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_an_edit_of_one_thing_is_never_overwritten(
    copy: WorkingCopy, edit: Callable[[Any], Any]
) -> None:
    path = copy.upstream / CHAPTER
    cells = [
        nbformat.v4.new_markdown_cell("Notes", id="text"),
        nbformat.v4.new_code_cell("x = 1", id="code"),
    ]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
    copy.update()
    mine = nbformat.read(copy.folder / CHAPTER, as_version=4)
    edit(mine)
    (copy.folder / CHAPTER).write_text(json.dumps(mine))
    before = files(copy)
    assert copy.update()[CHAPTER] == YOURS
    write(path, "x = 1  # better explained")
    assert copy.update()[CHAPTER] == NEWER
    assert files(copy) == before


def test_metadata_that_an_editor_writes_while_running_does_not_count_as_an_edit(
    copy: WorkingCopy,
) -> None:
    mine = nbformat.read(copy.folder / CHAPTER, as_version=4)
    mine.cells[0].metadata.update(execution={"iopub.status.busy": "12:00"}, collapsed=True)
    mine.metadata.update(kernelspec={"name": "python3", "display_name": "Mine"})
    nbformat.write(mine, copy.folder / CHAPTER)
    assert copy.update()[CHAPTER] == CURRENT


def test_a_chapter_saved_while_others_are_updated_is_not_overwritten(
    copy: WorkingCopy, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("00_start_here.ipynb", CHAPTER):
        write(copy.upstream / name, "x = 1  # better explained")
    replace = os.replace

    def replace_while_the_reader_saves(source: Any, target: Any) -> None:
        replace(source, target)
        if Path(target).name == "00_start_here.ipynb":
            write(copy.folder / CHAPTER, "x = 2")

    monkeypatch.setattr(os, "replace", replace_while_the_reader_saves)
    assert copy.update() == {"00_start_here.ipynb": RENEWED, CHAPTER: NEWER}
    assert "x = 2" in (copy.folder / CHAPTER).read_text()


@pytest.mark.parametrize("command", ["update", "reset"])
def test_a_chapter_saved_while_its_fresh_copy_is_prepared_is_not_lost(
    copy: WorkingCopy, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(copy.folder / CHAPTER, "x = 1", output="run")
    write(copy.upstream / CHAPTER, "x = 1  # better explained")
    write_bytes, saved = Path.write_bytes, []

    def write_while_the_reader_saves(path: Path, content: bytes) -> int:
        if path.name.startswith(CHAPTER) and not saved:
            write(copy.folder / CHAPTER, "x = 2")
            saved.append((copy.folder / CHAPTER).read_bytes())
        return write_bytes(path, content)

    monkeypatch.setattr(Path, "write_bytes", write_while_the_reader_saves)
    if command == "update":
        assert copy.update()[CHAPTER] == NEWER
        assert (copy.folder / CHAPTER).read_bytes() == saved[0]
        assert not list((copy.folder / "earlier").iterdir())
    else:
        kept = copy.reset(CHAPTER)
        assert kept is not None
        assert kept.read_bytes() == saved[0]


def test_an_interrupted_update_leaves_the_replaced_chapter_somewhere(
    copy: WorkingCopy, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(copy.folder / CHAPTER, "x = 1", output="run")
    ran = (copy.folder / CHAPTER).read_bytes()
    write(copy.upstream / CHAPTER, "x = 1  # better explained")
    replace = os.replace

    def interrupted(source: Any, target: Any) -> None:
        replace(source, target)
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        copy.update()
    assert ran in files(copy).values()


def test_a_chapter_that_was_only_run_keeps_its_outputs(copy: WorkingCopy) -> None:
    write(copy.folder / CHAPTER, "x = 1", output="seen by the learner")
    before = files(copy)
    assert copy.update()[CHAPTER] == CURRENT
    assert files(copy) == before


@pytest.mark.parametrize("ends", ["\r\n", "\r"])
def test_different_line_endings_do_not_count_as_an_edit(copy: WorkingCopy, ends: str) -> None:
    source = "x = 1\ny = 2\n"
    write(copy.upstream / CHAPTER, source)
    copy.update()
    write(copy.folder / CHAPTER, source.replace("\n", ends), output="seen on another system")
    assert copy.update()[CHAPTER] == CURRENT
    write(copy.upstream / CHAPTER, "x = 1  # better explained")
    assert copy.update()[CHAPTER].startswith(RENEWED)


def _full(*_: Any) -> int:
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("command", ["lab", "status", "reset"])
def test_a_folder_with_a_chapters_name_is_reported_in_a_sentence(
    copy: WorkingCopy, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (copy.folder / CHAPTER).unlink()
    (copy.folder / CHAPTER).mkdir()
    before = files(copy)
    assert main([command, "--allow-root"][: 1 + (command == "lab")], copy.folder.parent) == 1
    said = capsys.readouterr().out
    assert (
        said == f"{copy.folder / CHAPTER} isn't a file, but a chapter belongs there. Rename it.\n"
    )
    assert files(copy) == before


@pytest.mark.parametrize("of", ["chapter", "folder"])
def test_a_broken_symlink_is_reported_in_a_sentence(
    tmp_path: Path, of: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path / "notebooks" / CHAPTER, "x = 1")
    link = tmp_path / "my_notebooks"
    if of == "chapter":
        link.mkdir()
        link /= CHAPTER
    link.symlink_to(tmp_path / "gone" / "away")
    assert main(["reset"], tmp_path) == 1
    assert f"{link} is a link to {tmp_path / 'gone' / 'away'}" in capsys.readouterr().out
    assert link.is_symlink()
    assert not (tmp_path / "gone").exists()


def test_a_file_with_the_folders_name_is_reported_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path / "notebooks" / CHAPTER, "x = 1")
    (tmp_path / "my_notebooks").write_text("mine")
    assert main(["reset"], tmp_path) == 1
    assert "my_notebooks isn't a folder" in capsys.readouterr().out
    assert (tmp_path / "my_notebooks").read_text() == "mine"


@pytest.mark.parametrize("fails", ["write_bytes", "replace"])
def test_a_full_disk_is_reported_in_a_sentence_and_leaves_nothing_half_written(
    copy: WorkingCopy,
    fails: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    write(copy.folder / CHAPTER, "x = 2")
    before = files(copy)
    whole = Path.write_bytes

    def half(path: Path, content: bytes) -> int:
        whole(path, content[: len(content) // 2])
        return _full()

    with monkeypatch.context() as full:
        if fails == "write_bytes":
            full.setattr(Path, "write_bytes", half)
        else:
            full.setattr(os, "replace", _full)
        assert main(["reset", "01"], copy.folder.parent) == 1
    said = capsys.readouterr().out
    assert said.startswith("The disk is full, so ")
    assert len(said.splitlines()) == 1
    assert files(copy) == before
    copy.reset(CHAPTER)
    assert (copy.folder / CHAPTER).read_bytes() == laid_out(copy)


def test_a_symlinked_chapter_stays_a_symlink(copy: WorkingCopy, tmp_path: Path) -> None:
    target = tmp_path / "elsewhere.ipynb"
    (copy.folder / CHAPTER).rename(target)
    (copy.folder / CHAPTER).symlink_to(target)
    write(copy.upstream / CHAPTER, "x = 1  # better explained")
    assert copy.update()[CHAPTER] == RENEWED
    assert (copy.folder / CHAPTER).is_symlink()
    assert target.read_bytes() == laid_out(copy)


def test_a_new_chapter_is_added(copy: WorkingCopy) -> None:
    write(copy.upstream / "02_new.ipynb", "y = 1")
    assert copy.update()["02_new.ipynb"] == NEW


def test_removed_chapters_and_added_files_are_kept(copy: WorkingCopy) -> None:
    write(copy.folder / "my_own.ipynb", "z = 1")
    (copy.upstream / CHAPTER).unlink()
    before = files(copy)
    copy.update()
    assert files(copy) == before


@pytest.mark.parametrize("manifest", [None, "", "{", "[]", "[" * 100_000, '{"01_graphs.ipynb": 3}'])
def test_without_a_readable_manifest_edited_work_is_kept(
    copy: WorkingCopy, manifest: str | None
) -> None:
    write(copy.folder / CHAPTER, "x = 2")
    path = copy.folder / ".laid_out.json"
    path.unlink() if manifest is None else path.write_text(manifest)
    assert copy.update()[CHAPTER] == NEWER
    assert "x = 2" in (copy.folder / CHAPTER).read_text()


def test_without_a_manifest_a_chapter_that_was_only_run_does_not_count_as_edited(
    copy: WorkingCopy,
) -> None:
    write(copy.folder / CHAPTER, "x = 1", output="only run, not edited")
    (copy.folder / ".laid_out.json").unlink()
    assert copy.update()[CHAPTER].startswith(RENEWED)
    assert copy.update()[CHAPTER] == CURRENT


@pytest.mark.parametrize(
    "content", [b"<<<<<<< half a merge", b"[" * 100_000, b"[]", b'{"cells": [1]}', b"\xff"]
)
def test_a_copy_that_is_no_longer_a_notebook_is_kept(copy: WorkingCopy, content: bytes) -> None:
    (copy.folder / CHAPTER).write_bytes(content)
    write(copy.upstream / CHAPTER, "x = 1  # better explained")
    assert copy.update()[CHAPTER] == NEWER
    assert (copy.folder / CHAPTER).read_bytes() == content


def test_simultaneous_starts_still_copy_whole_chapters(tmp_path: Path) -> None:
    write(tmp_path / "notebooks" / CHAPTER, "x = 1" + " " * 100_000)
    copies = [WorkingCopy(tmp_path / "notebooks", tmp_path / "my_notebooks") for _ in range(8)]
    with ThreadPoolExecutor(8) as starts:
        for _ in range(10):
            list(starts.map(lambda one: one.reset(CHAPTER), copies))
    assert (copies[0].folder / CHAPTER).read_bytes() == laid_out(copies[0])
    assert not list(copies[0].folder.glob("*.part"))


def test_solved_exercises_still_count_after_a_reset(
    copy: WorkingCopy, capsys: pytest.CaptureFixture[str]
) -> None:
    mark = copy.folder / ".progress" / "1" / "shares"
    mark.parent.mkdir(parents=True)
    mark.touch()
    assert main(["reset", "01"], copy.folder.parent) == 0
    assert "your solved exercises still count" in capsys.readouterr().out
    assert mark.exists()


def test_every_reset_keeps_the_replaced_copy(copy: WorkingCopy) -> None:
    for source in ("x = 2", "x = 3"):
        write(copy.folder / CHAPTER, source)
        saved = copy.reset(CHAPTER)
        assert saved is not None
        assert source in saved.read_text()
        assert (copy.folder / CHAPTER).read_bytes() == laid_out(copy)
    first, second = sorted((copy.folder / "earlier").iterdir())
    first.unlink()  # the learner needs only the newer copy
    write(copy.folder / CHAPTER, "x = 4")
    assert copy.reset(CHAPTER) != second
    assert "x = 3" in second.read_text()
    assert copy.reset(CHAPTER) is None  # the learner has nothing to keep


def test_the_command_lists_newer_chapters_and_how_to_get_them(
    copy: WorkingCopy, capsys: pytest.CaptureFixture[str]
) -> None:
    write(copy.folder / CHAPTER, "x = 2")
    write(copy.upstream / CHAPTER, "x = 1  # better explained")
    root = copy.folder.parent
    assert main(["status"], root) == 0
    said = capsys.readouterr().out
    assert f"{CHAPTER}: newer upstream" in said
    assert "00_start_here" not in said
    assert "reset CHAPTER" in said
    assert main(["reset", "01"], root) == 0
    assert "earlier" in capsys.readouterr().out
    assert copy.status(CHAPTER) == CURRENT


def test_an_unknown_chapter_is_named_and_nothing_is_reset(
    copy: WorkingCopy, capsys: pytest.CaptureFixture[str]
) -> None:
    write(copy.folder / CHAPTER, "x = 2")
    before = files(copy)
    assert main(["reset", "01", "07"], copy.folder.parent) == 1
    assert "No chapter starts with '07'" in capsys.readouterr().out
    assert files(copy) == before


def test_a_chapter_and_its_interlude_are_reset_separately(
    copy: WorkingCopy, capsys: pytest.CaptureFixture[str]
) -> None:
    root = copy.folder.parent
    write(copy.upstream / "01b_shapes.ipynb", "s = 1")
    copy.update()
    for wanted, named in (
        ("01", CHAPTER),
        ("1b", "01b_shapes.ipynb"),
        ("01b_s", "01b_shapes.ipynb"),
    ):
        assert main(["reset", wanted], root) == 0
        assert capsys.readouterr().out == f"  {named}: fresh\n"


def test_a_folder_without_notebooks_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lab"], tmp_path) == 1
    assert "clone or an unpacked archive" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


def test_the_manifest_is_readable(copy: WorkingCopy) -> None:
    manifest = json.loads((copy.folder / ".laid_out.json").read_text())
    assert sorted(manifest) == ["00_start_here.ipynb", CHAPTER]
