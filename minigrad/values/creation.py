"""How tensors are made."""

import functools
import inspect

import numpy as np

from ..engine import dtypes
from ..engine.dtypes import as_dtype, from_numpy_dtype
from ..engine.memory.inplace import filled_out
from ..engine.tensor import Tensor, wrap
from ..messages.errors import error, misfit, warn, warn_once
from ..ops.dims import Size, sizes
from ..ops.shape import cast, clone, laid, relaid
from .conversion import as_number
from .device import check_device


def leaf(value, dtype, requires_grad: bool) -> Tensor:
    """A leaf around an array, if its dtype may require what is asked."""
    if requires_grad and not dtype.is_floating_point:
        raise error("new_integer_leaf", dtype)
    return wrap(value, dtype, bool(requires_grad))


def factory(function):
    """Make a function that gives an array, and its dtype, one that gives a new tensor.

    It gets the dtype that was asked for, or None; what all factories take is dealt with here.
    """

    @functools.wraps(function)
    def create(*args, dtype=None, device=None, requires_grad=False, out=None, **options) -> Tensor:
        check_device(device)
        if out is not None:
            made = create(*args, dtype=out._dtype, **options)
            return filled_out(f"aten::{create.__name__}", out, (), made)
        value, chosen = function(*args, dtype=as_dtype(dtype), **options)
        return leaf(value.astype(chosen.numpy, copy=False)[()], chosen, requires_grad)

    create.__signature__ = _shown(function)  # type: ignore[attr-defined]
    return create


def _shown(function) -> inspect.Signature:
    """What a factory takes, as help() shows it."""
    own = [p for p in inspect.signature(function).parameters.values() if p.name != "dtype"]
    rest = [own.pop()] if own[-1].kind is inspect.Parameter.VAR_KEYWORD else []
    common = inspect.signature(lambda *, dtype=None, device=None, requires_grad=False: None)
    return inspect.Signature([*own, *common.parameters.values(), *rest])


@factory
def tensor(data, *, dtype):
    """A leaf with a copy of the data: numbers, nested lists, arrays.

    Integers make int64, truth values bool, anything with a float the default dtype, float32.

    >>> import minigrad as mg
    >>> mg.tensor([[1, 2], [3, 4]])
    tensor([[1, 2],
            [3, 4]])
    """
    if isinstance(data, Tensor):
        warn("copy_of_tensor")
        array, own = clone(data._value), data._dtype
    elif isinstance(data, np.ndarray):
        array, own = np.array(data, order="C"), from_numpy(data)._dtype
    else:
        array, own = _from_python(data)
    chosen = dtype or own
    if array.dtype != chosen.numpy and chosen.kind == 1 and not isinstance(data, np.ndarray):
        end = 2.0 ** (8 * chosen.itemsize - 1)
        if not np.all((array >= -end) & (array < end)):
            raise error("number_overflow", chosen.name)
    return array, chosen


def _from_python(data):
    """Nested lists as an array, and the dtype they have."""
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
        # Python's floats have 64 bits: what is asked for as float64 keeps them all.
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


def as_tensor(data, dtype=None, device=None) -> Tensor:
    """The data as a tensor: a tensor as it is, an array's memory shared, else a copy."""
    check_device(device)
    data = from_numpy(data) if isinstance(data, np.ndarray) else data
    return cast(data, as_dtype(dtype)) if isinstance(data, Tensor) else tensor(data, dtype=dtype)


def constructed(_cls, /, *data, **options) -> Tensor:
    """What the class makes if it is called: `Tensor([1, 2])` of data, `Tensor(2, 3)` of sizes."""
    dtype, of_sizes = dtypes.get_default_dtype(), all(isinstance(n, int) for n in data)
    if options or (len(data) > 1 and not of_sizes):
        raise misfit("new", data, options, "\n * (data, or sizes)")
    if of_sizes or isinstance(data[0], Size):
        return zeros(*data or (0,), dtype=dtype)
    if isinstance(data[0], float | None):
        raise error("data_no_sequence", data[0])
    return as_tensor(data[0], None if isinstance(data[0], Tensor) else dtype)


Tensor.__new__ = constructed  # type: ignore[assignment]


def from_numpy(ndarray) -> Tensor:
    """A tensor that shares the array's memory."""
    if not isinstance(ndarray, np.ndarray):
        raise error("not_an_array", ndarray)
    if any(step < 0 for step in ndarray.strides):
        raise error("negative_strides")
    return wrap(ndarray, from_numpy_dtype(ndarray.dtype))


