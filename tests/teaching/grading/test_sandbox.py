"""Tests that an answer gets the learner's verdict, and reaches nothing outside its sandbox."""

import os
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from minigrad.course.checking.verdict import NOT_YET, RIGHT, Verdict

if sys.platform == "win32":
    pytest.skip("grading needs Linux", allow_module_level=True)

from minigrad.teaching.grading import sandbox
from minigrad.teaching.grading.__main__ import main
from minigrad.teaching.grading.points import STOPPED
from minigrad.teaching.grading.sandbox_worker import TASKS, Job

SOLVED = "def arrives(x):\n    s = x * x\n    ds = 6 * s + 5\n    return ds, 2 * x * ds\n"
WRONG = "def arrives(x):\n    return 1, 2\n"


@pytest.fixture
def confined() -> None:
    if why := sandbox.refusal():
        pytest.skip(why)


def verdict(*cells: str, seconds: int = 60) -> Verdict:
    return sandbox.judge(Job("1", [*cells, 'check("shares", arrives)'], seconds=seconds))


def reported(code: str) -> str:
    """Return what an answer can say about the list `found`, which its code fills."""
    said = verdict(f"found = []\n{code}\nraise ValueError(found)\n{SOLVED}")
    assert said.says == "The cell ends with an error:"
    return said.code


@pytest.mark.parametrize(("answer", "status"), [(SOLVED, RIGHT), (WRONG, NOT_YET)])
@pytest.mark.usefixtures("confined")
def test_a_confined_answer_gets_the_learners_verdict(answer: str, status: str) -> None:
    assert verdict(answer).status == status


@pytest.mark.usefixtures("confined")
def test_an_answer_reads_and_writes_no_file_but_the_course(tmp_path: Path) -> None:
    private = tmp_path / "submission.ipynb"
    private.write_text("hers")
    private.chmod(0o666)
    clone = sandbox.PACKAGE.parent
    hidden = [private, "/etc/passwd", clone / "README.md", sandbox.TEACHING / "exam/__init__.py"]
    written = [private, "/new", "/tmp/new", "/dev/shm/new", sandbox.PACKAGE / "__init__.py"]
    assert (
        reported(
            f"for mode, paths in ('r', {[*map(str, hidden)]}), ('a', {[*map(str, written)]}):\n"
            "    for path in paths:\n"
            "        try:\n"
            "            open(path, mode)\n"
            "            found.append((mode, path))\n"
            "        except OSError: pass\n"
        )
        == "ValueError: []"
    )
    assert private.read_text() == "hers"


@pytest.mark.usefixtures("confined")
def test_an_answer_has_no_network() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        attempt = f"socket.create_connection({server.getsockname()!r}, 2)"
        code = f"import socket\ntry: found.append({attempt})\nexcept OSError: pass"
        assert reported(code) == "ValueError: []"


@pytest.mark.usefixtures("confined")
def test_an_answer_starts_few_processes_and_none_survives_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", str(tmp_path))  # which all of its processes inherit
    said = reported(
        "import os, time\n"
        "try:\n"
        "    while True:\n"
        "        found.append(os.fork())\n"
        "        if not found[-1]:\n"
        "            while True: time.sleep(1)\n"
        "except OSError: pass\n"
        "found = len(found)"
    )
    assert int(said.removeprefix("ValueError: ")) < TASKS
    end = time.monotonic() + 60  # the system needs a moment to end them
    while left := _processes_with(str(tmp_path)):
        assert time.monotonic() < end, left
        time.sleep(0.1)


def _processes_with(setting: str) -> list[str]:
    """Return the processes, except this one, whose environment contains a text."""
    environments = Path("/proc").glob("[0-9]*/environ")
    found = [path.parent.name for path in environments if setting.encode() in _content(path)]
    return [process for process in found if process != str(os.getpid())]


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:  # ended, or another user's
        return b""


@pytest.mark.parametrize(
    "line",
    [
        "import time; time.sleep(999)",
        "10 ** 10**10",
        "os._exit(0)",
        "for out in range(3, 20):\n    try: os.write(out, b'x' * 10**6)\n    except OSError: pass",
    ],
    ids=["sleeps", "computes", "exits", "floods"],
)
@pytest.mark.usefixtures("confined")
def test_an_answer_that_never_returns_a_verdict_is_stopped(line: str) -> None:
    assert verdict(f"import os\n{line}\n{SOLVED}", seconds=1).status == STOPPED


@pytest.mark.usefixtures("confined")
def test_an_answer_gets_no_more_memory_than_its_limit() -> None:
    assert verdict(f"[0] * 10**10\nx = [0] * 10**10\n{SOLVED}").code.startswith("MemoryError")


@pytest.fixture
def without_cache() -> Iterator[None]:
    sandbox.refusal.cache_clear()
    yield
    sandbox.refusal.cache_clear()


@pytest.mark.parametrize("user", [0, 1000])
@pytest.mark.usefixtures("without_cache")
def test_without_bubblewrap_nothing_is_graded_and_one_sentence_says_how_to_get_it(
    user: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: user)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["marks", "--course", str(tmp_path)]) == 1
    assert capsys.readouterr().out == f"{sandbox.MISSING}\n"
    assert "apt install bubblewrap" in sandbox.MISSING
    made = tmp_path / "made"
    with pytest.raises(SystemExit, match="bubblewrap"):
        verdict(f"open({str(made)!r}, 'w')\n{SOLVED}")
    assert not made.exists()


@pytest.mark.usefixtures("without_cache")
def test_bubblewrap_that_does_not_work_is_reported_in_its_own_words(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    why = "bwrap: setting up uid map: Permission denied"
    fake = tmp_path / "bwrap"
    fake.write_text(f"#!/bin/sh\necho '{why}' >&2\nexit 1\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin")
    assert main(["marks", "--course", str(tmp_path)]) == 1
    assert capsys.readouterr().out == f"{sandbox.BROKEN.format(why)}\n"
