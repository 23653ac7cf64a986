"""Random tensors: the streams of `random.py` in shapes and dtypes."""

import numpy as np

from . import dtypes, random
from .creation import leaf, shape_of
from .device import check_device
from .dims import sized, sizes
from .dtypes import as_dtype, int64
from .errors import not_implemented, refuse_if
from .ops.shape import nothing
from .record import unary
from .tensor import Tensor, wrap

_KERNELS = {random.uniform: "check_uniform_bounds", random.normal: "normal_kernel_cpu"}


def _stream(generator) -> random.Generator:
    return random.default_generator if generator is None else generator


def _drawn(draw, shape, generator, dtype, device, requires_grad, *parameters) -> Tensor:
    check_device(device)
    chosen = dtypes.get_default_dtype() if dtype is None else as_dtype(dtype)
    if not chosen.is_floating_point:
        raise not_implemented(_KERNELS[draw], chosen.numpy)
    values = draw(_stream(generator), shape, chosen.numpy, *parameters)
    return leaf(values[()], chosen, requires_grad)


@sized
def rand(*size, generator=None, dtype=None, device=None, requires_grad=False) -> Tensor:
    """Uniform random numbers in [0, 1)."""
    shape = shape_of("rand", size)
    return _drawn(random.uniform, shape, generator, dtype, device, requires_grad)


@sized
def randn(*size, generator=None, dtype=None, device=None, requires_grad=False) -> Tensor:
    """Normal random numbers with mean 0 and variance 1."""
    shape = shape_of("randn", size)
    return _drawn(random.normal, shape, generator, dtype, device, requires_grad)


def _like(draw, input, dtype, device, requires_grad) -> Tensor:
    dtype = dtype or input._dtype

    def values(shape):
        return _drawn(draw, shape, None, dtype, device, False)._value

    return leaf(_fill(input._value, values), dtype, requires_grad)


def rand_like(input, *, dtype=None, device=None, requires_grad=False) -> Tensor:
    """Uniform random numbers in [0, 1), in the shape and dtype of a tensor."""
    return _like(random.uniform, input, dtype, device, requires_grad)


def randn_like(input, *, dtype=None, device=None, requires_grad=False) -> Tensor:
    """Normal random numbers, in the shape and dtype of a tensor."""
    return _like(random.normal, input, dtype, device, requires_grad)


def randint(
    low, high=None, size=None, *, generator=None, dtype=None, device=None, requires_grad=False
) -> Tensor:
    """Random integers from low up to but not including high."""
    if size is None:
        low, high, size = 0, low, high
    check_device(device)
    refuse_if(not isinstance(size, list | tuple), "randint_size", size)
    chosen = int64 if dtype is None else as_dtype(dtype)
    values = random.randint(_stream(generator), low, high, sizes((size,), "randint"), chosen.numpy)
    return leaf(values[()], chosen, requires_grad)


def randint_like(input, low, high=None, *, dtype=None) -> Tensor:
    """Random integers from low up to but not including high, in the shape and dtype of a tensor."""
    low, high = (0, low) if high is None else (low, high)
    dtype = dtype or input._dtype
    drawn = _fill(input._value, lambda shape: randint(low, high, shape, dtype=dtype)._value)
    return wrap(drawn, dtype)


def randperm(n, *, generator=None, dtype=None, device=None) -> Tensor:
    """The integers below n in random order."""
    check_device(device)
    chosen = int64 if dtype is None else as_dtype(dtype)
    return wrap(random.randperm(_stream(generator), n).astype(chosen.numpy), chosen)


def normal(mean, std=1.0, size=None, *, generator=None, dtype=None) -> Tensor:
    """Normal random numbers, of a mean and a standard deviation for each, or for all."""
    tensors = [t for t in (mean, std) if isinstance(t, Tensor)]
    shape = np.broadcast_shapes(*(t._value.shape for t in tensors)) if tensors else tuple(size)
    dtype = tensors[0]._dtype if tensors else dtype
    drawn = _drawn(random.normal, shape, generator, dtype, None, False) * std + mean
    return drawn.detach()


@unary("BernoulliBackward0", lambda g, _x, _generator: nothing(g))
def _bernoulli(p, generator):
    if p.dtype.kind != "f":
        raise not_implemented("bernoulli_tensor_cpu_p_", p.dtype)
    return random.bernoulli(generator, np.asarray(p))[()]


def bernoulli(input, p=None, *, generator=None):
    """1 with the probability that the tensor, or p, names, else 0"""
    x = input if p is None else input.detach() * 0 + p
    return _bernoulli(x, _stream(generator))


# In place


def _fill(x, draw):
    """Numbers for the array x, drawn in the order of its memory."""
    order = sorted(range(x.ndim), key=lambda d: -x.strides[d])
    values = draw(tuple(x.shape[d] for d in order))
    return values.transpose(np.argsort(order) if order else ())[()]


@unary("NormalBackward0", lambda g, _x, *_: nothing(g))
def _normal(x, mean, std, generator):
    _needs_float("normal_kernel_cpu", x)
    whole = memory_is_whole(x)
    return _fill(x, lambda shape: random.normal(generator, shape, x.dtype, mean, std, whole))


def normal_drawn(x, mean: float = 0, std: float = 1, *, generator=None):
    """normal random numbers"""
    return _normal(x, mean, std, _stream(generator))


@unary("UniformBackward0", lambda g, _x, *_: nothing(g))
def _uniform(x, low, high, generator):
    _needs_float("check_uniform_bounds", x)
    return _fill(x, lambda shape: random.uniform(generator, shape, x.dtype, low, high))


def uniform_drawn(x, low: float = 0, high: float = 1, *, generator=None):
    """uniform random numbers in [low, high)"""
    return _uniform(x, low, high, _stream(generator))


@unary("BernoulliBackward2", lambda g, _x, *_: nothing(g))
def _coins(x, p, generator):
    p = np.broadcast_to(np.asarray(p, np.float32 if np.ndim(p) == 0 else None), x.shape)
    return random.bernoulli(generator, p).astype(x.dtype)[()]


def bernoulli_drawn(x, p=0.5, *, generator=None):
    """1 with probability p, else 0"""
    return _coins(x, p._value if isinstance(p, Tensor) else p, _stream(generator))


@unary("RandomBackward1", lambda g, _x, *_: nothing(g))
def _integers_below(x, high, generator):
    return _fill(x, lambda shape: random.randint(generator, 0, high, shape, x.dtype))


@unary("RandomBackward0", lambda g, _x, *_: nothing(g))
def _integers(x, low, high, generator):
    return _fill(x, lambda shape: random.randint(generator, low, high, shape, x.dtype))


def integers_drawn(x, low=0, high=None, *, generator=None):
    """random integers from low up to but not including high"""
    if high is None and low:
        return _integers_below(x, low, _stream(generator))
    if high is None:
        low, high = 0, 2 ** (24 if x._dtype is dtypes.float32 else 53)
    return _integers(x, low, high, _stream(generator))


def _needs_float(kernel, x) -> None:
    if x.dtype.kind != "f":
        raise not_implemented(kernel, x.dtype)


def memory_is_whole(x) -> bool:
    """Whether the array's rows lie in memory one after the other, without gaps."""
    return not isinstance(x, np.ndarray) or x.flags.c_contiguous
