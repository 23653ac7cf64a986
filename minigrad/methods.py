"""Which operation is which method, operator and function."""

from typing import Any

from . import absent, autograd, conversion, draws
from .arguments import method
from .device import CPU
from .dims import Size
from .dtypes import bool_, float32, float64, int32, int64
from .inplace import inplace
from .modes import no_grad
from .ops import (
    activations,
    arithmetic,
    axes,
    comparison,
    cumulative,
    extremes,
    gathering,
    indexing,
    joining,
    kinks,
    linalg,
    norms,
    powers,
    rearranging,
    reductions,
    shape,
    softmax,
    trigonometric,
)
from .tensor import Tensor


def reflected(operation):
    """The operator for a number on the left: `2 // x` is operation(2, x)."""

    def operator(self, other):
        return operation(other, self)

    return operator


_OPERATORS = {
    "__abs__": kinks.abs,
    "__add__": arithmetic.add,
    "__and__": comparison.bitwise_and,
    "__eq__": comparison.eq,
    "__floordiv__": arithmetic.floor_divide,
    "__ifloordiv__": inplace(arithmetic.floor_divided),
    "__ge__": comparison.ge,
    "__getitem__": indexing.getitem,
    "__gt__": comparison.gt,
    "__invert__": comparison.bitwise_not,
    "__le__": comparison.le,
    "__lt__": comparison.lt,
    "__matmul__": linalg.matmul,
    "__mod__": arithmetic.remainder,
    "__mul__": arithmetic.mul,
    "__ne__": comparison.ne,
    "__neg__": arithmetic.neg,
    "__or__": comparison.bitwise_or,
    "__pos__": arithmetic.pos,
    "__pow__": powers.pow,
    "__radd__": arithmetic.add,
    "__rand__": comparison.bitwise_and,
    "__rfloordiv__": reflected(arithmetic.floor_divide),
    "__rmod__": reflected(arithmetic.remainder),
    "__rmul__": arithmetic.mul,
    "__ror__": comparison.bitwise_or,
    "__rpow__": reflected(powers.pow),
    "__rsub__": arithmetic.rsub,
    "__rtruediv__": arithmetic.rdiv,
    "__rxor__": comparison.bitwise_xor,
    "__setitem__": indexing.setitem,
    "__sub__": arithmetic.sub,
    "__truediv__": arithmetic.div,
    "__xor__": comparison.bitwise_xor,
    "backward": autograd.tensor_backward,
}
_IN_PLACE_OPERATORS = "add and mod mul or pow sub truediv xor"

# Each of these is a method of a tensor and a function of the package, by where it is defined.
_DEFINED = {
    Tensor: "detach",
    activations: "erf sigmoid",
    arithmetic: "floor_divide mul neg reciprocal remainder",
    axes: "diagonal movedim permute squeeze t transpose unsqueeze",
    comparison: (
        "allclose eq equal ge gt isclose isfinite isinf isnan le logical_and logical_not "
        "logical_or logical_xor lt ne"
    ),
    conversion: "is_floating_point numel",
    cumulative: "cumprod cumsum",
    draws: "bernoulli",
    extremes: "amax amin argmax argmin argsort max min sort topk",
    gathering: (
        "gather index_select masked_fill masked_select nonzero scatter scatter_add take_along_dim"
    ),
    joining: "chunk split unbind",
    kinks: "abs ceil clamp floor maximum minimum relu round sign trunc",
    linalg: "addmm bmm dot matmul mm mv outer trace",
    norms: "norm",
    powers: "exp expm1 log log10 log1p log2 pow rsqrt sqrt square",
    rearranging: "diag flip roll tril triu",
    reductions: "all any count_nonzero mean prod std sum var",
    shape: "broadcast_to clone flatten reshape",
    softmax: "log_softmax logsumexp softmax",
    trigonometric: "atan cos cosh sin sinh tan tanh",
}
_DIFFERENTLY: dict[str, Any] = {
    "add": arithmetic.added,
    "div": arithmetic.divided,
    "sub": arithmetic.subtracted,
}
FUNCTIONS: dict[str, Any] = _DIFFERENTLY | {
    name: getattr(place, name) for place, names in _DEFINED.items() for name in names.split()
}

