"""Random tensors: the streams of `random.py` in shapes and dtypes."""

import numpy as np

from . import dtypes, random
from .creation import empty, factory, like, shape_of, sized
from .dtypes import int64
from .errors import floating
from .modes import no_grad
from .ops.shape import nothing
from .record import unary
from .tensor import Tensor


def _stream(generator) -> random.Generator:
    return random.default_generator if generator is None else generator


def _uniforms(shape, dtype, *, generator=None):
    floating(np.empty(0, dtype), "check_uniform_bounds")
    return random.uniform(_stream(generator), shape, dtype)


def _normals(shape, dtype, *, generator=None):
    floating(np.empty(0, None if 0 in shape else dtype), "normal_kernel_cpu")
    return random.normal(_stream(generator), shape, dtype)


def _integers(shape, dtype, low, high=None):
    low, high = (0, low) if high is None else (low, high)
    return random.randint(random.default_generator, low, high, shape, dtype)


def _filling(draw):
    return lambda x, dtype, *args: _fill(x, lambda shape: draw(shape, dtype, *args))


rand = sized("rand", _uniforms, "Uniform random numbers in [0, 1).")
randn = sized("randn", _normals, "Normal random numbers with mean 0 and variance 1.")
rand_like = like("rand_like", _filling(_uniforms), "Uniform numbers, for each number of a tensor.")
randn_like = like("randn_like", _filling(_normals), "Normal numbers, for each number of a tensor.")
randint_like = like("randint_like", _filling(_integers), "Integers, for each number of a tensor.")


@factory
def randint(low, high, size=None, *, generator=None, dtype):
    """Random integers from low, or 0, up to but not including high."""
    low, high, size = (0, low, high) if size is None else (low, high, size)
    shape, dtype = shape_of("randint", (size,)), dtype or int64
    return random.randint(_stream(generator), low, high, shape, dtype.numpy), dtype


@factory
def randperm(n, *, generator=None, dtype):
    """The integers below n in random order."""
    return random.randperm(_stream(generator), n), dtype or int64


@no_grad()
def normal(mean, std=1.0, size=None, *, generator=None, **options) -> Tensor:
    """Normal random numbers, of a mean and a standard deviation for each, or for all."""
    tensors = [t for t in (mean, std) if isinstance(t, Tensor)]
    if not tensors:
        return empty(size, **options).normal_(mean, std, generator=generator)
    shape = np.broadcast_shapes(*(t._value.shape for t in tensors))
    return randn(shape, generator=generator, dtype=tensors[0]._dtype) * std + mean


@unary("BernoulliBackward0", lambda g, _x, _generator: nothing(g))
def _bernoulli(p, generator):
    return random.bernoulli(generator, np.asarray(floating(p, "bernoulli_tensor_cpu_p_")))[()]


def bernoulli(input, p=None, *, generator=None):
    """1 with the probability that the tensor, or p, names, else 0"""
    x = input if p is None else input.detach() * 0 + p
    return _bernoulli(x, _stream(generator))


# In place


def _fill(x, draw):
    """Numbers for the array x, drawn in the order of its memory."""
    ranked = iter(sorted(filter(x.strides.__getitem__, range(x.ndim)), key=lambda d: -x.strides[d]))
    order = [next(ranked) if x.strides[d] else d for d in range(x.ndim)]  # repeated dims stay
    values = draw(tuple(x.shape[d] for d in order))
    return values.transpose(np.argsort(order) if order else ())[()]


def _drawn(name: str):
    """Define an in-place draw: what it overwrites gets no gradient."""
    return unary(name, lambda g, _x, *_: nothing(g))


@_drawn("NormalBackward0")
def _normal(x, mean, std, generator):
    if x.size:
        floating(x, "normal_kernel_cpu")
    whole = not isinstance(x, np.ndarray) or x.flags.c_contiguous
    return _fill(x, lambda shape: random.normal(generator, shape, x.dtype, mean, std, whole))


def normal_drawn(x, mean: float = 0, std: float = 1, *, generator=None):
    """normal random numbers"""
    return _normal(x, mean, std, _stream(generator))


@_drawn("UniformBackward0")
def _uniform(x, low, high, generator):
    floating(x, "check_uniform_bounds")
    return _fill(x, lambda shape: random.uniform(generator, shape, x.dtype, low, high))


def uniform_drawn(x, low: float = 0, high: float = 1, *, generator=None):
    """uniform random numbers in [low, high)"""
    return _uniform(x, low, high, _stream(generator))


@_drawn("BernoulliBackward2")
def _coins(x, p, generator):
    p = np.broadcast_to(np.asarray(p, np.float32 if np.ndim(p) == 0 else None), x.shape)
    return random.bernoulli(generator, p).astype(x.dtype)[()]


def bernoulli_drawn(x, p=0.5, *, generator=None):
    """1 with probability p, else 0"""
    return _coins(x, p._value if isinstance(p, Tensor) else p, _stream(generator))


def _whole_numbers(x, low, high, generator):
    return _fill(x, lambda shape: random.randint(generator, low, high, shape, x.dtype))


_integers_between = _drawn("RandomBackward0")(_whole_numbers)
_integers_below = _drawn("RandomBackward1")(_whole_numbers)


def integers_drawn(x, low=0, high=None, *, generator=None):
    """random integers from low up to but not including high"""
    if high is None and low:
        return _integers_below(x, 0, low, _stream(generator))
    if high is None:
        low, high = 0, 2 ** (24 if x._dtype is dtypes.float32 else 53)
    return _integers_between(x, low, high, _stream(generator))
