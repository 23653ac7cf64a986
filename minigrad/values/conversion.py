"""Conversion of tensors to numbers, lists, and arrays."""

from __future__ import annotations

from copy import deepcopy
from numbers import Number
from typing import Any, overload

import numpy as np

from ..api.entry import FUNCTIONS, attribute, method, operator, public, unchecked
from ..api.types import Device, Dtype
from ..engine import dtypes
from ..engine.casting import cast
from ..engine.device import CPU, check_device
from ..engine.device import device as Place
from ..engine.memory import inference, versions
from ..engine.modes import GRAD, recording
from ..engine.tensor import Tensor, memory, wrap
from ..messages.errors import error, warn_once
from ..ops import joining
from ..ops import shape as shapes
from ..ops.dims import Size, dim_index


def is_tensor(obj: Any) -> bool:
    """Return whether the object is a tensor."""
    return isinstance(obj, Tensor)


@unchecked()
def numpy(self: Tensor, *, force: bool = False) -> np.ndarray:
    """Return the values as a NumPy array that shares the tensor's memory.

    This isn't a copy. Changes to the array also change the tensor.

    >>> import minigrad as mg
    >>> x = mg.tensor([1.0, 2.0])
    >>> array = x.numpy()
    >>> array[0] = 5
    >>> x
    tensor([5., 2.])
    """
    if not force and self.requires_grad and recording.mode is GRAD:
        raise error("cant_call_numpy")
    return memory(self)


@operator("__array__")
def __array__(self, dtype=None, copy=None) -> np.ndarray:
    return numpy(self).astype(self._dtype.numpy if dtype is None else dtype, copy=bool(copy))


@operator("__array_wrap__")
def __array_wrap__(self, array, context=None, return_scalar=False) -> Tensor:
    """Wrap the result of a NumPy function that was applied to a tensor."""
    array = array.astype(np.uint8) if array.dtype == bool else array  # as in PyTorch
    return wrap(array, dtypes.from_numpy_dtype(array.dtype))


@method()
def item(self: Tensor) -> float | Any:
    """Return the tensor's only element as a Python number.

    The number has no graph, so use it to print or collect numbers, but not to compute the loss.

    >>> import minigrad as mg
    >>> loss = mg.tensor(0.25, requires_grad=True) * 2
    >>> loss
    tensor(0.5000, grad_fn=<MulBackward0>)
    >>> loss.item()
    0.5
    """
    if self._value.size != 1:
        raise error("item_of_many", self)
    return self._value.item()


@method()
def tolist(self: Tensor) -> Any:
    """Return the values as nested lists or, for a 0-d tensor, as a number.

    >>> import minigrad as mg
    >>> mg.tensor([[1, 2], [3, 4]]).tolist()
    [[1, 2], [3, 4]]
    >>> mg.tensor(0.5).tolist()
    0.5
    """
    return self._value.tolist()


@operator("__bool__")
def __bool__(self) -> bool:
    what = "more than one value" if self._value.size else "no values"
    if self._value.size != 1:
        raise error("ambiguous_truth", what)
    return bool(self._value.item())


def as_number(self):
    """Return the only element, for calls such as float(x). Warn if x requires grad."""
    if self.requires_grad and recording.mode is GRAD:
        warn_once("number_from_graph")
    if self._value.size != 1:
        raise error("number_of_many", self)
    return item(self)


@operator("__float__")
def __float__(self) -> float:
    return float(as_number(self))


@operator("__int__")
def __int__(self) -> int:
    if self._value.size != 1:
        raise error("number_of_many", self)
    return int(item(self))


@operator("__index__")
def __index__(self) -> int:
    if self._value.size != 1 or self._dtype.is_floating_point:
        raise error("no_index")
    return int(self._value.item())


@operator("__len__")
def __len__(self) -> int:
    if self._value.ndim == 0:
        raise error("length_of_scalar")
    return self._value.shape[0]


@operator("__iter__")
def __iter__(self):
    if self._value.ndim == 0:
        raise error("iterate_scalar")
    return iter(joining.unbind(self, 0))


