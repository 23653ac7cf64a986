"""Chapters with live explorers: the stored notebook, plus the widgets of a fresh run.

A notebook stores only an explorer's picture and text. Pages, decks, and browser tests need the
explorer itself, so they run the chapter up to its last explorer. `build/live` keeps the result
until the chapter or the package changes.
"""

import hashlib
import os
import re
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import nbformat
from nbformat import NotebookNode
from traitlets.config import Config

from minigrad.course.threads import use_one_thread
from minigrad.explore.explorer import HOW_TO

from .assets import ROOT

STATE = "application/vnd.jupyter.widget-state+json"
VIEW = "application/vnd.jupyter.widget-view+json"
KEPT = ROOT / "build" / "live"
TITLE = re.compile(f"(.+?): an explorer with .*{re.escape(HOW_TO)}")
NOT_RUN = {"teaching", "__pycache__"}  # parts of the package that no chapter runs


def title(cell: NotebookNode) -> str | None:
    """Return the title of the explorer that a cell's output shows, if it shows one."""
    texts = (output.get("data", {}).get("text/plain", "") for output in cell.get("outputs", []))
    return next((found[1] for text in texts if (found := TITLE.match(text))), None)


def is_explorer(cell: NotebookNode) -> bool:
    return title(cell) is not None


def live(path: Path) -> NotebookNode:
    """Return a stored notebook whose explorers are live. The other outputs are the stored ones."""
    notebook = nbformat.read(path, as_version=4)
    if not any(map(is_explorer, notebook.cells)):
        return notebook
    kept = KEPT / f"{path.stem}-{_digest(path)}.ipynb"
    if not kept.is_file():
        KEPT.mkdir(parents=True, exist_ok=True)
        for older in KEPT.glob(f"{path.stem}-*"):
            older.unlink()
        part = kept.with_suffix(f".{os.getpid()}")
        nbformat.write(_with_widgets(notebook, path.parent), part)
        part.replace(kept)
    return nbformat.read(kept, as_version=4)


def all_live(paths: Iterable[Path]) -> list[NotebookNode]:
    """Return several notebooks with live explorers. Two chapters run at the same time."""
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(live, paths))


def run(notebook: NotebookNode, folder: Path) -> NotebookNode:
    """Run the notebook's cells in the folder, and store their outputs and widgets in it."""
    from nbclient import NotebookClient

    use_one_thread()
    notebook.metadata.pop("widgets", None)  # the run stores them again
    quiet = ["--log-level=ERROR"]  # don't warn that the connection to the kernel isn't encrypted
    with TemporaryDirectory() as sockets:
        NotebookClient(
            notebook,
            kernel_name="python3",
            extra_arguments=quiet,
            resources={"metadata": {"path": str(folder)}},
            config=_own_sockets(sockets),
        ).execute()
    return notebook


def _own_sockets(folder: str) -> Config:
    """Connect to the kernel through files, where the operating system has such sockets.

    Two kernels that start at the same time could choose the same free port. Then one of them ends,
    and its client waits forever.
    """
    if os.name == "nt":
        return Config()
    return Config({"KernelManager": {"transport": "ipc", "ip": f"{folder}/kernel"}})


def widgets(notebook: NotebookNode) -> dict[str, Any]:
    """Return the state of a live notebook's widgets, by model id."""
    state: dict[str, Any] = notebook.metadata.get("widgets", {}).get(STATE, {}).get("state", {})
    return state


def figure_of(models: dict[str, Any], view: str) -> dict[str, Any]:
    """Return the state of the figure that a widget view contains."""
    children = [child.removeprefix("IPY_MODEL_") for child in models[view]["state"]["children"]]
    figures = (models[c]["state"] for c in children if models[c]["model_name"] == "AnyModel")
    state: dict[str, Any] = next(figures)
    return state


def _with_widgets(notebook: NotebookNode, folder: Path) -> NotebookNode:
    """Return the notebook with live explorers, after running it up to the last one."""
    last = max(i for i, cell in enumerate(notebook.cells) if is_explorer(cell))
    part = nbformat.from_dict(notebook)
    part.cells = part.cells[: last + 1]
    ran = run(part, folder)
    for cell, fresh in zip(notebook.cells, ran.cells, strict=False):
        if is_explorer(cell):
            cell.outputs = fresh.outputs
    notebook.metadata["widgets"] = ran.metadata["widgets"]
    return notebook


def _digest(path: Path) -> str:
    """Return a digest of everything that a run of the notebook depends on."""
    digest = hashlib.sha256(path.read_bytes())
    for file in _package():
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def _package() -> Iterator[Path]:
    for file in sorted((ROOT / "minigrad").rglob("*")):
        if file.is_file() and not NOT_RUN & set(file.relative_to(ROOT).parts):
            yield file
