"""Random tensors with a given shape and dtype, drawn from the streams in `random.py`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, Unpack, overload

import numpy as np

from ..api.entry import in_place, public
from ..api.types import Ints, OneInt, Options
from ..engine.dtypes import holding, int64
from ..engine.layout import laid
from ..engine.modes import no_grad
from ..engine.operation import operation
from ..engine.tensor import Tensor, wrap
from ..engine.unary import unary
from ..messages.errors import error, not_implemented
from ..ops.shape import is_contiguous, zeros_of
from . import random
from .creation import empty, factory, of_shape, of_size, shape_of
from .random import Generator


class Drawn(Protocol):
    """A factory for random tensors with given sizes: `rand(2, 3)` or `rand((2, 3))`."""

    raw: Callable[..., Tensor]  # without checks

    @overload
    def __call__(
        self, size: Ints, *, generator: Generator | None, **options: Unpack[Options]
    ) -> Tensor: ...
    @overload
    def __call__(self, size: Ints, **options: Unpack[Options]) -> Tensor: ...
    @overload
    def __call__(
        self, *size: int, generator: Generator | None = None, **options: Unpack[Options]
    ) -> Tensor: ...
    def __call__(self, *size, generator=None, **options): ...


def drawn(draw) -> Drawn:
    """Define a `Drawn` factory; `draw(shape, dtype, generator)` returns an array."""
    return public(method=False, like=Drawn.__call__)(of_size(draw))


class DrawnLike(Protocol):
    """A factory for random tensors with the shape and dtype of another tensor."""

    raw: Callable[..., Tensor]

    @overload
    def __call__(self, input: Tensor, **options: Unpack[Options]) -> Tensor: ...
    @overload
    def __call__(
        self, input: Tensor, *, generator: Generator | None, **options: Unpack[Options]
    ) -> Tensor: ...
    def __call__(self, input, *, generator=None, **options): ...


def drawn_like(draw) -> DrawnLike:
    """Define a `DrawnLike` factory; `draw(template, dtype, generator)` returns an array."""
    return public(method=False, like=DrawnLike.__call__)(of_shape(draw))


def _fill(x, draw, dtype, generator, *options):
    """Fill the array x with random numbers in memory order."""
    return laid(draw(generator, (x.size,), dtype, *options), x)[()]


@drawn
def rand(shape, dtype, generator=None):
    """Draw uniform random numbers in [0, 1).

    The same seed gives the same numbers as in PyTorch.

    >>> import minigrad as mg
    >>> _ = mg.manual_seed(0)
    >>> mg.rand(3)
    tensor([0.4963, 0.7682, 0.0885])
    """
    return random.uniform(generator, shape, dtype)


@drawn
def randn(shape, dtype, generator=None):
    """Draw normal random numbers with mean 0 and variance 1.

    Draws from the normal distribution with mean 0 and standard deviation 1. The same seed gives the
    same numbers as in PyTorch.

    >>> import minigrad as mg
    >>> _ = mg.manual_seed(0)
    >>> mg.randn(3)
    tensor([ 1.5410, -0.2934, -2.1788])
    """
    return random.normal(generator, shape, dtype)


@drawn_like
def rand_like(template, dtype, generator=None):
    """Draw uniform random numbers in [0, 1), with the shape and dtype of the given tensor."""
    return _fill(template, random.uniform, dtype, generator)


@drawn_like
def randn_like(template, dtype, generator=None):
    """Draw normal random numbers, with the shape and dtype of the given tensor."""
    return _fill(template, random.normal, dtype, generator)


@overload
def randint(high: OneInt, size: Ints, **options: Unpack[Options]) -> Tensor: ...
@overload
def randint(
    high: OneInt, size: Ints, *, generator: Generator | None, **options: Unpack[Options]
) -> Tensor: ...
@overload
def randint(low: OneInt, high: OneInt, size: Ints, **options: Unpack[Options]) -> Tensor: ...
@overload
def randint(
    low: OneInt,
    high: OneInt,
    size: Ints,
    *,
    generator: Generator | None,
    **options: Unpack[Options],
) -> Tensor: ...
@public(method=False)
@factory
def randint(low, high, size=None, *, generator=None, dtype=None):
    """Draw random integers from low (by default 0) up to, but not including, high.

    `high` isn't included.

    >>> import minigrad as mg
    >>> _ = mg.manual_seed(0)
    >>> mg.randint(1, 7, (5,))
    tensor([3, 4, 6, 1, 2])
    """
    low, high, size = (0, low, high) if size is None else (low, high, size)
    shape, dtype = shape_of("randint", (size,)), dtype or int64
    return random.randint(generator, shape, dtype.numpy, int(low), int(high)), dtype


@overload
def randperm(n: OneInt, *, generator: Generator | None, **options: Unpack[Options]) -> Tensor: ...
@overload
def randperm(n: OneInt, **options: Unpack[Options]) -> Tensor: ...
@public(method=False)
@factory
def randperm(n, *, generator=None, dtype=None):
    """Draw a random permutation of the integers below n.

    Contains each number from 0 to n - 1 once, for example as an order in which to look at n
    examples.

    >>> import minigrad as mg
    >>> _ = mg.manual_seed(0)
    >>> order = mg.randperm(4)
    >>> order
    tensor([0, 1, 3, 2])
    >>> mg.tensor([1.0, 2.0, 3.0, 4.0])[order]
    tensor([1., 2., 4., 3.])
    """
    dtype = dtype or int64
    return random.randperm(generator, holding(dtype, n)), dtype


def _around(mean, std, generator):
    name = "negative_std" if type(std) in (int, float) else "negative_stds"
    if not np.all(std >= 0):
        raise error(name, std)
    shape, dtype = np.broadcast_shapes(np.shape(mean), np.shape(std)), getattr(mean, "dtype", None)
    dtype = dtype or std.dtype
    return (random.normal(generator, shape, dtype) * std + mean).astype(dtype)[()]


_around_means = unary("NormalBackward1", mean=zeros_of)(_around)
_around_one = unary("NormalBackward2", s=zeros_of)(lambda s, mean, chance: _around(mean, s, chance))
_around_each = operation("NormalBackward3", mean=zeros_of, std=zeros_of)(_around)


@overload
def normal(mean: Tensor, std: Tensor, *, generator: Generator | None = None) -> Tensor: ...
@overload
def normal(mean: Tensor, std: float = 1, *, generator: Generator | None = None) -> Tensor: ...
@overload
def normal(mean: float, std: Tensor, *, generator: Generator | None = None) -> Tensor: ...
@overload
def normal(
    mean: float,
    std: float,
    size: Ints,
    *,
    generator: Generator | None = None,
    **options: Unpack[Options],
) -> Tensor: ...
@public(method=False)
def normal(mean, std=1.0, size=None, *, generator=None, **options):
    """Draw normal random numbers. `mean` and `std` are each a number, or a tensor of numbers."""
    if isinstance(mean, Tensor):
        return (_around_each if isinstance(std, Tensor) else _around_means)(mean, std, generator)
    if isinstance(std, Tensor):
        return _around_one(std, mean, generator)
    with no_grad():
        return empty.raw(size, **options).normal_(mean, std, generator=generator)


@unary("BernoulliBackward0", p=zeros_of)
def _bernoulli(p, generator):
    if p.dtype.kind != "f":
        raise not_implemented("bernoulli_tensor_cpu_p_", p.dtype)
    return random.bernoulli(generator, np.asarray(p))[()]


@overload
def bernoulli(input: Tensor, *, generator: Generator | None = None) -> Tensor: ...
@overload
def bernoulli(input: Tensor, p: float, *, generator: Generator | None = None) -> Tensor: ...
@public()
def bernoulli(input, p=None, *, generator=None):
    """Draw 1 with the probability given by each element (or with probability p), otherwise 0."""
    return _bernoulli(input if p is None else input.detach() * 0 + p, generator)


@public()
def multinomial(
    input: Tensor,
    num_samples: OneInt,
    replacement: bool = False,
    *,
    generator: Generator | None = None,
) -> Tensor:
    """Draw indices for each row, where the probability of index i is proportional to xᵢ."""
    x = input._value
    if np.ndim(x) not in (1, 2):
        raise error("multinomial_dims")
    if x.dtype.kind != "f":
        raise error("multinomial_dtype", input._dtype.legacy_name)
    if num_samples <= 0:
        raise error("multinomial_none", num_samples)
    if not replacement and num_samples > x.shape[-1]:
        raise error("multinomial_many", num_samples, x.shape[-1])
    return wrap(random.multinomial(generator, x, int(num_samples), replacement), int64)


# In place


def _drawn(name: str, draw):
    """Define an in-place draw. The overwritten values receive no gradient."""
    return unary(name, x=zeros_of)(lambda x, *options: _fill(x, draw, x.dtype, *options))


_normal_drawn = _drawn("NormalBackward0", random.normal)
_uniform_drawn = _drawn("UniformBackward0", random.uniform)


def _normal_(
    self: Tensor, mean: float = 0, std: float = 1, *, generator: Generator | None = None
) -> Tensor:
    """Fill the tensor with normal random numbers."""
    return _normal_drawn(self, generator, float(mean), float(std), is_contiguous(self))


normal_ = in_place(_normal_, like=_normal_, name="normal_")


def _uniform_(
    self: Tensor, from_: float = 0, to: float = 1, *, generator: Generator | None = None
) -> Tensor:
    """Fill the tensor with uniform random numbers in [from, to)."""
    return _uniform_drawn(self, generator, float(from_), float(to))


uniform_ = in_place(_uniform_, like=_uniform_, name="uniform_", shares="all")


_whole_drawn = _drawn("RandomBackward2", random.whole)
_below_drawn = _drawn("RandomBackward1", random.randint)
_between_drawn = _drawn("RandomBackward0", random.randint)


@overload
def _random_(self: Tensor, *, generator: Generator | None = None) -> Tensor: ...
@overload
def _random_(
    self: Tensor, from_: int, to: int | None, *, generator: Generator | None = None
) -> Tensor: ...
@overload
def _random_(self: Tensor, to: int, *, generator: Generator | None = None) -> Tensor: ...
def _random_(self, *bounds, generator=None, **named):
    """Fill the tensor with random whole numbers from ``from`` (or 0) up to, but not including, to.

    Without bounds, they're any whole numbers that the dtype represents exactly.
    """
    bounds += tuple(named.values())
    if not bounds:
        return _whole_drawn(self, generator)
    return (_below_drawn if len(bounds) == 1 else _between_drawn)(self, generator, *bounds)


random_ = in_place(_random_, like=_random_, name="random_", shares="all")
