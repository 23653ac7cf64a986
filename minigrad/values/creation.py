"""Functions that create tensors."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Protocol, Unpack, overload

import numpy as np

from ..api.entry import method, public
from ..api.types import Anything, Device, Dtype, Ints, Number, OneInt, Options
from ..engine import dtypes
from ..engine.casting import cast
from ..engine.device import check_device
from ..engine.dtypes import as_dtype, from_numpy_dtype
from ..engine.layout import laid, relaid
from ..engine.tensor import Tensor, wrap
from ..messages.errors import error, misfit, not_implemented, warn, warn_once
from ..ops.axes import alias
from ..ops.dims import Size, sizes
from ..ops.shape import cloned
from .conversion import as_number


def leaf(value, dtype, requires_grad: bool) -> Tensor:
    """Wrap an array as a leaf. Raise if it should require grad but its dtype doesn't allow that."""
    if requires_grad and not dtype.is_floating_point:
        raise error("new_integer_leaf", dtype)
    return wrap(value, dtype, bool(requires_grad))


def factory(function) -> Any:
    """Turn a function that returns an array and its dtype into one that returns a new tensor.

    The function receives the requested dtype, or None if none was requested. Options that all
    factories share are handled here.
    """

    @functools.wraps(function)
    def create(*args, dtype=None, device=None, requires_grad=False, **options) -> Tensor:
        check_device(device)
        value, chosen = function(*args, dtype=as_dtype(dtype), **options)
        return leaf(value.astype(chosen.numpy, copy=False)[()], chosen, requires_grad)

    return create


def _in_dtype_of(x: Tensor, options: Any) -> dict:
    """Return the options of a factory, with the dtype of x unless they name another."""
    return {**options, "dtype": options.get("dtype") or x._dtype}


@public(method=False)
def tensor(data: Anything, **options: Unpack[Options]) -> Tensor:
    """Create a leaf with a copy of the data: numbers, nested lists, or arrays.

    Integers become int64, truth values become bool, and data that contains a float gets the default
    dtype, float32.

    >>> import minigrad as mg
    >>> mg.tensor([[1, 2], [3, 4]])
    tensor([[1, 2],
            [3, 4]])
    """
    return _tensor(data, **options)


@factory
def _tensor(data, *, dtype):
    if isinstance(data, Tensor):
        warn("copy_of_tensor")
        array, own = cloned(data._value), data._dtype
    elif isinstance(data, np.ndarray):
        array = np.array(data, order="C")
        own = dtype if dtype and data.dtype.kind in "fu" else from_numpy(data)._dtype
    else:
        array, own = _from_python(data)
    chosen = dtype or own
    if array.dtype != chosen.numpy and chosen.kind == 1 and not isinstance(data, np.ndarray):
        limits = np.iinfo(chosen.numpy)
        wraps = chosen is dtypes.uint8 and array.dtype.kind == "i"
        least = -limits.max if wraps else limits.min
        if not np.all((array >= least) & (array < float(limits.max) + 1)):
            raise error("number_overflow", chosen.name)
        array = array.astype(np.int64)
    return array, chosen


def _from_python(data):
    """Convert nested lists to an array, and return the array and its minigrad dtype."""
    if not isinstance(data, list | tuple | range | str | Tensor | int | float | np.generic):
        raise error("no_dtype", data)
    shape: list = []
    level = data
    while isinstance(level, list | tuple | range):
        shape.append(len(level))
        level = level[0] if level else None
    if shape and isinstance(level, np.ndarray) and level.ndim:
        warn_once("slow_arrays")
        return (array := np.array(data)), from_numpy_dtype(array.dtype)
    if shape and isinstance(level, str):
        raise error("too_many_dims")
    numbers: list = []
    _flatten(data, shape, 0, numbers)
    kinds = [_kind(n) for n in {type(n): n for n in numbers}.values()]
    common = functools.reduce(dtypes.wider, kinds or [dtypes.get_default_dtype()])
    try:
        # Python floats have 64 bits, and if float64 was requested, it keeps them all.
        numpy = np.float64 if common.is_floating_point else common.numpy
        return np.array(numbers, numpy).reshape(shape), common
    except OverflowError:
        raise error("int64_overflow") from None


def _kind(n):
    return from_numpy_dtype(n.dtype) if isinstance(n, np.generic) else dtypes.of_number(n)


