"""JupyterLab on a working copy of its own, as `make lab` opens it."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Locator, Page

START = """
import sys
from pathlib import Path
from minigrad.course.__main__ import main
sys.exit(main(sys.argv[2:], Path(sys.argv[1])))
"""
OPEN = """
async path => {
  const app = window.jupyterapp;
  const panel = await app.commands.execute("docmanager:open", { path, factory: "Notebook" });
  await panel.context.ready;
  await panel.revealed;
  await panel.sessionContext.ready;
  window.mgPanel = panel;
}
"""
RUN_ALL = """
async () => {
  const app = window.jupyterapp;
  await app.commands.execute("notebook:run-all-cells");
  const cells = [...window.mgPanel.content.model.cells].filter((cell) => cell.type === "code");
  const waiting = () => cells.some((cell) => cell.executionState === "running"
    || (cell.executionCount === null && cell.sharedModel.source.trim()));
  for (let i = 0; waiting() && i < 300; i++) await new Promise((next) => setTimeout(next, 100));
  return cells.map((cell) => ({
    id: cell.id, empty: !cell.sharedModel.source.trim(), count: cell.executionCount,
    expected: (cell.getMetadata("tags") ?? []).includes("raises-exception"),
    errors: cell.outputs.toJSON().filter((out) => out.output_type === "error")
      .map((out) => `${out.ename}: ${out.evalue}`),
  }));
}
"""
SHUT = """
async () => {
  await window.mgPanel.context.save();
  await window.mgPanel.sessionContext.shutdown();
  window.mgPanel.dispose();
}
"""


@contextmanager
def served(folder: Path, notebooks: Path) -> Iterator[str]:
    """The address of a JupyterLab whose files, signatures and settings all lie in the folder."""
    shutil.copytree(notebooks, folder / "notebooks")
    (folder / "my_notebooks").mkdir()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    own = {
        name: str(folder / name.lower())
        for name in ("JUPYTER_DATA_DIR", "JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
    }
    own["PYTHONPATH"] = os.pathsep.join(sys.path)  # the kernels find what this process finds
    command = [sys.executable, "-c", START, str(folder), "lab", "--no-browser", "--allow-root"]
    command += [f"--ServerApp.port={port}", "--ServerApp.port_retries=0"]
    command += ["--IdentityProvider.token=", "--expose-app-in-browser"]
    command += [f"--LabApp.workspaces_dir={folder / 'workspaces'}"]
    with (folder / "server.log").open("w") as log:
        server = subprocess.Popen(command, env={**os.environ, **own}, stdout=log, stderr=log)
    address = f"http://127.0.0.1:{port}"
    try:
        _wait(address, server, folder / "server.log")
        yield address
    finally:
        server.terminate()
        server.wait(20)


def _wait(address: str, server: "subprocess.Popen[bytes]", log: Path) -> None:
    for _ in range(300):
        try:
            urlopen(f"{address}/api", timeout=5).close()
            return
        except (URLError, OSError):
            assert server.poll() is None, log.read_text()[-2000:]
            time.sleep(0.1)
    raise AssertionError("JupyterLab does not answer:\n" + log.read_text()[-2000:])


def enter(page: Page, address: str) -> None:
    page.goto(f"{address}/lab?reset")
    page.wait_for_function("() => window.jupyterapp", timeout=60_000)
    page.evaluate("() => window.jupyterapp.restored.then(() => null)")


def open_notebook(page: Page, name: str) -> None:
    page.evaluate(OPEN, name)


def run_all(page: Page) -> list[str]:
    """What went wrong: a cell that was not run, an error that was not announced, or the reverse."""
    wrong = []
    for cell in page.evaluate(RUN_ALL):
        if cell["count"] is None and not cell["empty"]:
            wrong.append(f"{cell['id']} was not run")
        if bool(cell["errors"]) != cell["expected"]:
            wrong.append(f"{cell['id']}: {cell['errors'] or 'no error, though it is tagged'}")
    return wrong


def explorer(page: Page, title: str) -> Locator:
    figure = page.locator(f'.mg-figure[aria-label="{title}"]')
    return page.locator(".jp-NotebookPanel .mg-explorer").filter(has=figure)


def shut(page: Page) -> None:
    page.evaluate(SHUT)


def theme(page: Page, name: str) -> None:
    execute = "name => window.jupyterapp.commands.execute('apputils:change-theme', {theme: name})"
    page.evaluate(execute, f"JupyterLab {name}")
    light = str(name == "Light").lower()
    page.locator(f'body[data-jp-theme-light="{light}"]').wait_for(state="attached")


def not_trusted(chapter: Path, copy: Path) -> None:
    """A copy that was never run or signed here, as in a fresh clone."""
    notebook = json.loads(chapter.read_text(encoding="utf-8"))
    cell = {"cell_type": "markdown", "id": "a-stranger", "metadata": {}, "source": "A stranger."}
    notebook["cells"].append(cell)
    copy.write_text(json.dumps(notebook), encoding="utf-8")
