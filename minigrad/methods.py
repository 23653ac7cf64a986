"""Which operation is which method and operator of a tensor."""

from . import absent, autograd, conversion
from .dims import Size
from .dtypes import bool_, float32, float64, int32, int64
from .ops import comparison, elementwise, indexing, linalg, reductions, shape
from .tensor import Tensor
from .views import inplace


def reflected(operation):
    """The operator for a number on the left: `2 - x` is operation(2, x)."""

    def method(self, other):
        return operation(other, self)

    return method


_OPERATORS = {
    "__add__": elementwise.add,
    "__radd__": elementwise.add,
    "__sub__": elementwise.sub,
    "__rsub__": elementwise.rsub,
    "__mul__": elementwise.mul,
    "__rmul__": elementwise.mul,
    "__truediv__": elementwise.div,
    "__rtruediv__": lambda x, number: elementwise.reciprocal(x) * number,
    "__pow__": elementwise.pow,
    "__rpow__": reflected(elementwise.pow),
    "__matmul__": linalg.matmul,
    "__neg__": elementwise.neg,
    "__abs__": elementwise.abs,
    "__eq__": comparison.eq,
    "__ne__": comparison.ne,
    "__lt__": comparison.lt,
    "__le__": comparison.le,
    "__gt__": comparison.gt,
    "__ge__": comparison.ge,
    "__and__": comparison.logical_and,
    "__or__": comparison.logical_or,
    "__invert__": comparison.logical_not,
    "__getitem__": indexing.getitem,
    "__setitem__": indexing.setitem,
    "__iadd__": inplace(elementwise.add),
    "__isub__": inplace(elementwise.sub),
    "__imul__": inplace(elementwise.mul),
    "__itruediv__": inplace(elementwise.div),
}

# Each of these is a method of a tensor and a function of the package.
FUNCTIONS = {
    "abs": elementwise.abs,
    "add": elementwise.added,
    "all": reductions.all,
    "amax": reductions.amax,
    "amin": reductions.amin,
    "any": reductions.any,
    "argmax": reductions.argmax,
    "argmin": reductions.argmin,
    "clamp": elementwise.clamp,
    "clone": shape.clone,
    "cos": elementwise.cos,
    "div": elementwise.div,
    "dot": linalg.dot,
    "eq": comparison.eq,
    "exp": elementwise.exp,
    "flatten": shape.flatten,
    "ge": comparison.ge,
    "gt": comparison.gt,
    "isfinite": comparison.isfinite,
    "isinf": comparison.isinf,
    "isnan": comparison.isnan,
    "le": comparison.le,
    "log": elementwise.log,
    "log1p": elementwise.log1p,
    "logical_and": comparison.logical_and,
    "logical_not": comparison.logical_not,
    "logical_or": comparison.logical_or,
    "lt": comparison.lt,
    "matmul": linalg.matmul,
    "max": reductions.max,
    "maximum": elementwise.maximum,
    "mean": reductions.mean,
    "min": reductions.min,
    "minimum": elementwise.minimum,
    "mm": linalg.mm,
    "mul": elementwise.mul,
    "mv": linalg.mv,
    "ne": comparison.ne,
    "neg": elementwise.neg,
    "permute": shape.permute,
    "pow": elementwise.pow,
    "reciprocal": elementwise.reciprocal,
    "relu": elementwise.relu,
    "reshape": shape.reshape,
    "sigmoid": elementwise.sigmoid,
    "sign": elementwise.sign,
    "sin": elementwise.sin,
    "sqrt": elementwise.sqrt,
    "squeeze": shape.squeeze,
    "sub": elementwise.subtracted,
    "sum": reductions.sum,
    "t": shape.t,
    "tanh": elementwise.tanh,
    "transpose": shape.transpose,
    "unbind": shape.unbind,
    "unsqueeze": shape.unsqueeze,
}

_METHODS = {
    "bool": lambda self: conversion.to(self, bool_),
    "double": lambda self: conversion.to(self, float64),
    "float": lambda self: conversion.to(self, float32),
    "int": lambda self: conversion.to(self, int32),
    "long": lambda self: conversion.to(self, int64),
    "backward": autograd.tensor_backward,
    "copy_": indexing.copy_,
    "dim": conversion.dim,
    "expand": shape.expand,
    "fill_": inplace(elementwise.filled),
    "item": conversion.item,
    "numel": conversion.numel,
    "numpy": conversion.numpy,
    "size": conversion.size,
    "to": conversion.to,
    "tolist": conversion.tolist,
    "type": conversion.type_,
    "view": shape.view_as_shape,
    "zero_": inplace(elementwise.zeroed),
}

_IN_PLACE = [
    "abs",
    "add",
    "clamp",
    "cos",
    "div",
    "exp",
    "log",
    "mul",
    "neg",
    "pow",
    "reciprocal",
    "relu",
    "sigmoid",
    "sin",
    "sqrt",
    "sub",
    "tanh",
]

_CONVERSIONS = [
    "__array__",
    "__bool__",
    "__contains__",
    "__float__",
    "__format__",
    "__index__",
    "__int__",
    "__iter__",
    "__len__",
    "__repr__",
]

_PROPERTIES = {
    "T": shape.reversed_dims,
    "mT": shape.matrix_transpose,
    "dtype": lambda self: self._dtype,
    "device": lambda self: "cpu",
    "ndim": conversion.dim,
    "shape": lambda self: Size(self._value.shape),
    "_base": lambda self: None if self._view is None else self._view.base,
}


def attach() -> None:
    """Give the class Tensor its operators and methods."""
    for name, operation in (_OPERATORS | FUNCTIONS | _METHODS).items():
        setattr(Tensor, name, operation)
    for name in _IN_PLACE:
        setattr(Tensor, f"{name}_", inplace(FUNCTIONS[name]))
    for name in _CONVERSIONS:
        setattr(Tensor, name, getattr(conversion, name))
    for name, get in _PROPERTIES.items():
        setattr(Tensor, name, property(get))
    absent.mark(Tensor)


attach()
