"""The reference, with one page per subject, one section per module, and one line per operation."""

import importlib
import inspect
from pathlib import Path
from typing import Any

from minigrad import Tensor
from minigrad.api import entry

from .contents import PAGES, VALUES, Part, members, names_of, place
from .docstrings import explained, link
from .markup import escaped, indented

# Better titles for modules whose names aren't clear enough.
TITLES = {
    "autograd.gradients": "Backward passes",
    "autograd.functional": "Derivatives of functions",
    "autograd.function": "Own operations",
    "autograd.gradcheck": "Gradients checked",
    "ops.dims": "Sizes",
    "values.draws": "Random tensors",
    "draw.svg": "Drawings",
    "nn.activation": "Activations",
    "nn.batch_norm": "Batch normalization",
    "nn.loss": "Losses",
    "nn.functional": "Activations as functions",
    "nn.init": "First values",
    "nn.utils": "Gradients of a model",
    "optim.lr_scheduler": "Learning rate schedules",
    "optim.rmsprop": "RMSprop",
    "optim.sgd": "SGD",
    "ops.activations": "More activations",
    "ops.piecewise": "Pieces",
    "ops.linalg": "Matrix products",
    "ops.softmax": "Softmax",
    "values.random": "Random numbers",
    "engine.tensor": "Tensor",
    "utils.data": "Data",
}
# Subtitles for modules that are documented in two places.
OWN = {
    "minigrad.Tensor": "methods",
    "minigrad.autograd.function": "their context",
    "minigrad.linalg": "linalg",
}


def _entry(namespace: str, name: str, value: Any) -> list[str]:
    if inspect.isclass(value):
        shown = ", ".join(name for name, _ in members(value))
        return [f".. autoclass:: {namespace}.{name}", *[f"   :members: {shown}"] * bool(shown), ""]
    kind = "function"
    if place(namespace) is Tensor:
        kind = "property" if isinstance(value, property) else "method"
    return [f".. auto{kind}:: {namespace}.{name}", ""]


def _heading(title: str, line: str) -> list[str]:
    return [title, line * len(title), ""]


def section(part: Part, module: str) -> list[str]:
    """Return a section of the reference: the longer docstrings, and then those of one line."""
    names = names_of(part, module)
    if not names:
        raise ValueError(f"{part.namespace} offers nothing of minigrad.{module}")
    own = "" if module == "engine.tensor" else OWN.get(part.namespace, "")
    title = TITLES.get(module, module.rpartition(".")[2].replace("_", " ").capitalize())
    lead = (importlib.import_module(f"minigrad.{module}").__doc__ or "").splitlines()[0]
    lines = _heading(f"{title}: {own}" if own else title, "-")
    lines += [escaped(lead), ""]
    if module == "engine.tensor":
        lines += _entry("minigrad", "Tensor", Tensor)
    short: list[str] = []
    for name, value in names:
        is_short = not members(value) and "\n" not in (inspect.getdoc(value) or "")
        (short if is_short else lines).extend(_entry(part.namespace, name, value))
    for name, meaning in VALUES.get(module, {}).items():
        full = f"minigrad.{name}"
        body = ["", *indented(explained(full, [meaning])), ""]
        short += [f".. py:data:: {full}", *body]
    if short:
        lines += [".. container:: one-line-each", "", *indented(short), ""]
    return lines


def _page(title: str, parts: list[Part]) -> str:
    lines = _heading(title, "=")
    if title == "Operations":
        lines += _about_operations()
    for part in parts:
        for module in part.modules.split():
            lines += section(part, module)
    return "\n".join(lines)


def _about_operations() -> list[str]:
    second = ", ".join(f"``{alias}`` is ``{name}``" for alias, name in entry.SECOND.items())
    in_place = " ".join(
        f"``{name}``"
        for name in sorted(entry.METHODS)
        if name.endswith("_") and name.removesuffix("_") in entry.FUNCTIONS
    )
    return [
        "Each of these is a function and, unless it takes a list of tensors, a method. ``x`` is",
        "PyTorch's ``input``, and ``y`` is its ``other``. If the derivative is short, it's next to",
        "the value.",
        "",
        f"Alternative names: {second}.",
        "",
        f"In place, as methods: {in_place}.",
        "",
    ]


def with_examples() -> list[str]:
    """Return links to the names whose docstrings have an example, by page."""
    lines = []
    for title, parts in PAGES.items():
        names = [
            f"{part.namespace}.{name}"
            for part in parts
            for module in part.modules.split()
            for name, value in names_of(part, module)
            if ">>>" in (inspect.getdoc(value) or "")
        ]
        if names:
            lines += [f"**{title}**: {', '.join(map(link, names))}", ""]
    return lines


def write_reference(source: Path) -> None:
    folder = source / "reference"
    folder.mkdir()
    index = [
        *_heading("Reference", "="),
        "Here's everything that the package offers, as its docstrings describe it. Names,",
        "signatures, and error messages are PyTorch's, so you can write",
        "``import minigrad as mg`` instead of ``import torch``.",
        "",
        ".. toctree::",
        "   :maxdepth: 2",
        "",
    ]
    for title, parts in PAGES.items():
        name = title.lower().replace(" ", "-")
        (folder / f"{name}.rst").write_text(_page(title, parts), encoding="utf-8")
        index.append(f"   {name}")
    index += ["", *_heading("Names with an example", "-"), *with_examples()]
    (folder / "index.rst").write_text("\n".join(index) + "\n", encoding="utf-8")