_METHODS = {
    "bool": conversion.converter(bool_),
    "contiguous": shape.contiguous,
    "copy_": indexing.copy_,
    "cpu": conversion.cpu,
    "cuda": conversion.cuda,
    "dim": conversion.dim,
    "double": conversion.converter(float64),
    "element_size": conversion.element_size,
    "expand": shape.expand,
    "expand_as": shape.expand_as,
    "fill_": inplace(kinks.filled),
    "floor_divide_": inplace(arithmetic.floor_divided),
    "float": conversion.converter(float32),
    "int": conversion.converter(int32),
    "index_put_": indexing.index_put_,
    "is_contiguous": shape.is_contiguous,
    "item": conversion.item,
    "long": conversion.converter(int64),
    "new_full": conversion.new_full,
    "new_ones": conversion.new_ones,
    "new_tensor": conversion.new_tensor,
    "new_zeros": conversion.new_zeros,
    "numpy": conversion.numpy,
    "repeat": shape.repeat,
    "reshape_as": shape.reshape_as,
    "size": conversion.size,
    "stride": conversion.stride,
    "to": conversion.to,
    "tolist": conversion.tolist,
    "type": conversion.type_,
    "type_as": conversion.type_as,
    "view": shape.view_as_shape,
    "view_as": shape.view_as,
    "where": kinks.where_else,
    "zero_": inplace(kinks.zeroed),
}

_IN_PLACE = (
    "abs add addmm atan ceil cos cosh cumprod cumsum div erf exp expm1 floor log log10 log1p log2 "
    "masked_fill mul neg pow reciprocal relu remainder round rsqrt scatter scatter_add sigmoid "
    "sign sin sinh sqrt square sub tan tanh tril triu trunc"
)

_DRAWS = {
    "clamp_": inplace(kinks.clamped),
    "bernoulli_": inplace(draws.bernoulli_drawn),
    "normal_": inplace(draws.normal_drawn),
    "random_": inplace(draws.integers_drawn),
    "uniform_": inplace(draws.uniform_drawn),
}
_CONVERSIONS = (
    "__array__ __bool__ __contains__ __float__ __format__ __index__ __int__ __iter__ __len__ "
    "__repr__"
)
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
ALIASES = {
    "absolute": "abs",
    "clip": "clamp",
    "divide": "div",
    "greater": "gt",
    "greater_equal": "ge",
    "less": "lt",
    "less_equal": "le",
    "multiply": "mul",
    "negative": "neg",
    "not_equal": "ne",
    "subtract": "sub",
    "swapaxes": "transpose",
    "true_divide": "div",
}


def attach() -> None:
    """Give the class Tensor its operators and methods."""
    for name, operation in _OPERATORS.items():
        setattr(Tensor, name, operation)
    for name, operation in (FUNCTIONS | _METHODS | _DRAWS).items():
        setattr(Tensor, name, method(name, operation))
    for name in _IN_PLACE.split():
        setattr(Tensor, f"{name}_", method(f"{name}_", inplace(FUNCTIONS[name])))
    for name in ("logical_and", "logical_not", "logical_or", "logical_xor"):  # not recorded
        setattr(Tensor, f"{name}_", method(f"{name}_", no_grad(inplace(FUNCTIONS[name]))))
    for name in ("squeeze", "t", "transpose", "unsqueeze"):
        setattr(Tensor, f"{name}_", method(f"{name}_", axes.turned(FUNCTIONS[name])))
    for name in ("eq", "ge", "gt", "le", "lt", "ne"):
        answer = comparison.answered(name.title(), FUNCTIONS[name])
        setattr(Tensor, f"{name}_", method(f"{name}_", inplace(answer)))
    for name in _IN_PLACE_OPERATORS.split():
        setattr(Tensor, f"__i{name}__", inplace(_OPERATORS[f"__{name}__"]))
    for alias, name in ALIASES.items():
        setattr(Tensor, alias, getattr(Tensor, name))
    for name in _CONVERSIONS.split():
        setattr(Tensor, name, getattr(conversion, name))
    for name, get in _PROPERTIES.items():
        setattr(Tensor, name, property(get))
    absent.mark(Tensor)


attach()