@operator("__contains__")
def __contains__(self, element) -> bool:
    if not isinstance(element, Tensor | Number):
        raise error("contains_type", type(element))
    return bool((element == self)._value.any())


@operator("__delitem__")
def __delitem__(self, index):
    raise error("no_deletion")


@operator("__reduce_ex__")
def __reduce_ex__(self, protocol):
    """Return the data that `copy.copy` and `pickle` need to rebuild the tensor as a leaf."""
    return _leaf, (type(self), memory(self), self.requires_grad), _own(self)


@operator("__deepcopy__")
def __deepcopy__(self, memo) -> Tensor:
    if not self.is_leaf:
        raise error("deepcopy_computed")
    copied = _leaf(type(self), shapes.cloned(memory(self)), self.requires_grad)
    if type(self) is Tensor:  # like PyTorch, copy only the value of a parameter
        vars(copied).update(deepcopy(_own(self), memo))
        copied.grad = deepcopy(self._grad, memo)
    return copied


def _leaf(kind: type, value, requires_grad: bool) -> Tensor:
    leaf = wrap(value, dtypes.from_numpy_dtype(value.dtype), requires_grad)
    leaf.__class__ = kind
    return leaf


def _own(tensor) -> dict:
    """Return the attributes that the user set on a tensor."""
    return {name: value for name, value in vars(tensor).items() if name[0] != "_"}


@overload
def size(self: Tensor) -> Size: ...
@overload
def size(self: Tensor, dim: int | None = None) -> Any: ...
@method()
def size(self, dim=None):
    """Return the shape or, if dim is given, the size of that dim."""
    return _all_or_one(Size(self._value.shape), dim)


def _all_or_one(entries: tuple, dim: int | None):
    """Return the whole tuple or, if dim is given, only its entry for that dim."""
    if dim is not None and not entries:
        raise error("no_dims", dim)
    return entries if dim is None else entries[dim_index(dim, len(entries))]


