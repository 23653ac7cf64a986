"""Tests for the messages that a page's kernel sends for each cell, run without the page."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from docs.running import pack
from docs.running.kernel import start
from minigrad.course import working_copy
from minigrad.course.checking import progress

# This runs in a separate process, because the kernel takes over the standard streams and
# `__main__`.
PROGRAM = """
import json, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from page_kernel import start
start._shells[:] = [start.start(json.loads(sys.argv[2]), Path(sys.argv[3]))]
for source in json.loads(sys.argv[4]):
    start.given = json.dumps(source)
    start.run()
"""


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the archive that a page loads, which contains the package and the kernel."""
    path = tmp_path_factory.mktemp("library") / "minigrad.zip"
    path.write_bytes(pack.archive(pack.ours()))
    return path


@pytest.fixture
def ran(library: Path, tmp_path: Path) -> Any:
    def run(*sources: str, done: dict[str, list[str]] | None = None) -> list[list[dict[str, Any]]]:
        """Run cells; return the messages for each one."""
        words = [str(library), json.dumps(done or {}), str(tmp_path / "home"), json.dumps(sources)]
        command = [sys.executable, "-I", "-c", PROGRAM, *words]
        printed = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
        assert printed.returncode == 0, printed.stderr
        cells: list[list[dict[str, Any]]] = [[]]
        for line in printed.stdout.split("\n")[:-1]:
            assert line.startswith("\x1e"), line
            cells[-1].append(message := json.loads(line[1:]))
            if message["type"] == "end":
                cells.append([])
        return cells[: len(sources)]

    return run


def test_a_cell_shows_its_last_value_as_ipython_does(ran: Any) -> None:
    [[shown, end], [quiet]] = ran("x = {'a': list(range(40))}\nx", "x;")
    assert shown["data"]["text/plain"].startswith("{'a': [0,\n  1,\n")
    assert end == {"type": "end", "ok": True, "count": 1, "done": {}}
    assert quiet["type"] == "end"


def test_printed_output_comes_before_the_value_of_a_cell(ran: Any) -> None:
    [[out, err, shown, _]] = ran("import sys\nprint('a')\nprint('b', file=sys.stderr)\n3")
    assert out == {"type": "stream", "name": "stdout", "text": "a\n"}
    assert err == {"type": "stream", "name": "stderr", "text": "b\n"}
    assert shown["data"] == {"text/plain": "3"}


def test_an_error_shows_the_readers_lines(ran: Any) -> None:
    cells = ran(
        "import minigrad as mg\nimport minigrad.course",
        "def f(x):\n    return x @ x",
        "f(mg.ones(2, 3))",
    )
    error, end = cells[2]
    text = "\n".join(error["traceback"])
    assert error["name"] == "RuntimeError"
    assert "Cell In[3]" in text
    assert "Cell In[2]" in text
    assert "site-packages" not in text
    assert "minigrad.zip" not in text
    assert end["ok"] is False


def test_an_error_without_the_course_shows_the_readers_lines(ran: Any) -> None:
    [[error, _], [all_steps, _]] = ran("import json\njson.loads('[')", "%tb")
    assert "Cell In[1], line 2" in error["traceback"][0]
    assert "page_kernel" not in error["traceback"][0]
    assert "raw_decode" in all_steps["traceback"][0]


def test_a_syntax_error_shows_its_position(ran: Any) -> None:
    [[error, end]] = ran("x = (1,\ny = 2")
    assert error["name"] == "SyntaxError"
    assert "Cell In[1], line" in error["traceback"][0]
    assert not end["ok"]


def test_the_kernel_adds_no_name_to_the_readers_namespace(ran: Any) -> None:
    names = "[name for name in dir() if 'kernel' in name or 'shell' in name], a"
    _, [shown, _] = ran("a = 1", names)
    assert shown["data"]["text/plain"] == "([], 1)"


def test_an_explorer_is_sent_with_everything_the_page_needs_to_draw_it(ran: Any) -> None:
    graph = "from minigrad.explore.graph import forward_and_backward\nimport minigrad as mg\n"
    graph += "x = mg.tensor(3.0, requires_grad=True)\nz = x * x\nforward_and_backward(z, x=x, z=z)"
    [[shown, _]] = ran(graph)
    content = shown["data"]["application/vnd.minigrad.explorer+json"]
    assert content["front"].startswith("front-")
    assert content["controls"]
    assert shown["data"]["text/plain"].startswith("Forward and backward")


def test_a_solved_exercise_is_reported_as_done(ran: Any) -> None:
    start = "from minigrad.course.chapter_1b import check"
    right = "def back(G):\n    return G.sum(0), G.sum(1, keepdim=True)"
    cells = ran(start, right, 'check("back", back)', done={"1b": ["times"]})
    shown, end = cells[2]
    assert shown["data"]["text/plain"].startswith("Right.")
    assert end["done"] == {"1b": ["back", "times"]}


def test_training_reports_its_remaining_time_to_the_page(ran: Any) -> None:
    often = "from minigrad.course.chapter_10b import waiting\nwaiting.__globals__['PAUSE'] = -1.0\n"
    [[*messages, _end]] = ran(f"{often}for step in waiting(3):\n    pass")
    assert [message["type"] for message in messages] == ["waiting"] * 3
    assert (messages[1]["loaded"], messages[1]["total"]) == (2, 3)
    assert messages[1]["left"] == "about 0 seconds to go"


def test_the_kernel_and_the_package_use_the_same_name_for_progress() -> None:
    assert (start.MANIFEST, start.MARKS) == (working_copy.MANIFEST, progress.MARKS)


def test_a_long_chain_is_freed_link_by_link(ran: Any) -> None:
    chain = "class Link:\n    def __init__(self, before):\n        self.before = (before,)\n"
    chain += "link = None\nfor _ in range(3000):\n    link = Link(link)"
    # The kernel keeps the chain's links while the cell runs, and releases them afterward.
    count = "import gc\nlink = None\nsum(type(one) is Link for one in gc.get_objects())"
    cells = ran(chain, count, "sum(type(one) is Link for one in gc.get_objects())")
    assert cells[1][0]["data"]["text/plain"] == "3000"
    assert cells[2][0]["data"]["text/plain"] == "0"
