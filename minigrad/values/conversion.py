"""Tensors as numbers, lists, arrays and text."""

from copy import deepcopy
from numbers import Number

import numpy as np

from ..engine import dtypes
from ..engine.modes import GRAD, recording
from ..engine.tensor import Tensor, memory, wrap
from ..messages.errors import error, warn_once
from ..ops import joining
from ..ops import shape as shapes
from ..ops.dims import Size, dim_index
from .device import CPU, check_device
from .printing import tensor_text


def numpy(self, *, force=False) -> np.ndarray:
    """The values as a NumPy array, which shares the tensor's memory."""
    if not force and self.requires_grad and recording.mode is GRAD:
        raise error("cant_call_numpy")
    return memory(self)


def __array__(self, dtype=None, copy=None) -> np.ndarray:
    return numpy(self).astype(self._dtype.numpy if dtype is None else dtype, copy=bool(copy))


def __array_wrap__(self, array, context=None, return_scalar=False) -> Tensor:
    """What NumPy's functions give of tensors: a tensor."""
    return wrap(array, dtypes.from_numpy_dtype(array.dtype))


def item(self):
    """The one number that the tensor holds."""
    if self._value.size != 1:
        raise error("item_of_many", self)
    return self._value.item()


def tolist(self):
    """The values as nested lists, or a number."""
    return self._value.tolist()


def __bool__(self) -> bool:
    what = "more than one value" if self._value.size else "no values"
    if self._value.size != 1:
        raise error("ambiguous_truth", what)
    return bool(self._value.item())


def as_number(self):
    """The one number, for Python; warns if it leaves a graph."""
    if self.requires_grad and recording.mode is GRAD:
        warn_once("number_from_graph")
    if self._value.size != 1:
        raise error("number_of_many", self)
    return item(self)


def __float__(self) -> float:
    return float(as_number(self))


def __int__(self) -> int:
    if self._value.size != 1:
        raise error("number_of_many", self)
    return int(item(self))


def __index__(self) -> int:
    if self._value.size != 1 or self._dtype.is_floating_point:
        raise error("no_index")
    return int(self._value.item())


def __len__(self) -> int:
    if self._value.ndim == 0:
        raise error("length_of_scalar")
    return self._value.shape[0]


def __iter__(self):
    if self._value.ndim == 0:
        raise error("iterate_scalar")
    return iter(joining.unbind(self, 0))


def __contains__(self, element) -> bool:
    if not isinstance(element, Tensor | Number):
        raise error("contains_type", type(element))
    return bool((element == self)._value.any())


def __delitem__(self, index):
    raise error("no_deletion")


def __repr__(self) -> str:
    try:
        made = self.grad_fn and type(self.grad_fn).__name__
    except RuntimeError:  # a view that may not be used any more
        made = "Invalid"
    history = "requires_grad=True" if made is None else f"grad_fn=<{made}>"
    notes = [history] if made or self.requires_grad else []
    return tensor_text(np.asarray(self._value), notes, dtypes.get_default_dtype().numpy)


def __reduce_ex__(self, protocol):
    """What `copy.copy` and `pickle` make of a tensor: a leaf."""
    return _leaf, (type(self), memory(self), self.requires_grad), _own(self)


def __deepcopy__(self, memo) -> Tensor:
    if not self.is_leaf:
        raise error("deepcopy_computed")
    copied = _leaf(type(self), shapes.clone(memory(self)), self.requires_grad)
    if type(self) is Tensor:  # of a parameter, its value alone
        vars(copied).update(deepcopy(_own(self), memo))
        copied.grad = deepcopy(self._grad, memo)
    return copied


def _leaf(kind: type, value, requires_grad: bool) -> Tensor:
    leaf = wrap(value, dtypes.from_numpy_dtype(value.dtype), requires_grad)
    leaf.__class__ = kind
    return leaf


def _own(tensor) -> dict:
    """The attributes that were given to a tensor."""
    return {name: value for name, value in vars(tensor).items() if name[0] != "_"}


def __format__(self, spec: str) -> str:
    return format(self.item(), spec) if self._value.ndim == 0 else object.__format__(self, spec)


def size(self, dim: int | None = None):
    """The shape, or its entry at dim."""
    return _all_or_one(Size(self._value.shape), dim)


def _all_or_one(entries: tuple, dim: int | None):
    """What there is for each dim, or the entry at dim."""
    if dim is not None and not entries:
        raise error("no_dims", dim)
    return entries if dim is None else entries[dim_index(dim, len(entries))]


def stride(self, dim: int | None = None):
    """How many elements further in memory the next one along each dim, or one, is."""
    value = self._value
    if not value.size:  # PyTorch counts on as if sizes of 0 were 1
        value = np.empty([max(n, 1) for n in value.shape], value.dtype)
    return _all_or_one(tuple(step // self._dtype.itemsize for step in value.strides), dim)


def shape(self) -> Size:
    """The size of each dimension, in a tuple."""
    return Size(self._value.shape)


def dtype(self) -> dtypes.dtype:
    """The type that all elements have."""
    return self._dtype


def device(self):
    """Where the tensor is: on the CPU."""
    return CPU


def dim(self) -> int:
    """The number of dimensions."""
    return self._value.ndim


def numel(self) -> int:
    """The number of elements."""
    return self._value.size


def is_floating_point(self) -> bool:
    """Whether the dtype is one of floating point numbers."""
    return self._dtype.is_floating_point


def type_(self, dtype=None):
    """The name of the tensor's type, or the tensor in another dtype."""
    if dtype is None:
        return f"minigrad.{self._dtype.legacy_name}Tensor"
    if isinstance(dtype, str | type):
        raise error("no_such_type", dtype)
    return shapes.cast(self, dtypes.as_dtype(dtype))


def type_as(self, other: Tensor):
    """The tensor in the dtype of another."""
    return to(self, other._dtype)


def to(self, *args, dtype=None, device=None, non_blocking=False, copy=False):
    """The tensor in another dtype; itself if it has that one."""
    chosen = asked_for(args, dtype, device) or self._dtype
    copy = copy or [flag for flag in args if isinstance(flag, bool)][1:] == [True]
    return shapes.clone(self) if copy and chosen is self._dtype else shapes.cast(self, chosen)


def asked_for(args: tuple, dtype, device):
    """The dtype, if one is named among what `to` takes; another device than the CPU is refused."""
    for arg in args:
        if isinstance(arg, Tensor) or dtypes.is_dtype(arg):
            dtype = getattr(arg, "_dtype", arg)
        elif not isinstance(arg, bool):
            device = arg
    check_device(device)
    return dtypes.as_dtype(dtype)


def converter(dtype):
    """The method that converts to one dtype."""

    def method(self):
        return to(self, dtype)

    method.__doc__ = f"The tensor in {dtype}; itself if it has that dtype."
    return method


def cpu(self):
    """The tensor, or the module, itself: it is on the CPU."""
    return self


def element_size(self) -> int:
    """How many bytes an element takes."""
    return self._dtype.itemsize


def cuda(self, device=None):
    """There is no CUDA here."""
    check_device("cuda")
