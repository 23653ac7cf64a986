"""The stored form of a run: pictures and text, and nothing that varies between runs.

An explorer is stored as its picture and its text. Its widget exists only while a kernel runs.
"""

import copy
import re
from collections.abc import Iterator
from typing import Any

import nbformat
from nbformat import NotebookNode

from minigrad.course.learner_copy import LANGUAGE

NOTEBOOK_METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": LANGUAGE,
}
CELL_METADATA = ("jupyter", "tags")
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"

# nbval_sanitize.cfg has the same substitutions.
MASKS = {
    r"0x[0-9a-fA-F]{6,}": "0x…",
    r"[^\s\"'<>]*ipykernel_\d+[/\\]\d+\.py": "<cell>",
}
ANSI = re.compile(r"\x1b\[[0-9;]*m")
OUTSIDE_FRAME = re.compile(r"File |\s*\[\.\.\. skipping ")


def normal_form(notebook: NotebookNode) -> NotebookNode:
    notebook = copy.deepcopy(notebook)
    notebook.metadata = nbformat.from_dict(NOTEBOOK_METADATA)
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    for cell in notebook.cells:
        cell.metadata = nbformat.from_dict(
            {key: cell.metadata[key] for key in CELL_METADATA if cell.metadata.get(key)}
        )
        if cell.cell_type == "code":
            cell.outputs = [_output(output) for output in cell.outputs]
    return notebook


def text(notebook: NotebookNode) -> str:
    """Return the notebook as it's stored, with sorted keys and each line of output on a line."""
    return nbformat.writes(notebook, version=nbformat.NO_CONVERT) + "\n"


def mask(value: Any) -> Any:
    """Return `value` with the addresses and temporary paths in its strings masked."""
    if isinstance(value, str):
        for pattern, replacement in MASKS.items():
            value = re.sub(pattern, replacement, value)
        return value
    if isinstance(value, dict):
        return nbformat.from_dict({key: mask(item) for key, item in value.items()})
    return [mask(item) for item in value] if isinstance(value, list) else value


def _output(output: NotebookNode) -> NotebookNode:
    if output.output_type == "error":
        output.evalue = ANSI.sub("", output.evalue)
        output.traceback = list(_traceback(output.traceback))
    if output.get("data", {}).pop(WIDGET_VIEW, None):
        output.metadata.pop(WIDGET_VIEW, None)
    return mask(output)


def _traceback(parts: list[str]) -> Iterator[str]:
    """Return the lines of the frames inside cells, without colors."""
    for part in parts:
        plain = ANSI.sub("", part)
        if not OUTSIDE_FRAME.match(plain):
            yield from plain.split("\n")
