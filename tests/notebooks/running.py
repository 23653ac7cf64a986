"""One straight run of a notebook in a fresh kernel."""

import copy
import os
from pathlib import Path

from nbclient import NotebookClient
from nbformat import NotebookNode

from tests.notebooks.normal_form import normal_form
from tests.notebooks.recording import KERNEL_ENVIRONMENT

SECONDS_PER_CELL = 120


def run(notebook: NotebookNode, folder: Path) -> NotebookNode:
    """The notebook with what a fresh kernel gives for it, in normal form.

    Raises `CellExecutionError` where a cell fails that is not tagged `raises-exception`.
    """
    fresh = copy.deepcopy(notebook)
    fresh.metadata.pop("widgets", None)
    client = NotebookClient(
        fresh,
        coalesce_streams=True,
        extra_arguments=["--log-level=ERROR"],  # no remark that the kernel speaks unencrypted
        kernel_name="python3",
        record_timing=False,
        resources={"metadata": {"path": str(folder)}},
        timeout=SECONDS_PER_CELL,
    )
    client.execute(env={**os.environ, **KERNEL_ENVIRONMENT})
    return normal_form(fresh)
