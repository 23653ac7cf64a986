"""Random numbers drawn as PyTorch draws them on the CPU: the same seed gives the same numbers.

Everything comes from one stream of 32-bit words, a Mersenne Twister's. The functions turn words
into NumPy arrays; each takes as many words as PyTorch takes, in its order.
"""

import functools
import math
import os
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

Shape = Sequence[int]
_C_NAMES = {"float32": "float", "float64": "double", "int64": "long", "int32": "int"}


def _require(holds: Any, sentence: str, remedy: str) -> None:
    if not holds:
        raise RuntimeError(f"{sentence}\n{remedy}")


def _require_within(dtype: DTypeLike, bounds: dict[str, float]) -> None:
    kind = np.dtype(dtype)
    least, most = 0.0, 1.0
    if kind.kind == "f":
        least, most = float(np.finfo(kind).min), float(np.finfo(kind).max)
    elif kind.kind == "i":
        least, most = np.iinfo(kind).min, np.iinfo(kind).max
    for name, bound in bounds.items():
        _require(
            least <= bound <= most,
            f"{name} is out of bounds for {_C_NAMES.get(kind.name, kind.name)}",
            f"It is {bound}; {kind.name} holds {least} to {most}.",
        )


class Generator:
    """A stream of random words, and the normal number that an odd count left over."""

    def __init__(self, device: Any = "cpu") -> None:
        kind = str(device).partition(":")[0]
        _require(
            kind == "cpu",
            f"Cannot get {kind.upper()} generator without ATen_{kind} library.",
            "minigrad computes on the CPU: leave `device` out.",
        )
        self._start(67280421310721)

    def _start(self, seed: int) -> None:
        self._seed = seed
        self.__dict__.pop("_bits", None)
        self.spare_normal: float | None = None

    @functools.cached_property
    def _bits(self) -> Any:
        """The stream itself, made when first drawn from: `numpy.random` takes time to import."""
        bits = np.random.MT19937()
        np.random.RandomState(bits).seed(self._seed % 2**32)
        return bits

    def manual_seed(self, seed: int) -> "Generator":
        """Start the stream again at `seed`, an integer in [-2**63, 2**64)."""
        if isinstance(seed, np.integer):
            raise TypeError(f"an integer is required\nGive Python's own: int({seed}).")
        name = type(seed).__name__
        if type(seed).__module__ == "numpy":
            name = f"numpy.{name}"
        _require(
            isinstance(seed, int) and not isinstance(seed, bool),
            f"manual_seed expected a long, but got {name}",
            "Give an integer, such as 0.",
        )
        if not -(2**63) <= seed < 2**64:
            raise ValueError(
                f"Overflow when unpacking long long\nThe seed {seed} is not in [-2**63, 2**64)."
            )
        self._start(seed % 2**64)
        return self

    def seed(self) -> int:
        """Start the stream at a seed that nobody can foresee, and return the seed."""
        self._start(int.from_bytes(os.urandom(8), "little"))
        return self._seed

    def initial_seed(self) -> int:
        """The seed that the stream started at."""
        return self._seed

    def words(self, n: int) -> NDArray[np.uint64]:
        """The next `n` words of 32 bits."""
        return self._bits.random_raw(n)

    def long_words(self, n: int) -> NDArray[np.uint64]:
        """The next `n` words of 64 bits, each from two of 32, the high one first."""
        halves = self.words(2 * n)
        return halves[0::2] << np.uint64(32) | halves[1::2]

    def fractions(self, n: int, dtype: DTypeLike) -> NDArray[Any]:
        """The next `n` numbers k / 2**b in [0, 1), of the b = 24 or 53 bits that `dtype` holds."""
        if np.dtype(dtype) == np.float32:
            return (self.words(n) % np.uint64(2**24)).astype(np.float32) * np.float32(2**-24)
        return (self.long_words(n) % np.uint64(2**53)) * 2.0**-53


# A process that seeds nothing draws other numbers each time, in PyTorch too.
default_generator = Generator()
default_generator.seed()


def manual_seed(seed: Any) -> Generator:
    """Start the default generator at `int(seed)`, and return it."""
    return default_generator.manual_seed(int(seed))


def seed() -> int:
    """Start the default generator at a seed that nobody can foresee, and return the seed."""
    return default_generator.seed()


def initial_seed() -> int:
    """The seed that the default generator started at."""
    return default_generator.initial_seed()


