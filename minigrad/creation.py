"""How tensors are made."""

from typing import Any

import numpy as np

from . import dtypes
from .conversion import as_number
from .device import check_device
from .dims import sized, sizes
from .dtypes import as_dtype, from_numpy_dtype
from .errors import error, refuse_if, warn
from .ops.shape import cast
from .tensor import Tensor, wrap


def tensor(data, *, dtype=None, device=None, requires_grad=False) -> Tensor:
    """A leaf with a copy of the data: numbers, nested lists, arrays.

    Integers make int64, truth values bool, anything with a float the default dtype, float32.

    >>> import minigrad as mg
    >>> mg.tensor([[1, 2], [3, 4]])
    tensor([[1, 2],
            [3, 4]])
    """
    check_device(device)
    if isinstance(data, Tensor):
        warn("copy_of_tensor")
        array, found = np.array(data._value), data._dtype
    elif isinstance(data, np.ndarray | np.generic):
        array = np.array(data)
        found = from_numpy_dtype(array.dtype)
    else:
        array, found = _from_python(data)
    chosen = found if dtype is None else as_dtype(dtype)
    refuse_if(chosen is dtypes.int32 and np.any(np.abs(array) > 2**31 - 1), "int32_overflow")
    return leaf(array.astype(chosen.numpy)[()], chosen, requires_grad)


def leaf(value, dtype, requires_grad: bool) -> Tensor:
    """A leaf around an array, if its dtype may require what is asked."""
    refuse_if(requires_grad and not dtype.is_floating_point, "new_integer_leaf", dtype)
    return wrap(value, dtype, bool(requires_grad))


def _from_python(data):
    """Nested lists as an array, and the dtype they have."""
    if not isinstance(data, list | tuple | range | str | Tensor | int | float | np.generic):
        raise error("no_dtype", data)
    shape: list = []
    level: Any = data
    while isinstance(level, list | tuple | range):
        shape.append(len(level))
        level = level[0] if level else None
    numbers: list = []
    _flatten(data, shape, 0, numbers)
    kinds = {type(n) for n in numbers}
    if kinds <= {bool} and numbers:
        found = dtypes.bool_
    elif kinds <= {bool, int} and numbers:
        found = dtypes.int64
    else:
        found = dtypes.get_default_dtype()
    try:
        return np.array(numbers, found.numpy).reshape(shape), found
    except OverflowError:
        raise error("int64_overflow") from None


def _flatten(data, shape: list, depth: int, numbers: list) -> None:
    if depth == len(shape):
        if isinstance(data, Tensor):
            data = as_number(data)
        elif isinstance(data, np.ndarray | np.generic):
            data = data.item()
        refuse_if(isinstance(data, list | tuple), "uneven_item", data)
        refuse_if(data is None or isinstance(data, dict), "no_dtype_inside", data)
        refuse_if(not isinstance(data, bool | int | float), "new_type", data)
        numbers.append(data)
        return
    refuse_if(not isinstance(data, list | tuple | range), "not_a_sequence")
    if len(data) != shape[depth]:
        raise error("uneven_lists", shape[depth], depth, len(data))
    for item in data:
        _flatten(item, shape, depth + 1, numbers)


def as_tensor(data, dtype=None, device=None) -> Tensor:
    """The data as a tensor: a tensor as it is, an array's memory shared, else a copy."""
    if isinstance(data, Tensor):
        return data if dtype is None else cast(data, as_dtype(dtype))
    if isinstance(data, np.ndarray):
        return cast(from_numpy(data), as_dtype(dtype)) if dtype else from_numpy(data)
    return tensor(data, dtype=dtype, device=device)


def from_numpy(ndarray) -> Tensor:
    """A tensor that shares the array's memory."""
    refuse_if(not isinstance(ndarray, np.ndarray), "not_an_array", ndarray)
    return wrap(ndarray, from_numpy_dtype(ndarray.dtype))


def _filled(name, size: tuple, number, dtype, device, requires_grad) -> Tensor:
    check_device(device)
    chosen = dtypes.get_default_dtype() if dtype is None else as_dtype(dtype)
    shape = shape_of(name, size)
    return leaf(np.full(shape, number, chosen.numpy)[()], chosen, requires_grad)


def shape_of(name: str, size: tuple) -> tuple:
    """The shape of a new tensor."""
    refuse_if(not size, "no_size", name)
    shape = sizes(size, name)
    refuse_if(name == "zeros" and any(n < 0 for n in shape), "negative_zeros")
    if any(n < 0 for n in shape):
        raise error("negative_size", min(shape), shape)
    return shape


