"""The package reference: one page a subject, one section a module, one line an operation."""

import ast
import functools
import importlib
import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import minigrad
from minigrad import Tensor
from minigrad.face import methods

from .docstrings import escaped


@dataclass(frozen=True)
class Part:
    """What a namespace offers of these modules, in this order."""

    namespace: str
    modules: str


PAGES = {
    "Tensors": [
        Part("minigrad.Tensor", "engine.tensor autograd.gradients"),
        Part(
            "minigrad",
            "values.creation values.draws values.random engine.dtypes ops.dims values.device",
        ),
        Part("minigrad.Tensor", "values.conversion ops.shape ops.axes ops.indexing ops.kinks"),
        Part("minigrad", "values.serialization values.printing"),
    ],
    "Operations": [
        Part(
            "minigrad",
            "ops.arithmetic ops.powers ops.trigonometric ops.kinks ops.activations ops.softmax "
            "ops.linalg ops.einsum ops.reductions ops.extremes ops.norms",
        ),
        Part("minigrad.linalg", "ops.norms"),
        Part(
            "minigrad",
            "ops.shape ops.axes ops.joining ops.indexing ops.gathering ops.comparison",
        ),
    ],
    "Gradients": [
        Part("minigrad.autograd", "autograd.gradients"),
        Part("minigrad.autograd.functional", "autograd.functional"),
        Part("minigrad", "engine.modes engine.sharing.inference"),
        Part("minigrad.Tensor", "engine.sharing.inference"),
        Part("minigrad.autograd", "autograd.function autograd.gradcheck autograd.anomaly_mode"),
    ],
    "Networks": [
        Part("minigrad.nn", "nn.module values.parameter nn.containers nn.layers"),
        Part("minigrad.nn", "nn.from_functions"),
        Part("minigrad.nn.init", "nn.init"),
        Part("minigrad.nn.utils", "nn.utils"),
    ],
    "Functions for networks": [
        Part("minigrad.nn.functional", "nn.linear nn.layer_functions nn.functional"),
        Part("minigrad.nn.functional", "ops.activations nn.distances nn.entropies"),
    ],
    "Training": [
        Part("minigrad.optim", "optim.sgd optim.adam optim.rmsprop optim.optimizer"),
        Part("minigrad.optim.lr_scheduler", "optim.lr_scheduler"),
        Part("minigrad.utils.data", "utils.data"),
    ],
    "Figures": [Part("minigrad.draw", "draw.graph draw.plots draw.svg")],
}
# Where a module's name says less than it might.
TITLES = {
    "autograd.gradients": "Backward passes",
    "autograd.functional": "Derivatives of functions",
    "autograd.function": "Own operations",
    "autograd.gradcheck": "Gradients checked",
    "ops.dims": "Sizes",
    "values.draws": "Random tensors",
    "draw.svg": "Drawings",
    "nn.from_functions": "Activations, losses and others",
    "nn.functional": "Activations",
    "nn.init": "First values",
    "nn.utils": "Gradients of a model",
    "ops.activations": "More activations",
    "ops.kinks": "Pieces",
    "ops.linalg": "Matrix products",
    "ops.softmax": "Softmax",
    "values.random": "Random numbers",
    "engine.tensor": "Tensor",
    "utils.data": "Data",
}
# A module told in two places.
OWN = {"minigrad.Tensor": "methods", "minigrad.linalg": "linalg"}


def _place(namespace: str) -> Any:
    try:
        return importlib.import_module(namespace)
    except ModuleNotFoundError:
        return getattr(minigrad, namespace.rpartition(".")[2])


@functools.cache
def _classes(module: str) -> set[str]:
    """The names of the classes that the source of a module defines."""
    source = inspect.getsource(importlib.import_module(f"minigrad.{module}"))
    return {node.name for node in ast.parse(source).body if isinstance(node, ast.ClassDef)}


