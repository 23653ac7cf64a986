"""How tensors are made."""

import warnings

import numpy as np

from . import dtypes, random
from .conversion import as_number
from .dims import sizes
from .dtypes import as_dtype, from_numpy_dtype
from .ops.shape import cast
from .tensor import Tensor, wrap

_COPY_OF_TENSOR = (
    "To copy construct from a tensor, it is recommended to use sourceTensor.detach().clone() or "
    "sourceTensor.detach().clone().requires_grad_(True), rather than minigrad.tensor(sourceTensor)."
)


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
        warnings.warn(_COPY_OF_TENSOR, UserWarning, stacklevel=2)
        array, found = np.array(data._value), data._dtype
    elif isinstance(data, np.ndarray | np.generic):
        array = np.array(data)
        found = from_numpy_dtype(array.dtype)
    else:
        array, found = _from_python(data)
    chosen = found if dtype is None else as_dtype(dtype)
    return leaf(array.astype(chosen.numpy)[()], chosen, requires_grad)


def leaf(value, dtype, requires_grad: bool) -> Tensor:
    """A leaf around an array, if its dtype may require what is asked."""
    if requires_grad and not dtype.is_floating_point:
        raise RuntimeError(
            "Only Tensors of floating point and complex dtype can require gradients\n"
            f"This one would be {dtype}: write 1.0 instead of 1, or pass dtype=minigrad.float32."
        )
    return wrap(value, dtype, bool(requires_grad))


def _from_python(data):
    """Nested lists as an array, and the dtype they have."""
    shape, level = [], data
    while isinstance(level, list | tuple):
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
    return np.array(numbers, found.numpy).reshape(shape), found


def _flatten(data, shape: list, depth: int, numbers: list) -> None:
    if depth == len(shape):
        if isinstance(data, Tensor):
            data = as_number(data)
        elif isinstance(data, np.ndarray | np.generic):
            data = data.item()
        if isinstance(data, list | tuple):
            raise TypeError(
                f"not a sequence of numbers\nThe lists are not nested evenly: {data!r}."
            )
        if not isinstance(data, bool | int | float):
            raise TypeError(f"new(): invalid data type '{type(data).__name__}'\nUse numbers.")
        numbers.append(data)
        return
    if not isinstance(data, list | tuple):
        raise TypeError("not a sequence\nThe lists are not nested evenly.")
    if len(data) != shape[depth]:
        raise ValueError(
            f"expected sequence of length {shape[depth]} at dim {depth} (got {len(data)})\n"
            "Every list at the same depth needs the same length."
        )
    for item in data:
        _flatten(item, shape, depth + 1, numbers)


def as_tensor(data, dtype=None, device=None) -> Tensor:
    """The data as a tensor: a tensor as it is, an array's memory shared, else a copy."""
    if isinstance(data, Tensor):
        return data if dtype is None else cast(data, as_dtype(dtype))
    if isinstance(data, np.ndarray) and dtype is None:
        return from_numpy(data)
    return tensor(data, dtype=dtype, device=device)


def from_numpy(ndarray) -> Tensor:
    """A tensor that shares the array's memory."""
    if not isinstance(ndarray, np.ndarray):
        raise TypeError(f"expected np.ndarray (got {type(ndarray).__name__})")
    return wrap(ndarray, from_numpy_dtype(ndarray.dtype))


def check_device(device) -> None:
    """There is one device, the CPU."""
    if device is not None and str(device) != "cpu":
        raise AssertionError(
            "Torch not compiled with CUDA enabled\n"
            f"minigrad computes on the CPU alone: leave out device={str(device)!r}."
        )


def _filled(shape: tuple, number, dtype, device, requires_grad) -> Tensor:
    check_device(device)
    chosen = dtypes.get_default_dtype() if dtype is None else as_dtype(dtype)
    shape = sizes(shape)
    if any(n < 0 for n in shape):
        raise RuntimeError(
            f"Trying to create tensor with negative dimension {min(shape)}: {list(shape)}"
        )
    return leaf(np.full(shape, number, chosen.numpy)[()], chosen, requires_grad)


def zeros(*size, dtype=None, device=None, requires_grad=False) -> Tensor:
    """Zeros in the given shape."""
    return _filled(size, 0, dtype, device, requires_grad)