def _flatten(data, shape: list, depth: int, numbers: list) -> None:
    if depth == len(shape):
        if isinstance(data, np.ndarray):
            data = data.item()
        if isinstance(data, Tensor):
            data = data.__index__() if data._dtype.kind == 1 else as_number(data)
        if isinstance(data, list | tuple):
            raise error("uneven_item", data)
        if isinstance(data, str):
            raise error("new_type", data)
        if not isinstance(data, bool | int | float | np.generic):
            raise error("no_dtype_inside", data)
        numbers.append(data)
        return
    if not isinstance(data, list | tuple | range):
        raise error("not_a_sequence")
    if len(data) != shape[depth]:
        raise error("uneven_lists", shape[depth], depth, len(data))
    for item in data:
        _flatten(item, shape, depth + 1, numbers)


@public(method=False)
def as_tensor(
    data: Anything,
    *,
    dtype: Dtype | None = None,
    device: Device | None = None,
    requires_grad: bool = False,
) -> Tensor:
    """Convert data to a tensor. An array's memory is shared, and a tensor is returned as is."""
    check_device(device)
    data = from_numpy(data) if isinstance(data, np.ndarray) else data
    made = cast(data, as_dtype(dtype)) if isinstance(data, Tensor) else _tensor(data, dtype=dtype)
    return made.requires_grad_() if requires_grad else made


def constructed(cls, /, *data, **options) -> Tensor:
    """Create the tensor for calls such as `Tensor([1, 2])` (data) and `Tensor(2, 3)` (sizes)."""
    made = constructed_as(None, data, options)
    if cls is not Tensor:
        made = made.detach()  # so that the tensor passed as data keeps its own class
        made.__class__ = cls
    return made


def constructed_as(kind: dtypes.dtype | None, data: tuple, options: dict) -> Tensor:
    """Create a tensor from data or sizes. If `kind` is None, it has the default dtype.

    The result shares the memory of a tensor passed as data. Errors: TypeError if its dtype differs.
    """
    dtype, of_sizes = kind or dtypes.get_default_dtype(), all(isinstance(n, int) for n in data)
    if options or (len(data) > 1 and not of_sizes):
        raise misfit("new", data, options, "\n * (data, or sizes)")
    if of_sizes or isinstance(data[0], Size):
        made = zeros.raw(*data or (0,), dtype=dtype)
    elif isinstance(data[0], float | None):
        raise error("data_no_sequence", data[0])
    elif isinstance(data[0], Tensor):
        if kind is not None and data[0]._dtype is not kind:
            raise error("tensor_of_type", kind.c_name, data[0]._dtype.c_name, kind)
        made = alias(data[0])
    else:
        made = as_tensor(data[0], dtype=dtype)
    return made


Tensor.__new__ = constructed  # type: ignore[assignment]


def from_numpy(ndarray: Any) -> Tensor:
    """Return a tensor that shares the array's memory."""
    if not isinstance(ndarray, np.ndarray):
        raise error("not_an_array", ndarray)
    if any(step < 0 for step in ndarray.strides):
        raise error("negative_strides")
    return wrap(ndarray, from_numpy_dtype(ndarray.dtype))


def shape_of(name: str, size: tuple) -> tuple:
    """Return the shape of a new tensor."""
    shape = sizes(size)
    if name == "zeros" and any(n < 0 for n in shape):
        raise error("negative_zeros")
    if any(n < 0 for n in shape):
        raise error("negative_size", min(shape, default=0), shape)
    return shape


class Sized(Protocol):
    """A factory for tensors with given sizes: `zeros(2, 3)` or `zeros((2, 3))`."""

    raw: Callable[..., Tensor]  # without checks

    @overload
    def __call__(self, size: Ints, **options: Unpack[Options]) -> Tensor: ...
    @overload
    def __call__(self, *size: int, **options: Unpack[Options]) -> Tensor: ...
    def __call__(self, *size, **options): ...


def sized(values) -> Sized:
    """Define a `Sized` factory from `values(shape, dtype)`, which returns an array."""
    return public(method=False, like=Sized.__call__)(of_size(values))


def of_size(values) -> Any:
    @functools.wraps(values)
    def create(*size, dtype, **options):
        dtype = dtype or dtypes.get_default_dtype()
        return values(shape_of(values.__name__, size), dtype.numpy, **options), dtype

    return factory(create)