def offered(namespace: str, module: str) -> Iterator[tuple[str, Any]]:
    """The public names that a module defines, by name and value, each thing under one name."""
    place = _place(namespace)
    for name in vars(place):
        value = inspect.getattr_static(place, name)
        value = getattr(value, "__func__", value)
        function = value.fget if isinstance(value, property) else value
        is_ours = inspect.isroutine(function) or inspect.isclass(value)
        if name.startswith("_") or name in methods.ALIASES or not is_ours:
            continue
        is_here = function.__module__ == f"minigrad.{module}"
        if inspect.isclass(value):  # which says where PyTorch has it
            is_here = value.__name__ in _classes(module)
        if not is_here or not inspect.getdoc(value):
            continue
        if not _told_elsewhere(place, name, value, module):
            yield name, value


def _told_elsewhere(place: Any, name: str, value: Any, module: str) -> bool:
    """Methods that are operations are told as such; functions that are methods as methods."""
    if place is not Tensor:
        return any(value is method for method in vars(Tensor).values())
    return module.startswith("ops.") and hasattr(minigrad, name.removesuffix("_"))


def _entry(namespace: str, name: str, value: Any) -> list[str]:
    if inspect.isclass(value):
        members = [] if value is Tensor else ["   :members:"]
        return [f".. autoclass:: {namespace}.{name}", *members, ""]
    kind = "function"
    if _place(namespace) is Tensor:
        kind = "property" if isinstance(value, property) else "method"
    return [f".. auto{kind}:: {namespace}.{name}", ""]


def _heading(title: str, line: str) -> list[str]:
    return [title, line * len(title), ""]


def section(namespace: str, module: str) -> list[str]:
    members = sorted(offered(namespace, module), key=lambda pair: pair[0].lower())
    if not members:
        raise ValueError(f"{namespace} offers nothing of minigrad.{module}")
    own = "" if module == "engine.tensor" else OWN.get(namespace, "")
    title = TITLES.get(module, module.rpartition(".")[2].replace("_", " ").capitalize())
    lead = (importlib.import_module(f"minigrad.{module}").__doc__ or "").splitlines()[0]
    lines = _heading(f"{title}: {own}" if own else title, "-")
    lines += [escaped(lead), ""]
    if module == "engine.tensor":
        lines += _entry("minigrad", "Tensor", Tensor)
    entries = [line for name, value in members for line in _entry(namespace, name, value)]
    if all(_is_a_line(value) for _, value in members):
        lines += [".. container:: one-line-each", "", *(f"   {line}" for line in entries), ""]
        return lines
    return lines + entries


def _is_a_line(value: Any) -> bool:
    parts = vars(value).items() if inspect.isclass(value) else ()
    explained = any(
        inspect.isroutine(part) and part.__doc__ for name, part in parts if name[0] != "_"
    )
    return not explained and "\n" not in (inspect.getdoc(value) or "")


def _page(title: str, parts: list[Part]) -> str:
    lines = _heading(title, "=")
    if title == "Operations":
        lines += _about_operations()
    for part in parts:
        for module in part.modules.split():
            lines += section(part.namespace, module)
    return "\n".join(lines)


def _about_operations() -> list[str]:
    second = ", ".join(f"``{alias}`` is ``{name}``" for alias, name in methods.ALIASES.items())
    in_place = " ".join(
        f"``{name}``"
        for name in sorted(vars(Tensor))
        if name.endswith("_") and name.removesuffix("_") in methods.FUNCTIONS
    )
    return [
        "Each of these is a function and, unless it takes several tensors, a method. ``x`` is",
        "PyTorch's ``input``, ``y`` its ``other``. Beside the value stands the derivative, where",
        "it is short.",
        "",
        f"Second names: {second}.",
        "",
        f"In place, as methods: {in_place}.",
        "",
    ]


def write_reference(source: Path) -> None:
    folder = source / "reference"
    folder.mkdir()
    index = [
        *_heading("Reference", "="),
        "What the package offers, from its docstrings. Every name, signature and error message",
        "is PyTorch's; ``import minigrad as mg`` in place of ``import torch``.",
        "",
        ".. toctree::",
        "   :maxdepth: 2",
        "",
    ]
    for title, parts in PAGES.items():
        name = title.lower().replace(" ", "-")
        (folder / f"{name}.rst").write_text(_page(title, parts), encoding="utf-8")
        index.append(f"   {name}")
    (folder / "index.rst").write_text("\n".join(index) + "\n", encoding="utf-8")
