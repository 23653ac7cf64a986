"""Which operation is which method, operator and function.

The tables name operations by the file that defines them; `name=other` gives one of them another
name.
"""

from importlib import import_module
from typing import Any

from . import absent, autograd, conversion
from .arguments import method
from .device import CPU
from .dims import Size
from .dtypes import bool_, float32, float64, int32, int64
from .inplace import inplace
from .modes import no_grad
from .ops import axes, comparison
from .tensor import Tensor


def named(table: dict) -> dict[str, Any]:
    """The operations that a table names."""
    found = {}
    for place, names in table.items():
        for name, _, other in (entry.partition("=") for entry in names.split()):
            found[name] = getattr(import_module(f".{place}", __package__), other or name)
    return found


# Each of these is a method of a tensor and a function of the package.
FUNCTIONS = {"detach": Tensor.detach} | named(
    {
        "conversion": "is_floating_point numel",
        "draws": "bernoulli",
        "inference": "is_inference",
        "ops.activations": "erf sigmoid",
        "ops.arithmetic": (
            "add=added div=divided floor_divide mul neg reciprocal remainder sub=subtracted"
        ),
        "ops.axes": "diagonal movedim permute squeeze t transpose unsqueeze",
        "ops.comparison": (
            "allclose eq equal ge gt isclose isfinite isinf isnan le logical_and logical_not "
            "logical_or logical_xor lt ne"
        ),
        "ops.cumulative": "cumprod cumsum",
        "ops.extremes": "amax amin argmax argmin argsort max min sort topk",
        "ops.gathering": (
            "gather index_select masked_fill masked_select nonzero scatter scatter_add "
            "take_along_dim"
        ),
        "ops.joining": "chunk split unbind",
        "ops.kinks": "abs ceil clamp floor maximum minimum relu round sign trunc",
        "ops.linalg": "addmm bmm dot matmul mm mv outer trace",
        "ops.norms": "norm",
        "ops.powers": "exp expm1 log log10 log1p log2 pow rsqrt sqrt square",
        "ops.rearranging": "diag flip roll tril triu",
        "ops.reductions": "all any count_nonzero mean prod std sum var",
        "ops.shape": "broadcast_to clone flatten reshape",
        "ops.softmax": "log_softmax logsumexp softmax",
        "ops.trigonometric": "atan cos cosh sin sinh tan tanh",
    }
)
_METHODS = named(
    {
        "conversion": (
            "cpu cuda dim element_size item numpy size stride to tolist type=type_ type_as"
        ),
        "creation": "new_full new_ones new_tensor new_zeros",
        "ops.indexing": "copy_ index_put_",
        "ops.kinks": "where=where_else",
        "ops.shape": (
            "contiguous expand expand_as is_contiguous repeat reshape_as view=view_as_shape view_as"
        ),
    }
)
_OPERATORS = named(
    {
        "ops.arithmetic": (
            "add floordiv=floor_divide mod=remainder mul neg pos radd=add rmul=mul rsub "
            "rtruediv=rdiv sub truediv=div"
        ),
        "ops.comparison": (
            "and=bitwise_and eq ge gt invert=bitwise_not le lt ne or=bitwise_or rand=bitwise_and "
            "ror=bitwise_or rxor=bitwise_xor xor=bitwise_xor"
        ),
        "ops.indexing": "getitem setitem",
        "ops.kinks": "abs",
        "ops.linalg": "matmul",
        "ops.powers": "pow",
    }
)
_CONVERSIONS = "array bool contains float format index int iter len repr"
# In-place forms: of functions, of operators, and those that are defined for this alone.
_IN_PLACE = (
    "abs add atan ceil cos cosh div erf exp expm1 floor log log10 log1p log2 "
    "masked_fill mul neg pow reciprocal relu round rsqrt scatter scatter_add sigmoid "
    "sign sin sinh sqrt square sub tan tanh tril triu trunc"
)
_IN_PLACE_OPERATORS = "add and mul or pow sub truediv xor"
_IN_PLACE_ALONE = named(
    {
        "draws": (
            "bernoulli=bernoulli_drawn normal=normal_drawn random=integers_drawn "
            "uniform=uniform_drawn"
        ),
        "ops.arithmetic": "floor_divide=floor_divided remainder=remaindered",
        "ops.cumulative": "cumprod=cumprod_same cumsum=cumsum_same",
        "ops.kinks": "clamp=clamped fill=filled zero=zeroed",
        "ops.linalg": "addmm=addmm_fits",
    }
)
# The memory that others may share with what is written, and what an expanded tensor brings.
_SHARES = {"addmm": "all", "fill": "all", "masked_fill": "all"}
_SHARES |= dict.fromkeys(("cumprod", "cumsum", "scatter", "scatter_add"), "nothing")
_WARNS = {"masked_fill": ("masked_fill_",), "tril": (), "triu": (), "zero": ()}
_DTYPES = {"bool": bool_, "int": int32, "long": int64, "float": float32, "double": float64}
_PROPERTIES = {
    "T": axes.reversed_dims,
    "_base": lambda self: None if self._view is None else self._view.base,
    "device": lambda self: CPU,
    "dtype": lambda self: self._dtype,
    "is_cuda": lambda self: False,
    "itemsize": lambda self: self._dtype.itemsize,
    "mT": axes.matrix_transpose,
    "nbytes": lambda self: self._value.nbytes,
    "ndim": conversion.dim,
    "shape": lambda self: Size(self._value.shape),
}
# PyTorch's second names of the same thing.
_SECOND_NAMES = (
    "absolute=abs clip=clamp divide=div greater=gt greater_equal=ge less=lt less_equal=le "
    "multiply=mul negative=neg not_equal=ne subtract=sub swapaxes=transpose true_divide=div"
)
ALIASES = dict(entry.split("=") for entry in _SECOND_NAMES.split())


