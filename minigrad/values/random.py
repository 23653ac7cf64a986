"""Random numbers, drawn as in PyTorch on the CPU, so the same seed gives the same numbers.

All of the numbers come from a stream of 32-bit words, which a Mersenne Twister generates. The
functions turn the words into NumPy arrays. Each function uses as many words as its PyTorch
counterpart, in the same order.
"""

import functools
import math
import os

import numpy as np

from ..engine.device import CPU
from ..engine.layout import laid
from ..messages.errors import error, not_implemented

_C_NAMES = {"float32": "float", "float64": "double", "int64": "long", "int32": "int"}
_C_NAMES |= {"int16": "short int", "int8": "signed char", "uint8": "unsigned char"}


def _require_within(dtype, bounds: dict[str, float]) -> None:
    kind = np.dtype(dtype)
    limits = {"f": np.finfo, "i": np.iinfo, "u": np.iinfo}.get(kind.kind)
    least, most = (limits(kind).min, limits(kind).max) if limits else (0.0, 1.0)
    c_name = _C_NAMES.get(kind.name, kind.name)
    for name, bound in bounds.items():
        if not least <= bound <= most:
            raise error("bound", name, c_name, bound, kind.name, least, most)


class Generator:
    """A stream of random words, and the spare normal number after an odd count was drawn."""

    device = CPU

    def __init__(self, device="cpu") -> None:
        kind = str(device).partition(":")[0]
        if kind != "cpu":
            raise error("generator_device", kind.upper(), kind)
        self._start(67280421310721)

    def _start(self, seed: int) -> None:
        self._seed = seed
        self.__dict__.pop("_bits", None)
        self.spare_normal: float | None = None

    @functools.cached_property
    def _bits(self):
        """Return the stream, created on first use because importing `numpy.random` takes time."""
        bits = np.random.MT19937()
        np.random.RandomState(bits).seed(self._seed % 2**32)
        return bits

    def manual_seed(self, seed: int) -> "Generator":
        """Restart the stream from `seed`, an integer in [-2**63, 2**64)."""
        if isinstance(seed, np.integer):
            raise error("seed_no_integer", seed)
        prefix = "numpy." * (type(seed).__module__ == "numpy")
        if isinstance(seed, bool) or not isinstance(seed, int):
            raise error("seed_type", prefix, seed)
        if not -(2**63) <= seed < 2**64:
            raise error("seed_overflow", seed)
        self._start(seed % 2**64)
        return self

    def seed(self) -> int:
        """Restart the stream from an unpredictable seed, and return the seed."""
        self._start(int.from_bytes(os.urandom(8), "little"))
        return self._seed

    def initial_seed(self) -> int:
        """Return the seed that the stream started from."""
        return self._seed

    def words(self, n: int) -> np.ndarray:
        """Return the next `n` 32-bit words."""
        return self._bits.random_raw(n)

    def long_words(self, n: int) -> np.ndarray:
        """Return the next `n` 64-bit words, each made from two 32-bit words, high word first."""
        halves = self.words(2 * n)
        return halves[0::2] << np.uint64(32) | halves[1::2]

    def fractions(self, n: int, dtype) -> np.ndarray:
        """Return the next `n` numbers k / 2**b in [0, 1), with b = 24 or 53, as `dtype` implies."""
        if np.dtype(dtype) == np.float32:
            return (self.words(n) % np.uint64(2**24)).astype(np.float32) * np.float32(2**-24)
        return (self.long_words(n) % np.uint64(2**53)) * 2.0**-53


# As in PyTorch, if you don't set a seed, each process draws different numbers.
default_generator = Generator()
default_generator.seed()