class Like(Protocol):
    """A factory for tensors with the shape and dtype of another tensor."""

    raw: Callable[..., Tensor]

    def __call__(self, input: Tensor, **options: Unpack[Options]) -> Tensor: ...


def like(values) -> Like:
    """Define a `Like` factory from `values(template, dtype)`, which returns an array."""
    return public(method=False, like=Like.__call__)(of_shape(values))


def of_shape(values) -> Any:
    @functools.wraps(values)
    def create(input, *args, dtype, **options):
        dtype = dtype or input._dtype
        template = laid(np.empty(input._value.size, dtype.numpy), input._value)
        return values(template, *args, dtype=dtype.numpy, **options), dtype

    return factory(create)


@sized
def zeros(shape, dtype):
    """Create a tensor of zeros with the given shape.

    >>> import minigrad as mg
    >>> mg.zeros(2, 3)
    tensor([[0., 0., 0.],
            [0., 0., 0.]])
    >>> mg.zeros(2, requires_grad=True)
    tensor([0., 0.], requires_grad=True)
    """
    return np.zeros(shape, dtype)


@sized
def ones(shape, dtype):
    """Create a tensor of ones with the given shape.

    As the argument of `backward`, it requests the sum of the gradients of all elements.

    >>> import minigrad as mg
    >>> x = mg.tensor([1.0, 2.0], requires_grad=True)
    >>> (x * x).backward(mg.ones(2))
    >>> x.grad
    tensor([2., 4.])
    """
    return np.ones(shape, dtype)


@sized
def empty(shape, dtype):
    """Create a tensor with arbitrary values (in minigrad, they happen to be zeros)."""
    return np.zeros(shape, dtype)


@like
def zeros_like(template, dtype):
    """Create a tensor of zeros with the shape and dtype of another tensor."""
    return np.zeros_like(template, dtype)


@like
def ones_like(template, dtype):
    """Create a tensor of ones with the shape and dtype of another tensor."""
    return np.ones_like(template, dtype)


@like
def empty_like(template, dtype):
    """Create a tensor with the shape and dtype of another tensor, and arbitrary values."""
    return np.zeros_like(template, dtype)


@public(method=False)
def full(size: Ints, fill_value: Number, **options: Unpack[Options]) -> Tensor:
    """Create a tensor filled with a single value."""
    return _full(size, fill_value, **options)


@factory
def _full(size, fill_value, *, dtype):
    dtype = dtype or dtypes.of_number(fill_value)
    return np.full(shape_of("full", (size,)), dtypes.holding(dtype, fill_value), dtype.numpy), dtype


@public(method=False)
def full_like(input: Tensor, fill_value: Number, **options: Unpack[Options]) -> Tensor:
    """Create a tensor filled with a single value, with the shape and dtype of another tensor."""
    return _full_like(input, fill_value, **_in_dtype_of(input, options))


@factory
def _full_like(input, fill_value, *, dtype):
    made = _full(input._value.shape, fill_value, dtype=dtype)
    return relaid(made._value, input._value), dtype


@method()
def new_full(self: Tensor, size: Ints, fill_value: Number, **options: Unpack[Options]) -> Tensor:
    """Create a tensor filled with a single value, with this tensor's dtype."""
    return _full(size, fill_value, **_in_dtype_of(self, options))


@method()
def new_zeros(self: Tensor, size: Ints, **options: Unpack[Options]) -> Tensor:
    """Create a tensor of zeros with this tensor's dtype."""
    return zeros.raw(size, **_in_dtype_of(self, options))


@method()
def new_ones(self: Tensor, size: Ints, **options: Unpack[Options]) -> Tensor:
    """Create a tensor of ones with this tensor's dtype."""
    return ones.raw(size, **_in_dtype_of(self, options))


@method()
def new_tensor(self: Tensor, data: Anything, **options: Unpack[Options]) -> Tensor:
    """Create a tensor from data, with this tensor's dtype."""
    return _tensor(data, **_in_dtype_of(self, options))