def ones(*size, dtype=None, device=None, requires_grad=False) -> Tensor:
    """Ones in the given shape."""
    return _filled(size, 1, dtype, device, requires_grad)


def empty(*size, dtype=None, device=None, requires_grad=False) -> Tensor:
    """A tensor whose values are not to be relied on (here: zeros)."""
    return _filled(size, 0, dtype, device, requires_grad)


def full(size, fill_value, *, dtype=None, device=None, requires_grad=False) -> Tensor:
    """The same number everywhere."""
    if isinstance(fill_value, Tensor):
        fill_value = fill_value.item()
    dtype = dtypes.of_number(fill_value) if dtype is None else dtype
    return _filled((size,), fill_value, dtype, device, requires_grad)


def zeros_like(input, *, dtype=None, device=None, requires_grad=False) -> Tensor:
    """Zeros in the shape and dtype of a tensor."""
    return _filled(input._value.shape, 0, dtype or input._dtype, device, requires_grad)


def ones_like(input, *, dtype=None, device=None, requires_grad=False) -> Tensor:
    """Ones in the shape and dtype of a tensor."""
    return _filled(input._value.shape, 1, dtype or input._dtype, device, requires_grad)


def full_like(input, fill_value, *, dtype=None, device=None, requires_grad=False) -> Tensor:
    """The same number everywhere, in the shape and dtype of a tensor."""
    return _filled(input._value.shape, fill_value, dtype or input._dtype, device, requires_grad)


def eye(n, m=None, *, dtype=None, device=None, requires_grad=False) -> Tensor:
    """Ones on the diagonal, zeros elsewhere."""
    check_device(device)
    chosen = dtypes.get_default_dtype() if dtype is None else as_dtype(dtype)
    return leaf(np.eye(n, m, dtype=chosen.numpy), chosen, requires_grad)


def arange(start, end=None, step=1, *, dtype=None, device=None, requires_grad=False) -> Tensor:
    """start, start + step, ... up to but not including end."""
    check_device(device)
    if end is None:
        start, end = 0, start
    if step == 0:
        raise RuntimeError("step must be nonzero")
    if (end - start) * step < 0:
        raise RuntimeError("upper bound and lower bound inconsistent with step sign")
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
    if steps < 0:
        raise RuntimeError("number of steps must be non-negative")
    # Both halves count from their own end, in the dtype itself, as PyTorch does.
    number = chosen.numpy.type
    i = np.arange(steps)
    step = number((end - start) / max(steps - 1, 1)) if chosen.is_floating_point else number(0)
    step = (number(end) - number(start)) / number(max(steps - 1, 1)) if steps > 1 else step
    up, down = number(start) + step * i.astype(number), number(end) - step * i[::-1].astype(number)
    return leaf(np.where(i < steps // 2, up, down).astype(chosen.numpy), chosen, requires_grad)


def rand(*size, generator=None, dtype=None, device=None, requires_grad=False) -> Tensor:
    """Uniform random numbers in [0, 1)."""
    return _drawn(random.uniform, size, generator, dtype, device, requires_grad)


def randn(*size, generator=None, dtype=None, device=None, requires_grad=False) -> Tensor:
    """Normal random numbers with mean 0 and variance 1."""
    return _drawn(random.normal, size, generator, dtype, device, requires_grad)


def _drawn(draw, size, generator, dtype, device, requires_grad) -> Tensor:
    check_device(device)
    chosen = dtypes.get_default_dtype() if dtype is None else as_dtype(dtype)
    values = draw(generator or random.default_generator, sizes(size), chosen.numpy)
    return leaf(values[()], chosen, requires_grad)


def randint(low, high=None, size=None, *, generator=None, dtype=None, device=None) -> Tensor:
    """Random integers from low up to but not including high."""
    if size is None:
        low, high, size = 0, low, high
    check_device(device)
    chosen = dtypes.int64 if dtype is None else as_dtype(dtype)
    generator = generator or random.default_generator
    return wrap(random.randint(generator, low, high, sizes((size,)), chosen.numpy)[()], chosen)


def randperm(n, *, generator=None) -> Tensor:
    """The integers below n in random order."""
    return wrap(random.randperm(generator or random.default_generator, n), dtypes.int64)