def manual_seed(seed) -> Generator:
    """Seed the default generator with `int(seed)`, and return it.

    Seeds the random number generator, so that a program draws the same numbers each time it runs.

    >>> import minigrad as mg
    >>> _ = mg.manual_seed(3)
    >>> mg.rand(2)
    tensor([0.0043, 0.1056])
    >>> _ = mg.manual_seed(3)
    >>> mg.rand(2)
    tensor([0.0043, 0.1056])
    """
    return default_generator.manual_seed(int(seed))


seed, initial_seed = default_generator.seed, default_generator.initial_seed


def stream_of(generator: Generator | None) -> Generator:
    """Return the generator, or the default generator if it's None."""
    return generator or default_generator


def uniform(generator: Generator | None, shape, dtype, low=0.0, high=1.0) -> np.ndarray:
    """u * (high - low) + low, with u uniform in [0, 1)."""
    if np.dtype(dtype).kind != "f":
        raise not_implemented("check_uniform_bounds", np.dtype(dtype))
    _require_within(dtype, {"from": low, "to": high})
    if low > high:
        raise error("uniform_range", low, high)
    if high - low > float(np.finfo(dtype).max):
        raise error("uniform_width", low, high)
    start, stop = np.asarray([low, high], dtype)
    u = stream_of(generator).fractions(math.prod(shape), dtype)
    # PyTorch rounds the product and the sum in one step. Here float64 does that for float32 values.
    values = u.astype(np.float64) * (stop - start) + np.float64(start)
    return values.astype(dtype).reshape(shape)


def normal(generator, shape, dtype, mean=0.0, std=1.0, contiguous=True) -> np.ndarray:
    """mean + std * z, with z normal, by the Box-Muller method

    Fewer than 16 numbers, and arrays with gaps in memory, are drawn in pairs; all others in blocks.
    """
    if not std >= 0:
        raise error("negative_std", std)
    n, stream = math.prod(shape), stream_of(generator)
    if n and np.dtype(dtype).kind != "f":
        raise not_implemented("normal_kernel_cpu", np.dtype(dtype))
    if n < 16 or not contiguous:
        pairs = np.array(_normal_pairs(stream, n), dtype=np.float64)
        return (pairs * std + mean).astype(dtype).reshape(shape)
    z = _normal_blocks(stream.fractions(n, dtype))
    if n % 16:
        z[-16:] = _normal_blocks(stream.fractions(16, dtype))
    z = z * z.dtype.type(std) + z.dtype.type(mean)
    return z.reshape(shape)