@method()
def stride(self: Tensor, dim: int | None = None) -> Any:
    """Return how many elements apart neighbors along each dim (or along one dim) are in memory."""
    value = self._value
    if not value.size:  # PyTorch treats sizes of 0 as 1 here
        value = np.empty([max(n, 1) for n in value.shape], value.dtype)
    return _all_or_one(tuple(step // self._dtype.itemsize for step in value.strides), dim)


@attribute("shape")
def _shape(self: Tensor) -> Size:
    """The size of each dimension, as a tuple.

    >>> import minigrad as mg
    >>> x = mg.zeros(2, 3)
    >>> x.shape
    minigrad.Size([2, 3])
    >>> x.shape[1]
    3
    >>> rows, columns = x.shape
    >>> x.sum().shape
    minigrad.Size([])
    """
    return Size(self._value.shape)


@attribute("dtype")
def _dtype(self: Tensor) -> dtypes.dtype:
    """The dtype of the elements.

    >>> import minigrad as mg
    >>> mg.tensor([1, 2]).dtype
    minigrad.int64
    >>> mg.tensor([1, 2.5]).dtype
    minigrad.float32
    """
    return self._dtype


@attribute("device")
def _device(self: Tensor) -> Place:
    """The tensor's device, which is always the CPU."""
    return CPU


@attribute("is_cuda")
def _is_cuda(self: Tensor) -> bool:
    """Whether the tensor is on a GPU, which is never the case."""
    return False


@attribute("name")
def _name(self: Tensor) -> None:
    """The names of the dimensions: always None, because minigrad doesn't support names."""


@attribute("nbytes")
def _nbytes(self: Tensor) -> int:
    """The number of bytes that the elements occupy."""
    return self._value.nbytes


@attribute("itemsize")
@method("element_size")
def _itemsize(self: Tensor) -> int:
    """The number of bytes that each element occupies."""
    return self._dtype.itemsize


@attribute("_base")
def _base(self: Tensor) -> Tensor | None:
    """The tensor whose memory this view shares; None if it isn't a view."""
    return None if self._view is None else self._view.base


@attribute("_version")
def _version(self: Tensor) -> int:
    """The number of times the memory has been changed in place."""
    return versions.count(self)


@attribute("ndim")
@method("dim")
def _dim(self: Tensor) -> int:
    """Return the number of dimensions."""
    return self._value.ndim


@public()
def numel(input: Tensor) -> int:
    """Return the number of elements."""
    return input._value.size


@method()
def nelement(self: Tensor) -> int:
    """Return the number of elements."""
    return self._value.size


@public()
def is_floating_point(input: Tensor) -> bool:
    """Return whether the dtype is a floating-point type."""
    return input._dtype.is_floating_point


@public()
def is_inference(input: Tensor) -> bool:
    """Return whether the tensor was created in inference mode."""
    return inference.is_inference(input)


@public(method=False)
def detach(input: Tensor) -> Tensor:
    """Return a leaf that shares the tensor's memory but doesn't require grad."""
    return input.detach()


FUNCTIONS["detach"] = detach  # also a method, which the class itself defines


@unchecked("type")
def type_(self: Tensor, dtype: Dtype | None = None) -> Any:
    """Return the name of the tensor's type, or convert the tensor to the given dtype."""
    if dtype is None:
        return f"minigrad.{self._dtype.legacy_name}Tensor"
    dtype = dtypes.of_type(dtype)
    if isinstance(dtype, str | type):
        raise error("no_such_type", str(dtype).removeprefix("<class '").removesuffix("'>"))
    return cast(self, dtypes.as_dtype(dtype))


@method()
def type_as(self: Tensor, other: Tensor) -> Tensor:
    """Convert the tensor to the dtype of another tensor."""
    return to(self, other._dtype)


@overload
def to(
    self: Tensor,
    device: Device | None = None,
    dtype: Dtype | None = None,
    non_blocking: bool = False,
    copy: bool = False,
) -> Tensor: ...
@overload
def to(self: Tensor, dtype: Dtype, non_blocking: bool = False, copy: bool = False) -> Tensor: ...
@overload
def to(self: Tensor, tensor: Tensor, non_blocking: bool = False, copy: bool = False) -> Tensor: ...
@method()
def to(self, *args, dtype=None, device=None, non_blocking=False, copy=False):
    """Convert to another dtype. Return the tensor itself if it already has that dtype.

    The gradient is returned in the dtype of the original tensor.

    >>> import minigrad as mg
    >>> x = mg.tensor([1.0, 2.0], requires_grad=True)
    >>> y = x.to(mg.float64)
    >>> y
    tensor([1., 2.], dtype=minigrad.float64, grad_fn=<ToCopyBackward0>)
    >>> y.sum().backward()
    >>> x.grad
    tensor([1., 1.])
    """
    chosen = requested_dtype(args, dtype, device) or self._dtype
    copy = copy or [flag for flag in args if isinstance(flag, bool)][1:] == [True]
    return shapes.cloned(self) if copy and chosen is self._dtype else cast(self, chosen)


def requested_dtype(args: tuple, dtype, device):
    """Return the dtype in the arguments of `to`, or None. Raise if they specify another device."""
    for arg in args:
        if isinstance(arg, Tensor) or dtypes.is_dtype(arg):
            dtype = getattr(arg, "_dtype", arg)
        elif not isinstance(arg, bool):
            device = arg
    check_device(device)
    return dtypes.as_dtype(dtype)


def _converter(name: str, dtype):
    """Define the tensor method that converts to the given dtype."""

    def convert(self: Tensor) -> Tensor:
        return to(self, dtype)

    convert.__name__ = convert.__qualname__ = name
    convert.__doc__ = (
        f"Convert the tensor to {dtype}. If it already has that dtype, return it unchanged."
    )
    method()(convert)


_converter("bool", dtypes.bool_)
_converter("byte", dtypes.uint8)
_converter("char", dtypes.int8)
_converter("short", dtypes.int16)
_converter("int", dtypes.int32)
_converter("long", dtypes.int64)
_converter("float", dtypes.float32)
_converter("double", dtypes.float64)


@unchecked()
def cpu(self: Any) -> Any:
    """Return the tensor or module itself, because it's always on the CPU."""
    return self


@unchecked()
def cuda(self: Any, device: Any = None) -> Any:
    """Raise an error, because CUDA isn't available."""
    check_device("cuda")