def uniform(
    generator: Generator, shape: Shape, dtype: DTypeLike, low: float = 0.0, high: float = 1.0
) -> NDArray[Any]:
    """u * (high - low) + low, with u uniform in [0, 1)."""
    _require_within(dtype, {"from": low, "to": high})
    _require(
        low <= high,
        f"uniform_ expects to return a [from, to) range, but found from={low:g} > to={high:g}",
        "Give the smaller bound first.",
    )
    _require(
        high - low <= float(np.finfo(dtype).max),
        "uniform_ expects to-from <= std::numeric_limits::max(), "
        f"but found to={high:g} and from={low:g}",
        "Draw from a narrower range.",
    )
    start, stop = np.asarray([low, high], dtype)
    u = generator.fractions(math.prod(shape), dtype)
    # PyTorch rounds product and sum at once; so does float64 for the values of float32.
    values: NDArray[Any] = u.astype(np.float64) * (stop - start) + np.float64(start)
    return values.astype(dtype).reshape(shape)


def normal(
    generator: Generator,
    shape: Shape,
    dtype: DTypeLike,
    mean: float = 0.0,
    std: float = 1.0,
    contiguous: bool = True,
) -> NDArray[Any]:
    """mean + std * z, with z normal, by Box's and Muller's method.

    Fewer than 16 numbers, and those that fill memory with gaps, come in pairs; others in blocks.
    """
    _require(
        std >= 0,
        f"normal expects std >= 0.0, but found std {std:g}",
        "Give a standard deviation of 0 or more.",
    )
    n = math.prod(shape)
    if n < 16 or not contiguous:
        pairs = np.array(_normal_pairs(generator, n), dtype=np.float64)
        return (pairs * std + mean).astype(dtype).reshape(shape)
    z = _normal_blocks(generator.fractions(n, dtype))
    if n % 16:
        z[-16:] = _normal_blocks(generator.fractions(16, dtype))
    z = z * z.dtype.type(std) + z.dtype.type(mean)
    return z.reshape(shape)


def _normal_pairs(generator: Generator, n: int) -> list[float]:
    """r cos(t), r sin(t) with r = sqrt(-2 log(1 - u2)), t = 2 pi u1; an odd one out is kept."""
    if n == 0:
        return []
    z = [] if generator.spare_normal is None else [generator.spare_normal]
    u = generator.fractions((n - len(z) + 1) // 2 * 2, np.float64).tolist()
    for u1, u2 in zip(u[0::2], u[1::2], strict=True):
        # Python's functions are the C library's, as PyTorch's are; NumPy's differ in the last bit.
        r, t = math.sqrt(-2.0 * math.log1p(-u2)), 2.0 * math.pi * u1
        z += [r * math.cos(t), r * math.sin(t)]
    generator.spare_normal = z.pop() if len(z) > n else None
    return z


def _normal_blocks(u: NDArray[Any]) -> NDArray[Any]:
    """Per 16: r cos(t), r sin(t) with r = sqrt(-2 log(1 - u[:8])), t = 2 pi u[8:]; a rest stays."""
    z = u.copy()
    whole = len(u) - len(u) % 16
    blocks = u[:whole].reshape(-1, 2, 8)
    r = np.sqrt(-2 * np.log(1 - blocks[:, 0]))
    t = blocks[:, 1] * u.dtype.type(2 * math.pi)
    z[:whole] = np.stack([r * np.cos(t), r * np.sin(t)], axis=1).reshape(-1)
    return z


def randint(
    generator: Generator, low: int, high: int, shape: Shape, dtype: DTypeLike = np.int64
) -> NDArray[Any]:
    """low + word % (high - low)."""
    _require(
        low < high,
        f"random_ expects 'from' to be less than 'to', but got from={low} >= to={high}",
        "The upper bound is excluded: make it larger than the lower one.",
    )
    _require_within(dtype, {"from": low, "to - 1": high - 1})
    draw = generator.words if high - low < 2**28 else generator.long_words
    offsets = draw(math.prod(shape)) % np.uint64(high - low)
    # Unsigned sums wrap around, so low may be negative and high - low exceed the largest int64.
    return (offsets + np.uint64(low % 2**64)).view(np.int64).astype(dtype).reshape(shape)


def randperm(generator: Generator, n: int) -> NDArray[np.int64]:
    """0..n-1 shuffled: for i = 0..n-2, swap r[i] with r[i + word % (n - i)]."""
    _require(
        n >= 0,
        f"Trying to create tensor with negative dimension {n}: [{n}]",
        "Give a count of 0 or more.",
    )
    steps = np.arange(max(n - 1, 0), dtype=np.uint64)
    partners = steps + generator.words(len(steps)) % (np.uint64(n) - steps)
    r = list(range(n))
    for i, j in enumerate(partners.tolist()):
        r[i], r[j] = r[j], r[i]
    return np.array(r, dtype=np.int64)


def bernoulli(generator: Generator, p: NDArray[Any]) -> NDArray[Any]:
    """1 where u < p, else 0, with u uniform in [0, 1), in the dtype of p."""
    _require(
        np.all((p >= 0) & (p <= 1)),
        "Expected p_in >= 0 && p_in <= 1 to be true, but got false.",
        "A probability lies in [0, 1].",
    )
    return (generator.fractions(p.size, p.dtype).reshape(p.shape) < p).astype(p.dtype)
