"""Which operation is which method, operator and function: what `names.txt` lists is attached."""

import os  # not pathlib, which takes a tenth of the import
from importlib import import_module

from ..autograd import gradients
from ..engine.dtypes import bool_, float32, float64, int32, int64
from ..engine.grad_fn import GradFn
from ..engine.memory import versions
from ..engine.memory.inplace import inplace, inplace_view
from ..engine.modes import no_grad
from ..engine.tensor import Tensor
from ..messages import unsupported
from ..ops import axes
from ..ops.comparison import answered
from ..values import conversion
from .arguments import function, method

with open(os.path.join(os.path.dirname(__file__), "names.txt"), encoding="utf-8") as _file:
    _LINES = [line.split() for line in _file if line.strip() and line[0] != "#"]


def named(form: str) -> dict:
    """The operations that `names.txt` lists under a form, or forms that begin so, by name."""
    operations = {}
    for _, place, *entries in (line for line in _LINES if line[0].startswith(form)):
        module = import_module(f"minigrad.{place}")
        for name, _, other in (entry.partition("=") for entry in entries):
            operations[name] = getattr(module, other or name)
    return operations


def _checked() -> dict:
    """The operations that check their arguments although others call them, put in their place."""
    operations = {}
    for _, place, *entries in (line for line in _LINES if line[0] == "checked"):
        module = import_module(f"minigrad.{place}")
        for name, _, own in (entry.partition("=") for entry in entries):
            operations[name] = function(name, getattr(module, own))
            setattr(module, own, operations[name])
    return operations


CHECKED = _checked()
# Each of these is a method of a tensor and a function of the package.
FUNCTIONS = {"detach": Tensor.detach} | named("both")
_OPERATORS = named("operator")
# The memory that others may share with what is written, and what an expanded tensor brings.
_SHARES = dict.fromkeys(("addmm", "masked_fill", "neg", "uniform"), "all")
_SHARES |= dict.fromkeys(("cumprod", "cumsum", "scatter", "scatter_add"), "nothing")
_WARNS = {"masked_fill": ("masked_fill_",), "tril": (), "triu": (), "zero": ()}
_DTYPES = {"bool": bool_, "int": int32, "long": int64, "float": float32, "double": float64}
_PROPERTIES = {
    "T": axes.reversed_dims,
    "_base": lambda self: None if self._view is None else self._view.base,
    "_version": versions.count,
    "device": conversion.device,
    "dtype": conversion.dtype,
    "is_cuda": lambda self: False,
    "itemsize": lambda self: self._dtype.itemsize,
    "mT": axes.matrix_transpose,
    "name": lambda self: None,
    "nbytes": lambda self: self._value.nbytes,
    "ndim": conversion.dim,
    "shape": conversion.shape,
}
# For each class the place where PyTorch shows it to be.
SHOWN = {name: line[1] for line in _LINES if line[0] == "shown" for name in line[2:]}
# PyTorch's second names of the same thing.
ALIASES = dict(entry.split("=") for line in _LINES if line[0] == "second" for entry in line[1:])
_IN_PLACE = {  # what is made of an operation, by its form
    "in-": lambda n, f: inplace(f, _WARNS.get(n), _SHARES.get(n, "itself")),
    "answering": lambda n, f: inplace(answered(n.title(), f)),
    "turning": lambda n, f: inplace_view(f),
    "unrecorded": lambda n, f: no_grad(inplace(f)),
}


def reflected(operation):
    """The operator for a number on the left: `2 // x` is operation(2, x)."""
    return lambda self, other: operation(other, self)


def attach() -> None:
    """Give the class Tensor its operators and methods."""
    for name, operation in _OPERATORS.items():
        setattr(Tensor, f"__{name}__", operation)
    for name in ("floordiv", "mod", "pow"):
        setattr(Tensor, f"__r{name}__", reflected(_OPERATORS[name]))
    methods = FUNCTIONS | named("method")
    methods |= {name: conversion.converter(dtype) for name, dtype in _DTYPES.items()}
    for form, made in _IN_PLACE.items():
        for name, operation in named(form).items():
            methods[f"{name}_"] = made(name, operation)
    for name, operation in methods.items():
        setattr(Tensor, name, method(name, operation))
    for name, operation in named("assigning").items():
        setattr(Tensor, f"__i{name}__", inplace(operation))
    for alias, name in ALIASES.items():
        setattr(Tensor, alias, getattr(Tensor, name))
    Tensor.__array_priority__ = 1000  # type: ignore[attr-defined]  # NumPy's operators give way
    Tensor.backward = gradients.tensor_backward  # type: ignore[attr-defined]
    for name, get in _PROPERTIES.items():
        setattr(Tensor, name, property(get))
    for name, operation in named("node").items():
        setattr(GradFn, name, operation)
    for name in unsupported.of_tensors():
        setattr(Tensor, name, unsupported.Unsupported(name))


attach()