def reflected(operation):
    """The operator for a number on the left: `2 // x` is operation(2, x)."""

    def operator(self, other):
        return operation(other, self)

    return operator


def attach() -> None:
    """Give the class Tensor its operators and methods."""
    for name, operation in _OPERATORS.items():
        setattr(Tensor, f"__{name}__", operation)
    for name in ("floordiv", "mod", "pow"):
        setattr(Tensor, f"__r{name}__", reflected(_OPERATORS[name]))
    methods = FUNCTIONS | _METHODS
    methods |= {name: conversion.converter(dtype) for name, dtype in _DTYPES.items()}
    in_place = {name: FUNCTIONS[name] for name in _IN_PLACE.split()} | _IN_PLACE_ALONE
    for name, operation in in_place.items():
        shares = _SHARES.get(name, "itself")
        methods[f"{name}_"] = inplace(operation, _WARNS.get(name), shares)
    for name in ("logical_and", "logical_not", "logical_or", "logical_xor"):  # not recorded
        methods[f"{name}_"] = no_grad(inplace(FUNCTIONS[name]))
    methods["t_"] = axes.turned(axes.t_)
    for name in ("squeeze", "transpose", "unsqueeze"):
        methods[f"{name}_"] = axes.turned(FUNCTIONS[name])
    for name in ("eq", "ge", "gt", "le", "lt", "ne"):
        methods[f"{name}_"] = inplace(comparison.answered(name.title(), FUNCTIONS[name]))
    for name, operation in methods.items():
        setattr(Tensor, name, method(name, operation))
    changing = {name: _OPERATORS[name] for name in _IN_PLACE_OPERATORS.split()}
    changing |= {"floordiv": in_place["floor_divide"], "mod": in_place["remainder"]}
    for name, operation in changing.items():
        setattr(Tensor, f"__i{name}__", inplace(operation))
    for alias, name in ALIASES.items():
        setattr(Tensor, alias, getattr(Tensor, name))
    for name in _CONVERSIONS.split():
        setattr(Tensor, f"__{name}__", getattr(conversion, f"__{name}__"))
    Tensor.backward = autograd.tensor_backward  # type: ignore[attr-defined]
    for name, get in _PROPERTIES.items():
        setattr(Tensor, name, property(get))
    absent.mark(Tensor)


attach()
