"""A run of a notebook from top to bottom in a fresh kernel."""

import copy
import functools
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat import NotebookNode

from tests.notebooks.normal_form import normal_form

SECONDS_PER_CELL = 120


class Client(NotebookClient):
    """A client that keeps the kernel's messages for each cell."""

    def __init__(self, notebook: NotebookNode, **options: Any) -> None:
        super().__init__(notebook, **options)
        self.said: dict[str, list[dict[str, Any]]] = {}

    def process_message(self, msg: dict[str, Any], cell: NotebookNode, cell_index: int) -> Any:
        self.said.setdefault(cell.id, []).append(msg)
        return super().process_message(msg, cell, cell_index)


def client(notebook: NotebookNode, folder: Path) -> Client:
    fresh = copy.deepcopy(notebook)
    fresh.metadata.pop("widgets", None)
    return Client(
        fresh,
        coalesce_streams=True,
        extra_arguments=["--log-level=ERROR"],  # no warning about encryption
        kernel_name="python3",
        record_timing=False,
        resources={"metadata": {"path": str(folder)}},
        timeout=SECONDS_PER_CELL,
    )


def run(notebook: NotebookNode, folder: Path) -> NotebookNode:
    """Return the notebook with the outputs of a fresh kernel, in normal form.

    Raise `CellExecutionError` if a cell fails without being tagged `raises-exception`.
    """
    by = client(notebook, folder)
    by.execute()
    return normal_form(by.nb)


@dataclass
class Run:
    """A run that's shared by several tests."""

    notebook: NotebookNode  # in normal form, if the run finished
    said: dict[str, list[dict[str, Any]]]  # messages, by cell
    error: CellExecutionError | None = None


@functools.cache
def one_run(path: Path) -> Run:
    """Return the stored notebook and one run of it for nbval and for our own comparison."""
    by = client(nbformat.read(path, as_version=4), path.parent)
    try:
        by.execute()
    except CellExecutionError as error:
        return Run(by.nb, by.said, error)
    return Run(normal_form(by.nb), by.said)
