"""Black-and-white drawings by the reader, each stored in two controls with one bit per point."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

HALF = 32  # points per control; JavaScript's numbers are exact up to 53 bits


@dataclass(frozen=True)
class Bits(Sequence[int]):
    """The sequence of all 32-bit numbers, computed on demand."""

    size = 2**HALF

    def __len__(self) -> int:
        return self.size  # on a page, where Python has 32 bits, this is too large for `len`

    def __getitem__(self, number: Any) -> Any:
        if not 0 <= number < self.size:
            raise IndexError(number)
        return number

    def index(self, number: int, *_: int) -> int:
        return number

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and 0 <= number < self.size

    def __iter__(self) -> Iterator[int]:
        return iter(range(self.size))


def halves(points: Any) -> tuple[int, int]:
    """Return two 32-bit numbers, one for each half of the 64 points. A 1 bit means ink.

    >>> halves([True, False, True] + [False] * 60 + [True])
    (5, 2147483648)
    """
    bits = [2 ** (i % HALF) * bool(point) for i, point in enumerate(points)]
    return sum(bits[:HALF]), sum(bits[HALF:])


def points_of(upper: int, lower: int) -> Any:
    """Return a list of 64 booleans that say which points have ink."""
    return np.array([half >> i & 1 for half in (upper, lower) for i in range(HALF)], bool)
