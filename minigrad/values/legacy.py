"""Names from PyTorch's first versions that many courses still use: `Variable`, `FloatTensor`."""

from __future__ import annotations

from typing import Any

from ..engine import dtypes
from ..engine.tensor import Tensor
from ..messages.errors import error, typename, warn
from .creation import constructed_as


class VariableMeta(type):
    """Makes every tensor an instance of `Variable`."""

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, Tensor)


class Variable(metaclass=VariableMeta):
    """Return a tensor that shares the memory of ``data``. Plain tensors replaced this class.

    >>> import minigrad as mg
    >>> mg.autograd.Variable(mg.tensor([1.0, 2.0]), requires_grad=True)
    tensor([1., 2.], requires_grad=True)
    """

    def __new__(cls, data: Any, requires_grad: bool = False, volatile: bool = False) -> Any:
        if not isinstance(data, Tensor):
            raise error("variable_data", typename(data))
        if volatile:
            warn("volatile")
        if requires_grad and not data._dtype.is_floating_point:
            raise error("new_integer_leaf", data._dtype)
        return data.detach().requires_grad_(requires_grad)


class tensortype(type):
    """The class of `FloatTensor` and the other types, which are classes of tensors of one dtype."""

    dtype: dtypes.dtype

    def __call__(cls, *data: Any, **options: Any) -> Tensor:
        return constructed_as(cls.dtype, data, options)

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, Tensor) and instance._dtype is cls.dtype


def _type(dtype: dtypes.dtype) -> Any:
    doc = f"Create a {dtype.name} tensor from values or, for FloatTensor(2, 3), with given sizes."
    body = {"dtype": dtype, "__doc__": doc.replace("Float", dtype.legacy_name)}
    return tensortype(f"{dtype.legacy_name}Tensor", (), body | {"__module__": "minigrad"})


BoolTensor, IntTensor, LongTensor = map(_type, (dtypes.bool_, dtypes.int32, dtypes.int64))
ByteTensor, CharTensor, ShortTensor = map(_type, (dtypes.uint8, dtypes.int8, dtypes.int16))
FloatTensor, DoubleTensor = map(_type, (dtypes.float32, dtypes.float64))
