"""Explorers on a page: a placeholder for each one, a data file next to the page, and a still.

JupyterLab's widget manager weighs 3.6 MB. `static/explorers.js` contains the small part of the
manager that an explorer needs. The figure's own front end runs unchanged, and the browser provides
the sliders. An explorer's data is loaded when the reader scrolls near it, as a script,
because scripts also load from disk.
"""

import json
import re
from base64 import b64encode
from collections.abc import Iterator
from gzip import compress
from html import escape
from pathlib import Path
from typing import Any

from nbformat import NotebookNode
from nbformat.v4 import new_output

from minigrad.draw.in_page import themed
from minigrad.draw.palette import STYLE
from minigrad.explore.content import source
from minigrad.teaching.live import VIEW, figure_of, widgets

from .running.kernel.bundle import SHOWN, front_name

SVG = "image/svg+xml"
COMMENTS = re.compile(r"^\s*(?://.*\n)?", re.MULTILINE)  # on their own lines, and indentation
FOLDER = "explorers"  # a folder below `_static`
# Keys that ipywidgets and anywidget store for a figure, and that no page needs.
THEIRS = re.compile(r"_(?:esm|css|anywidget_id|dom_classes|(?:model|view)_.*)|layout|tab.*|tooltip")


def put_places(notebook: NotebookNode, stem: str, static: Path) -> None:
    """Replace live explorers with placeholders, and write their data below `static`.

    The code of their cells is folded to one line, so that a figure follows its question.
    """
    found = list(explorers(notebook))
    notebook.metadata.pop("widgets", None)
    for cell, i, figure in found:
        name, data = f"{stem}-{cell.id}", cell.outputs[i].data
        write(name, figure, data, static / FOLDER)
        cell.outputs[i] = new_output("display_data", {"text/html": place(name, data, cell.id)})
        cell.metadata["tags"] = [*cell.metadata.get("tags", []), "hide-input"]
        prompts = {"code_prompt_show": "Code", "code_prompt_hide": "Code"}
        cell.metadata.setdefault("mystnb", {}).update(prompts)


def explorers(notebook: NotebookNode) -> Iterator[tuple[NotebookNode, int, dict[str, Any]]]:
    """Yield each live explorer: its cell, the number of its output, and its figure."""
    models = widgets(notebook)
    for cell in notebook.cells:
        for i, output in enumerate(cell.get("outputs", [])):
            if view := output.get("data", {}).get(VIEW):
                yield cell, i, figure_of(models, view["model_id"])


def place(name: str, data: dict[str, str], state: str = "") -> str:
    """Return the placeholder where an explorer opens. Without scripts, it's an image with alt text.

    `state` is the name under which the page's address stores the explorer's state.
    """
    alternative = escape(" ".join(data["text/plain"].split()), quote=True)
    image = f'<img class="still" src="_static/{FOLDER}/{name}.svg" alt="{alternative}">'
    kept = f' data-state="{escape(state)}" id="{anchor(state)}"' if state else ""
    return (
        f'<div class="mg-explorer" data-explorer="{name}"{kept}><noscript>{image}</noscript></div>'
    )


def anchor(state: str) -> str:
    return f"explorer-{escape(state)}"


def links_to_all(notebook: NotebookNode) -> str:
    """Return links for the top of a page, because in most chapters the explorers come late."""
    links = [
        f'<a href="#{anchor(cell.id)}">{escape(figure["title"])}</a>'
        for cell, _, figure in explorers(notebook)
    ]
    return f'<p class="doors">See it move: {" ".join(links)}</p>' if links else ""


def write(name: str, figure: dict[str, Any], data: dict[str, str], folder: Path) -> None:
    """Write an explorer's data, front end, and still."""
    folder.mkdir(parents=True, exist_ok=True)
    program = re.sub(COMMENTS, "", re.sub(SHOWN, r"return \1;", figure["_esm"]))
    front = front_name(figure["_esm"])  # as the page's kernel names it
    state = {key: value for key, value in figure.items() if not THEIRS.fullmatch(key)}
    for file, content in (
        (front, f"(() => {{\n{program}\n}})()"),
        (name, _packed(state | {"front": front})),
    ):
        text = f'(window.mgGiven ??= {{}})["{file}"] = {content};\n'
        (folder / f"{file}.js").write_text(text, encoding="utf-8")
    (folder / f"{name}.svg").write_text(still(data[SVG]), encoding="utf-8")


def still(svg: str) -> str:
    """Return a still as a standalone SVG that adapts to the reader's color scheme."""
    return themed(svg).replace(">", f"><style>{STYLE}</style>", 1)


def write_style(static: Path) -> None:
    (static / "explorers.css").write_text(source("figure.css"), encoding="utf-8")


def _packed(state: dict[str, Any]) -> str:
    """Return the data as a JavaScript string, compressed in the way that `explorers.js` expects."""
    text = json.dumps(state, ensure_ascii=False, separators=(",", ":"))
    return f'"{b64encode(compress(text.encode(), mtime=0)).decode()}"'