@sized
def zeros(*size, dtype=None, device=None, requires_grad=False) -> Tensor:
    """Zeros in the given shape."""
    return _filled("zeros", size, 0, dtype, device, requires_grad)


@sized
def ones(*size, dtype=None, device=None, requires_grad=False) -> Tensor:
    """Ones in the given shape."""
    return _filled("ones", size, 1, dtype, device, requires_grad)


@sized
def empty(*size, dtype=None, device=None, requires_grad=False) -> Tensor:
    """A tensor whose values are not to be relied on (here: zeros)."""
    return _filled("empty", size, 0, dtype, device, requires_grad)


def full(size, fill_value, *, dtype=None, device=None, requires_grad=False) -> Tensor:
    """The same number everywhere."""
    refuse_if(not isinstance(size, list | tuple), "full_size", size)
    if isinstance(fill_value, Tensor):
        fill_value = fill_value.item()
    dtype = dtypes.of_number(fill_value) if dtype is None else dtype
    return _filled("full", (size,), fill_value, dtype, device, requires_grad)


def _like(name, input, number, dtype, device, requires_grad) -> Tensor:
    refuse_if(not isinstance(input, Tensor), "not_a_tensor", name, input)
    shape = input._value.shape
    return _filled(name, (shape,), number, dtype or input._dtype, device, requires_grad)


def zeros_like(input, *, dtype=None, device=None, requires_grad=False) -> Tensor:
    """Zeros in the shape and dtype of a tensor."""
    return _like("zeros_like", input, 0, dtype, device, requires_grad)


def ones_like(input, *, dtype=None, device=None, requires_grad=False) -> Tensor:
    """Ones in the shape and dtype of a tensor."""
    return _like("ones_like", input, 1, dtype, device, requires_grad)


def empty_like(input, *, dtype=None, device=None, requires_grad=False) -> Tensor:
    """A tensor of the shape and dtype of another, whose values are not to be relied on."""
    return _like("empty_like", input, 0, dtype, device, requires_grad)


def full_like(input, fill_value, *, dtype=None, device=None, requires_grad=False) -> Tensor:
    """The same number everywhere, in the shape and dtype of a tensor."""
    return _like("full_like", input, fill_value, dtype, device, requires_grad)


def eye(n, m=None, *, dtype=None, device=None, requires_grad=False) -> Tensor:
    """Ones on the diagonal, zeros elsewhere."""
    check_device(device)
    for name, count in (("n", n), ("m", m)):
        refuse_if(count is not None and count < 0, "negative_eye", name, count)
    chosen = dtypes.get_default_dtype() if dtype is None else as_dtype(dtype)
    return leaf(np.eye(n, m, dtype=chosen.numpy), chosen, requires_grad)


def arange(start=0, end=None, step=1, *, dtype=None, device=None, requires_grad=False) -> Tensor:
    """start, start + step, ... up to but not including end."""
    check_device(device)
    if end is None:
        start, end = 0, start
    start, end, step = (n.item() if isinstance(n, Tensor) else n for n in (start, end, step))
    for name, n in (("start", start), ("end", end), ("step", step)):
        refuse_if(not isinstance(n, int | float | np.number), "arange_type", name, n)
    refuse_if(step == 0, "zero_step")
    refuse_if((end - start) * step < 0, "step_sign")
    found = dtypes.int64
    if any(isinstance(n, float) for n in (start, end, step)):
        found = dtypes.get_default_dtype()
    chosen = found if dtype is None else as_dtype(dtype)
    count = int(np.ceil((end - start) / step))
    return leaf((start + step * np.arange(count)).astype(chosen.numpy), chosen, requires_grad)


def linspace(start, end, steps, *, dtype=None, device=None, requires_grad=False) -> Tensor:
    """`steps` numbers from start to end, both included, evenly spaced."""
    check_device(device)
    chosen = dtypes.get_default_dtype() if dtype is None else as_dtype(dtype)
    refuse_if(steps < 0, "negative_steps")
    if steps == 1:
        return leaf(np.full(1, start, chosen.numpy), chosen, requires_grad)
    # Both halves count from their own end, in the dtype itself, as PyTorch does.
    number = chosen.numpy.type
    i = np.arange(steps)
    step = number((end - start) / max(steps - 1, 1)) if chosen.is_floating_point else number(0)
    step = (number(end) - number(start)) / number(max(steps - 1, 1)) if steps > 1 else step
    up, down = number(start) + step * i.astype(number), number(end) - step * i[::-1].astype(number)
    return leaf(np.where(i < steps // 2, up, down).astype(chosen.numpy), chosen, requires_grad)
