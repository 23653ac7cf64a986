"""The contents of the reference: public names, grouped by the modules that define them."""

import ast
import functools
import importlib
import inspect
import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import minigrad
from minigrad import Tensor
from minigrad.api import entry
from minigrad.engine.methods import TensorMethods


@dataclass(frozen=True)
class Part:
    """A section of the reference: a namespace's names that are defined in the listed modules."""

    namespace: str
    modules: str
    only: str = ""  # the only names to list, if the others are documented elsewhere


PAGES = {
    "Tensors": [
        Part("minigrad.Tensor", "engine.tensor autograd.gradients"),
        Part(
            "minigrad",
            "values.creation values.draws values.random engine.dtypes ops.dims engine.device",
        ),
        Part("minigrad.Tensor", "values.conversion ops.shape ops.axes ops.indexing ops.piecewise"),
        Part("minigrad", "values.serialization values.printing"),
    ],
    "Operations": [
        Part(
            "minigrad",
            "ops.arithmetic ops.powers ops.trigonometric ops.piecewise ops.activations ops.softmax "
            "ops.linalg ops.einsum ops.sums ops.reductions ops.extremes ops.norms",
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
        Part("minigrad", "engine.modes engine.memory.inference"),
        Part("minigrad.autograd", "autograd.function"),
        Part("minigrad.autograd.function", "autograd.function", "FunctionCtx"),
        Part("minigrad.autograd", "autograd.gradcheck autograd.anomaly_mode"),
    ],
    "Networks": [
        Part("minigrad.nn", "nn.module values.parameter nn.containers nn.layers nn.batch_norm"),
        Part("minigrad.nn", "nn.convolution nn.pooling nn.recurrent nn.lazy"),
        Part("minigrad.nn", "nn.activation nn.loss"),
        Part("minigrad.nn.init", "nn.init"),
        Part("minigrad.nn.utils", "nn.utils"),
    ],
    "Functions for networks": [
        Part("minigrad.nn.functional", "nn.linear nn.layer_functions nn.batch_norm nn.functional"),
        Part("minigrad.nn.functional", "ops.activations nn.distances nn.entropies"),
    ],
    "Training": [
        Part(
            "minigrad.optim",
            "optim.sgd optim.adam optim.rmsprop optim.adagrad optim.lbfgs optim.optimizer",
        ),
        Part("minigrad.optim.lr_scheduler", "optim.lr_scheduler"),
        Part("minigrad.utils.data", "utils.data"),
    ],
    "Figures": [Part("minigrad.draw", "draw.graph draw.plots draw.svg")],
}
# Class members that matter only to readers of the source.
INNER = {"backends", "counted", "fractions", "long_words", "update", "words"}
# Values, which have no docstring of their own.
VALUES = {
    "engine.dtypes": {
        "float32": "32-bit floating-point numbers, with about 7 digits; PyTorch's default.",
        "float64": "64-bit floating-point numbers, with about 16 digits; use them for gradcheck.",
        "int64": "64-bit integers, which PyTorch uses for indices and class labels.",
        "int32": "32-bit integers.",
        "bool": "True and False, the results of comparisons.",
    }
}


def place(namespace: str) -> Any:
    try:
        return importlib.import_module(namespace)
    except ModuleNotFoundError:
        return getattr(minigrad, namespace.rpartition(".")[2])


def _attributes(where: Any) -> dict[str, Any]:
    """Return the attributes of a module or class. For `Tensor`, include the operations' methods."""
    return {**vars(TensorMethods), **vars(where)} if where is Tensor else vars(where)


@functools.cache
def _classes(module: str) -> set[str]:
    """Return the names of the classes defined in a module's source."""
    source = inspect.getsource(importlib.import_module(f"minigrad.{module}"))
    return {node.name for node in ast.parse(source).body if isinstance(node, ast.ClassDef)}


def offered(namespace: str, module: str) -> Iterator[tuple[str, Any]]:
    """Return the public names of a module and their values, listing each object only once."""
    where = place(namespace)
    for name in _attributes(where):
        value = inspect.getattr_static(where, name)
        value = getattr(value, "__func__", value)
        function = value.fget if isinstance(value, property) else value
        is_ours = inspect.isroutine(function) or inspect.isclass(value)
        if name.startswith("_") or name in {*entry.SECOND, *INNER} or not is_ours:
            continue
        is_here = function.__module__ == f"minigrad.{module}"
        if inspect.isclass(value):  # its `__module__` is PyTorch's
            is_here = value.__name__ in _classes(module)
        if not is_here or not inspect.getdoc(value):
            continue
        if not _documented_elsewhere(where, name, value, module):
            yield name, value


def names_of(part: Part, module: str) -> list[tuple[str, Any]]:
    """Return a section's names and their values, in alphabetical order."""
    only = part.only.split()
    pairs = [(n, v) for n, v in offered(part.namespace, module) if not only or n in only]
    return sorted(pairs, key=lambda pair: pair[0].lower())


@functools.cache
def reference_names() -> dict[str, Any]:
    """Return every object in the reference, keyed by full name, including members of classes."""
    names: dict[str, Any] = {"minigrad.Tensor": Tensor}
    for part in itertools.chain(*PAGES.values()):
        for module in part.modules.split():
            for name, value in names_of(part, module):
                full = f"{part.namespace}.{name}"
                names[full] = value
                names |= {f"{full}.{n}": v for n, v in members(value)}
            for name in VALUES.get(module, ()):
                names[f"minigrad.{name}"] = getattr(minigrad, name)
    return names


def members(value: Any) -> list[tuple[str, Any]]:
    """Return a class's documented public members, or the members in one of Tensor's sections."""
    if not inspect.isclass(value) or value is Tensor:
        return []
    public = {name: part for name, part in vars(value).items() if name[0] != "_"}
    return [
        (name, part)
        for name, part in public.items()
        if name not in INNER and _is_code(part) and inspect.getdoc(part)
    ]


def _is_code(part: Any) -> bool:
    return isinstance(part, classmethod | staticmethod | property) or inspect.isfunction(part)


def _documented_elsewhere(where: Any, name: str, value: Any, module: str) -> bool:
    """Return whether the documentation of an operation or function already covers this method."""
    if where is not Tensor:
        is_function = any(value is function for function in entry.FUNCTIONS.values())
        return not is_function and any(value is method for method in _attributes(Tensor).values())
    return module.startswith("ops.") and hasattr(minigrad, name.removesuffix("_"))