@overload
def eye(n: OneInt, **options: Unpack[Options]) -> Tensor: ...
@overload
def eye(n: OneInt, m: OneInt, **options: Unpack[Options]) -> Tensor: ...
@public(method=False)
@factory
def eye(n, m=None, *, dtype=None):
    """Create a matrix with ones on the diagonal and zeros elsewhere.

    >>> import minigrad as mg
    >>> mg.eye(2)
    tensor([[1., 0.],
            [0., 1.]])
    >>> mg.eye(2, 3, dtype=mg.int64)
    tensor([[1, 0, 0],
            [0, 1, 0]])
    """
    for name, count in (("n", n), ("m", m)):
        if count is not None and count < 0:
            raise error("negative_eye", name, count)
    return np.eye(n, m), dtype or dtypes.get_default_dtype()


@overload
def arange(end: Number, **options: Unpack[Options]) -> Tensor: ...
@overload
def arange(start: Number, end: Number, **options: Unpack[Options]) -> Tensor: ...
@overload
def arange(start: Number, end: Number, step: Number = 1, **options: Unpack[Options]) -> Tensor: ...
@public(method=False)
@factory
def arange(start=0, end=None, step=1, *, dtype=None):
    """Create the numbers start, start + step, ... up to, but not including, end.

    If all arguments are integers, the result is int64.

    >>> import minigrad as mg
    >>> mg.arange(4)
    tensor([0, 1, 2, 3])
    >>> mg.arange(1.0, 2.0, 0.25)
    tensor([1.0000, 1.2500, 1.5000, 1.7500])
    """
    start, end = (0, start) if end is None else (start, end)
    if step == 0:
        raise error("zero_step")
    if not np.isfinite(end - start):
        raise error("endless_range", start, end)
    if (end - start) * step < 0:
        raise error("step_sign")
    is_float = any(isinstance(n, float) for n in (start, end, step))
    dtype = dtype or (dtypes.get_default_dtype() if is_float else dtypes.int64)
    i = np.arange(int(np.ceil((end - start) / step)))
    if not dtype.is_floating_point:
        return start + step * i, dtype
    # This reproduces PyTorch's loop. In each block of 32 bytes, it counts from the block's first
    # number, rounded. The rest, fewer than 64 bytes, is computed one number at a time. The longer
    # floats emulate fused multiply-add.
    at_once, exact = 32 // dtype.itemsize, np.longdouble(step)
    first = np.where(i < i.size - i.size % (2 * at_once), i - i % at_once, i)
    base = (start + exact * first).astype(np.float64).astype(dtype.numpy)
    return (base + exact * (i - first)).astype(np.float64), dtype


@overload
def linspace(start: Tensor, end: Tensor, steps: int, **options: Unpack[Options]) -> Tensor: ...
@overload
def linspace(start: Tensor, end: Number, steps: int, **options: Unpack[Options]) -> Tensor: ...
@overload
def linspace(start: Number, end: Tensor, steps: int, **options: Unpack[Options]) -> Tensor: ...
@overload
def linspace(start: Number, end: Number, steps: int, **options: Unpack[Options]) -> Tensor: ...
@public(method=False)
@factory
def linspace(start, end, steps, *, dtype=None):
    """Create `steps` evenly spaced numbers from start to end, including both.

    >>> import minigrad as mg
    >>> mg.linspace(0, 1, 5)
    tensor([0.0000, 0.2500, 0.5000, 0.7500, 1.0000])
    """
    dtype = dtype or dtypes.get_default_dtype()
    ranks = {"start": np.ndim(start), "end": np.ndim(end)}
    wrong = [f"{name} with {rank} dimension(s)" for name, rank in ranks.items() if rank]
    if wrong:
        raise error("linspace_dims", " and ".join(wrong))
    if steps < 0:
        raise error("negative_steps")
    start, end = (n.item() if isinstance(n, Tensor) else n for n in (start, end))
    if steps < 2:
        return np.full(steps, dtypes.holding(dtype, start) if steps else 0), dtype
    if not dtype.kind:
        raise not_implemented("linspace_cpu", dtype.numpy)
    # Like PyTorch, count in each half from its own end, in the dtype itself.
    number, i = dtype.numpy.type, np.arange(steps)
    start, end = dtypes.holding(dtype, start), dtypes.holding(dtype, end)
    step = (number(end) - number(start)) / number(max(steps - 1, 1))
    up, down = number(start) + step * i.astype(number), number(end) - step * i[::-1].astype(number)
    return np.where(i < steps // 2, up, down), dtype
