"""Which operation is which method, operator and function."""

from . import absent, autograd, conversion, draws
from .arguments import method
from .device import CPU
from .dims import Size
from .dtypes import bool_, float32, float64, int32, int64
from .inplace import inplace
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
}
_IN_PLACE_OPERATORS = "add and floordiv mod mul or pow sub truediv xor"

# Each of these is a method of a tensor and a function of the package.
FUNCTIONS = {
    "abs": kinks.abs,
    "add": arithmetic.added,
    "addmm": linalg.addmm,
    "all": reductions.all,
    "allclose": comparison.allclose,
    "amax": extremes.amax,
    "amin": extremes.amin,
    "any": reductions.any,
    "argmax": extremes.argmax,
    "argmin": extremes.argmin,
    "argsort": extremes.argsort,
    "atan": trigonometric.atan,
    "bernoulli": draws.bernoulli,
    "bmm": linalg.bmm,
    "broadcast_to": shape.broadcast_to,
    "ceil": kinks.ceil,
    "chunk": joining.chunk,
    "clamp": kinks.clamp,
    "clone": shape.clone,
    "cos": trigonometric.cos,
    "cosh": trigonometric.cosh,
    "count_nonzero": reductions.count_nonzero,
    "cumprod": cumulative.cumprod,
    "cumsum": cumulative.cumsum,
    "detach": Tensor.detach,
    "diag": rearranging.diag,
    "diagonal": axes.diagonal,
    "div": arithmetic.divided,
    "dot": linalg.dot,
    "eq": comparison.eq,
    "equal": comparison.equal,
    "erf": activations.erf,
    "exp": powers.exp,
    "expm1": powers.expm1,
    "flatten": shape.flatten,
    "flip": rearranging.flip,
    "floor": kinks.floor,
    "floor_divide": arithmetic.floor_divide,
    "gather": gathering.gather,
    "ge": comparison.ge,
    "gt": comparison.gt,
    "index_select": gathering.index_select,
    "is_floating_point": conversion.is_floating_point,
    "isclose": comparison.isclose,
    "isfinite": comparison.isfinite,
    "isinf": comparison.isinf,
    "isnan": comparison.isnan,
    "le": comparison.le,
    "log": powers.log,
    "log10": powers.log10,
    "log1p": powers.log1p,
    "log2": powers.log2,
    "log_softmax": softmax.log_softmax,
    "logical_and": comparison.logical_and,
    "logical_not": comparison.logical_not,
    "logical_or": comparison.logical_or,
    "logical_xor": comparison.logical_xor,
    "logsumexp": softmax.logsumexp,
    "lt": comparison.lt,
    "masked_fill": gathering.masked_fill,
    "masked_select": gathering.masked_select,
    "matmul": linalg.matmul,
    "max": extremes.max,
    "maximum": kinks.maximum,
    "mean": reductions.mean,
    "min": extremes.min,
    "minimum": kinks.minimum,
    "mm": linalg.mm,
    "movedim": axes.movedim,
    "mul": arithmetic.mul,
    "mv": linalg.mv,
    "ne": comparison.ne,
    "neg": arithmetic.neg,
    "nonzero": gathering.nonzero,
    "norm": norms.norm,
    "numel": conversion.numel,
    "outer": linalg.outer,
    "permute": axes.permute,
    "pow": powers.pow,
    "prod": reductions.prod,
    "reciprocal": arithmetic.reciprocal,
    "relu": kinks.relu,
    "remainder": arithmetic.remainder,
    "reshape": shape.reshape,
    "roll": rearranging.roll,
    "round": kinks.round,
    "rsqrt": powers.rsqrt,
    "scatter": gathering.scatter,
    "scatter_add": gathering.scatter_add,
    "sigmoid": activations.sigmoid,
    "sign": kinks.sign,
    "sin": trigonometric.sin,
    "sinh": trigonometric.sinh,
    "softmax": softmax.softmax,
    "sort": extremes.sort,
    "split": joining.split,
    "sqrt": powers.sqrt,
    "square": powers.square,
    "squeeze": axes.squeeze,
    "std": reductions.std,
    "sub": arithmetic.subtracted,
    "sum": reductions.sum,
    "t": axes.t,
    "take_along_dim": gathering.take_along_dim,
    "tan": trigonometric.tan,
    "tanh": trigonometric.tanh,
    "topk": extremes.topk,
    "trace": linalg.trace,
    "transpose": axes.transpose,
    "tril": rearranging.tril,
    "triu": rearranging.triu,
    "trunc": kinks.trunc,
    "unbind": joining.unbind,
    "unsqueeze": axes.unsqueeze,
    "var": reductions.var,
}

_METHODS = {
    "backward": autograd.tensor_backward,
    "bool": lambda self: conversion.to(self, bool_),
    "contiguous": shape.contiguous,
    "copy_": indexing.copy_,
    "cpu": lambda self: self,
    "cuda": conversion.cuda,
    "dim": conversion.dim,
    "double": lambda self: conversion.to(self, float64),
    "element_size": lambda self: self._dtype.itemsize,
    "expand": shape.expand,
    "expand_as": shape.expand_as,
    "fill_": inplace(kinks.filled),
    "float": lambda self: conversion.to(self, float32),
    "int": lambda self: conversion.to(self, int32),
    "index_put_": indexing.index_put_,
    "is_contiguous": shape.is_contiguous,
    "item": conversion.item,
    "long": lambda self: conversion.to(self, int64),
    "new_full": conversion.new_full,
    "new_ones": lambda self, *size, **options: conversion.new_full(self, size, 1, **options),
    "new_tensor": conversion.new_tensor,
    "new_zeros": lambda self, *size, **options: conversion.new_full(self, size, 0, **options),
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
    "where": lambda self, condition, other: kinks.where(condition, self, other),
    "zero_": inplace(kinks.zeroed),
}

_IN_PLACE = (
    "abs add addmm atan ceil clamp cos cosh cumprod cumsum div erf exp expm1 floor "
    "floor_divide log log10 log1p log2 logical_and logical_not logical_or logical_xor "
    "masked_fill mul neg pow reciprocal relu remainder round rsqrt scatter scatter_add sigmoid "
    "sign sin sinh sqrt square sub tan tanh tril triu trunc"
)

_DRAWS = {
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
