"""The stored form of a run: everything that a reader sees and nothing that varies between runs."""

import copy
import re
from collections.abc import Iterator
from typing import Any

import nbformat
from nbformat import NotebookNode

NOTEBOOK_METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python", "pygments_lexer": "ipython3"},
}
CELL_METADATA = ("jupyter", "tags")
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
WIDGET_STATE = "application/vnd.jupyter.widget-state+json"

# nbval_sanitize.cfg has the same substitutions.
MASKS = {
    r"0x[0-9a-fA-F]{6,}": "0x…",
    r"[^\s\"'<>]*ipykernel_\d+[/\\]\d+\.py": "<cell>",
}
ANSI = re.compile(r"\x1b\[[0-9;]*m")
OUTSIDE_FRAME = re.compile(r"File |\s*\[\.\.\. skipping ")
REFERENCE = "IPY_MODEL_"
RANDOM = re.compile(r"[0-9a-f]{32}")  # a widget's id, unless the code that created it chose one


def normal_form(notebook: NotebookNode) -> NotebookNode:
    notebook = copy.deepcopy(notebook)
    widgets = notebook.metadata.get("widgets", {}).get(WIDGET_STATE)
    notebook.metadata = nbformat.from_dict(NOTEBOOK_METADATA)
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    for cell in notebook.cells:
        cell.metadata = nbformat.from_dict(
            {key: cell.metadata[key] for key in CELL_METADATA if cell.metadata.get(key)}
        )
        if cell.cell_type == "code":
            cell.outputs = [_output(output) for output in cell.outputs]
    if widgets:
        _name_widgets(notebook, widgets["state"])
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
    return mask(output)


def _traceback(parts: list[str]) -> Iterator[str]:
    """Return the lines of the frames inside cells, without colors."""
    for part in parts:
        plain = ANSI.sub("", part)
        if not OUTSIDE_FRAME.match(plain):
            yield from plain.split("\n")


def _name_widgets(notebook: NotebookNode, state: dict[str, Any]) -> None:
    """Name each widget after the cell that shows it, unless its name is already reproducible.

    Widgets that no cell shows are left out.
    """
    state = mask(state)
    links = {
        model: {end[0].removeprefix(REFERENCE) for end in (of["source"], of["target"])}
        for model, of in ((model, entry["state"]) for model, entry in state.items())
        if "source" in of and "target" in of
    }
    names: dict[str, str] = {}
    for cell in notebook.cells:
        shown: list[str] = []
        for output in cell.get("outputs", []):
            if WIDGET_VIEW in output.get("data", {}):
                _reach(output.data[WIDGET_VIEW]["model_id"], state, shown)
        for link, ends in links.items():  # a link refers to its widgets, but they don't refer to it
            if ends & set(shown):
                _reach(link, state, shown)
        fresh = [model for model in shown if model not in names]
        for i, model in enumerate(fresh, 1):
            names[model] = f"{cell.id}-widget-{i:03}" if RANDOM.fullmatch(model) else model

    def rename(value: Any) -> Any:
        if isinstance(value, str) and value.startswith(REFERENCE):
            model = value.removeprefix(REFERENCE)
            return REFERENCE + names.get(model, model)
        if isinstance(value, dict):
            return {key: rename(item) for key, item in value.items()}
        return [rename(item) for item in value] if isinstance(value, list) else value

    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if WIDGET_VIEW in output.get("data", {}):
                view = output.data[WIDGET_VIEW]
                view["model_id"] = names[view["model_id"]]
    named = {names[model]: rename(entry) for model, entry in state.items() if model in names}
    notebook.metadata["widgets"] = {
        WIDGET_STATE: {"state": named, "version_major": 2, "version_minor": 0}
    }


def _reach(model: str, state: dict[str, Any], reached: list[str]) -> None:
    """Append the model and everything that it refers to, in order."""
    models = [model]
    for model in models:  # the list grows during the loop
        if model in state and model not in reached:
            reached.append(model)
            models.extend(_references(state[model]["state"]))


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, str) and value.startswith(REFERENCE):
        yield value.removeprefix(REFERENCE)
    elif isinstance(value, dict):
        for _, item in sorted(value.items()):
            yield from _references(item)
    elif isinstance(value, list):
        for item in value:
            yield from _references(item)
