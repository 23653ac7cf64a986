"""Random tensors: the streams of `random.py` in shapes and dtypes."""

import numpy as np

from ..engine.define import operation, unary
from ..engine.dtypes import int64
from ..engine.modes import no_grad
from ..engine.tensor import Tensor
from ..messages.errors import error, not_implemented
from ..ops.shape import is_contiguous, laid, zeros_of
from . import random
from .creation import empty, factory, like, shape_of, sized


def _of_size(draw):
    return lambda shape, dtype, generator=None: draw(generator, shape, dtype)


def _of_tensor(draw):
    return lambda x, dtype, *bounds, generator=None: _fill(x, draw, dtype, generator, *bounds)


def _fill(x, draw, dtype, generator, *options):
    """Numbers for the array x, drawn in the order of its memory."""
    return laid(draw(generator, (x.size,), dtype, *options), x)[()]


_uniform, _normal, _integers = random.uniform, random.normal, random.randint
rand = sized("rand", _of_size(_uniform), "Uniform random numbers in [0, 1).")
randn = sized("randn", _of_size(_normal), "Normal random numbers with mean 0 and variance 1.")
rand_like = like("rand_like", _of_tensor(_uniform), "Uniform numbers, as many as a tensor has.")
randn_like = like("randn_like", _of_tensor(_normal), "Normal numbers, as many as a tensor has.")
randint_like = like("randint_like", _of_tensor(_integers), "Integers, as many as a tensor has.")


@factory
def randint(low, high, size=None, *, generator=None, dtype):
    """Random integers from low, or 0, up to but not including high."""
    low, high, size = (0, low, high) if size is None else (low, high, size)
    shape, dtype = shape_of("randint", (size,)), dtype or int64
    return random.randint(generator, shape, dtype.numpy, int(low), int(high)), dtype


@factory
def randperm(n, *, generator=None, dtype):
    """The integers below n in random order."""
    return random.randperm(generator, n), dtype or int64


def _around(mean, std, generator):
    name = "negative_std" if type(std) in (int, float) else "negative_stds"
    if not np.all(std >= 0):
        raise error(name, std)
    shape, dtype = np.broadcast_shapes(np.shape(mean), np.shape(std)), getattr(mean, "dtype", None)
    dtype = dtype or std.dtype
    return (random.normal(generator, shape, dtype) * std + mean).astype(dtype)[()]


_around_means = unary("NormalBackward1", zeros_of)(_around)
_around_one = unary("NormalBackward2", zeros_of)(lambda s, mean, chance: _around(mean, s, chance))
_around_each = operation("NormalBackward3", zeros_of, zeros_of, fits=True)(_around)


def normal(mean, std=1.0, size=None, *, generator=None, **options) -> Tensor:
    """Normal random numbers, of a mean and a standard deviation for each, or for all."""
    if isinstance(mean, Tensor):
        return (_around_each if isinstance(std, Tensor) else _around_means)(mean, std, generator)
    if isinstance(std, Tensor):
        return _around_one(std, mean, generator)
    with no_grad():
        return empty(size, **options).normal_(mean, std, generator=generator)


@unary("BernoulliBackward0", zeros_of)
def _bernoulli(p, generator):
    if p.dtype.kind != "f":
        raise not_implemented("bernoulli_tensor_cpu_p_", p.dtype)
    return random.bernoulli(generator, np.asarray(p))[()]


def bernoulli(input, p=None, *, generator=None):
    """1 with the probability that the tensor, or p, names, else 0"""
    return _bernoulli(input if p is None else input.detach() * 0 + p, generator)


# In place


def _drawn(name: str, draw):
    """Define an in-place draw: what it overwrites gets no gradient."""
    return unary(name, zeros_of)(lambda x, *options: _fill(x, draw, x.dtype, *options))


_normal_drawn = _drawn("NormalBackward0", random.normal)
_uniform_drawn = _drawn("UniformBackward0", random.uniform)


def normal_drawn(x, mean: float = 0, std: float = 1, *, generator=None):
    """normal random numbers"""
    return _normal_drawn(x, generator, float(mean), float(std), is_contiguous(x))


def uniform_drawn(x, low: float = 0, high: float = 1, *, generator=None):
    """uniform random numbers in [low, high)"""
    return _uniform_drawn(x, generator, float(low), float(high))


@unary("BernoulliBackward2", zeros_of)
def _coins(x, p, generator):
    p = np.broadcast_to(np.asarray(p, np.float32 if np.ndim(p) == 0 else None), x.shape)
    return random.bernoulli(generator, p).astype(x.dtype)[()]


def bernoulli_drawn(x, p=0.5, *, generator=None):
    """1 with probability p, else 0"""
    return _coins(x, p._value if isinstance(p, Tensor) else p, generator)