def shape_of(name: str, size: tuple) -> tuple:
    """The shape of a new tensor."""
    shape = sizes(size)
    if name == "zeros" and any(n < 0 for n in shape):
        raise error("negative_zeros")
    if any(n < 0 for n in shape):
        raise error("negative_size", min(shape, default=0), shape)
    return shape


def sized(name: str, values, doc: str):
    """A factory of `*size`, with `values(shape, dtype, **options)`."""

    def create(*size, dtype, **options):
        dtype = dtype or dtypes.get_default_dtype()
        return values(shape_of(name, size), dtype.numpy, **options), dtype

    create.__name__, create.__doc__ = name, doc
    return factory(create)


def like(name: str, values, doc: str):
    """A factory of a tensor's shape and dtype, with `values(its array, dtype, ...)`."""

    def create(input, *args, dtype, **options):
        dtype = dtype or input._dtype
        template = laid(np.empty(input._value.size, dtype.numpy), input._value)
        return values(template, dtype.numpy, *args, **options), dtype

    create.__name__, create.__doc__ = name, doc
    return factory(create)


zeros = sized("zeros", np.zeros, "Zeros in the given shape.")
ones = sized("ones", np.ones, "Ones in the given shape.")
empty = sized("empty", np.zeros, "A tensor whose values are not to be relied on (here: zeros).")
zeros_like = like("zeros_like", np.zeros_like, "Zeros in the shape and dtype of a tensor.")
ones_like = like("ones_like", np.ones_like, "Ones in the shape and dtype of a tensor.")
empty_like = like("empty_like", np.zeros_like, "A new tensor in the shape and dtype of another.")


@factory
def full(size, fill_value, *, dtype):
    """The same number everywhere."""
    dtype = dtype or dtypes.of_number(fill_value)
    return np.full(shape_of("full", (size,)), dtypes.holding(dtype, fill_value), dtype.numpy), dtype


@factory
def full_like(input, fill_value, *, dtype):
    """The same number everywhere, in the shape and dtype of a tensor."""
    made = new_full(input, input._value.shape, fill_value, dtype=dtype)
    return relaid(made._value, input._value), made._dtype


def _like_this(make):
    """The method that makes a tensor as a function does, in the dtype of this one."""

    def method(self, *data, dtype=None, **options) -> Tensor:
        return make(*data, dtype=dtype or self._dtype, **options)

    method.__doc__ = f"`{make.__name__}` in this tensor's dtype."
    return method


new_full, new_zeros, new_ones, new_tensor = map(_like_this, (full, zeros, ones, tensor))


@factory
def eye(n, m=None, *, dtype):
    """Ones on the diagonal, zeros elsewhere."""
    for name, count in (("n", n), ("m", m)):
        if count is not None and count < 0:
            raise error("negative_eye", name, count)
    return np.eye(n, m), dtype or dtypes.get_default_dtype()


@factory
def arange(start=0, end=None, step=1, *, dtype):
    """start, start + step, ... up to but not including end."""
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
    # As PyTorch's loop does: 32 bytes at a time are counted from the first of them, rounded; the
    # rest, of fewer than 64 bytes, one by one. The longer floats stand for fused multiply-add.
    at_once, exact = 32 // dtype.itemsize, np.longdouble(step)
    first = np.where(i < i.size - i.size % (2 * at_once), i - i % at_once, i)
    base = (start + exact * first).astype(np.float64).astype(dtype.numpy)
    return (base + exact * (i - first)).astype(np.float64), dtype


@factory
def linspace(start, end, steps, *, dtype):
    """`steps` numbers from start to end, both included, evenly spaced."""
    dtype = dtype or dtypes.get_default_dtype()
    ranks = {"start": np.ndim(start), "end": np.ndim(end)}
    wrong = [f"{name} with {rank} dimension(s)" for name, rank in ranks.items() if rank]
    if wrong:
        raise error("linspace_dims", " and ".join(wrong))
    if steps < 0:
        raise error("negative_steps")
    if steps == 1:
        return np.full(1, start), dtype
    # Both halves count from their own end, in the dtype itself, as PyTorch does.
    number, i = dtype.numpy.type, np.arange(steps)
    step = (number(end) - number(start)) / number(max(steps - 1, 1))
    up, down = number(start) + step * i.astype(number), number(end) - step * i[::-1].astype(number)
    return np.where(i < steps // 2, up, down), dtype