def _normal_pairs(generator: Generator, n: int) -> list[float]:
    """r cos(t), r sin(t) with r = sqrt(-2 log(1 - u2)), t = 2 pi u1; for odd n, one is left over"""
    z = [] if generator.spare_normal is None else [generator.spare_normal]
    u = generator.fractions((n - len(z) + 1) // 2 * 2, np.float64).tolist()
    for u1, u2 in zip(u[0::2], u[1::2], strict=True):
        # Like PyTorch, Python calls the C library. NumPy's functions differ in the last bit.
        r, t = math.sqrt(-2.0 * math.log1p(-u2)), 2.0 * math.pi * u1
        z += [r * math.cos(t), r * math.sin(t)]
    generator.spare_normal = z.pop() if len(z) > n else None
    return z


def _normal_blocks(u: np.ndarray) -> np.ndarray:
    """r cos(t), r sin(t) with r = sqrt(-2 log(1 - u[:8])), t = 2 pi u[8:]; blocks of 16 only"""
    z = u.copy()
    whole = len(u) - len(u) % 16
    blocks = u[:whole].reshape(-1, 2, 8)
    r = np.sqrt(-2 * np.log(1 - blocks[:, 0]))
    t = blocks[:, 1] * u.dtype.type(2 * math.pi)
    z[:whole] = np.stack([r * np.cos(t), r * np.sin(t)], axis=1).reshape(-1)
    return z


def randint(generator: Generator | None, shape, dtype, low: int, high=None) -> np.ndarray:
    """low + word % (high - low); with a single bound, low is 0."""
    low, high = (0, low) if high is None else (low, high)
    if low >= high:
        raise error("empty_range", low, high)
    _require_within(dtype, {"from": low, "to - 1": high - 1})
    stream = stream_of(generator)
    draw = stream.words if high - low < 2**28 else stream.long_words
    offsets = draw(math.prod(shape)) % np.uint64(high - low)
    # Unsigned sums wrap around, so low may be negative and high - low may exceed any int64.
    return (offsets + np.uint64(low % 2**64)).view(np.int64).astype(dtype).reshape(shape)


# For each dtype, how many whole numbers from 0 it represents exactly.
_WHOLE = {"bool": 2, "uint8": 2**8, "int8": 2**7, "int16": 2**15, "int32": 2**31}
_WHOLE |= {"int64": 2**63, "float32": 2**24 + 1, "float64": 2**53 + 1}


def whole(generator: Generator | None, shape, dtype) -> np.ndarray:
    """word % n, where the dtype can represent the whole numbers below n"""
    kind, stream = np.dtype(dtype), stream_of(generator)
    draw = stream.long_words if kind.itemsize == 8 else stream.words
    return (draw(math.prod(shape)) % np.uint64(_WHOLE[kind.name])).astype(dtype).reshape(shape)


def randperm(generator: Generator | None, n: int) -> np.ndarray:
    """0..n-1 shuffled: for i = 0..n-2, swap r[i] with r[i + word % (n - i)]."""
    if n < 0:
        raise error("negative_size", n, (n,))
    steps = np.arange(max(n - 1, 0), dtype=np.uint64)
    partners = steps + stream_of(generator).words(len(steps)) % (np.uint64(n) - steps)
    r = list(range(n))
    for i, j in enumerate(partners.tolist()):
        r[i], r[j] = r[j], r[i]
    return np.array(r, dtype=np.int64)


def bernoulli(generator: Generator | None, p: np.ndarray) -> np.ndarray:
    """1 where u < p, else 0, with u uniform in [0, 1), in the dtype of p."""
    if not np.all((p >= 0) & (p <= 1)):
        raise error("coin_probability")
    drawn = stream_of(generator).fractions(p.size, p.dtype).reshape(p.shape)
    return (drawn < p).astype(p.dtype)


def multinomial(generator: Generator | None, p: np.ndarray, n: int, replacement: bool):
    """n indices for each row of p, where the probability of index i is proportional to p_i."""
    if p.ndim == 2 and not len(p):
        return np.zeros((0, n), np.int64)
    if not np.all((p >= 0) & (p < np.inf)):
        raise error("multinomial_probability")
    if not np.all(np.add.reduce(p, -1) > 0):
        raise error("multinomial_sum")
    stream = stream_of(generator)
    if replacement and n > 1:
        return _by_cumulative_sums(stream, p, n)
    # If the q_i are exponentially distributed, p_i / q_i is the largest with probability p_i / Σ p.
    q = laid(-np.log1p(-stream.fractions(p.size, np.float64)).astype(p.dtype), p)
    with np.errstate(all="ignore"):
        chances = p / q
    if n == 1:
        return chances.argmax(-1, keepdims=True)
    return np.ascontiguousarray(np.argsort(-chances, axis=-1, kind="stable")[..., :n])


def _by_cumulative_sums(stream: Generator, p: np.ndarray, n: int) -> np.ndarray:
    """Return, for each of n uniform numbers u, the first i at which p_0 + ... + p_i reaches u."""
    rows = np.atleast_2d(p)
    sums = np.add.accumulate(rows, -1)
    sums = sums / sums[:, -1:]
    sums[:, -1:] = 1
    uniform = stream.fractions(len(rows) * n, np.float64).reshape(-1, n)
    drawn = [np.searchsorted(s, u) for s, u in zip(sums, uniform, strict=True)]
    return np.array(drawn, np.int64).reshape(*p.shape[:-1], n)
