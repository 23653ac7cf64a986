"""Frames that are computed on the page, because there are too many of them to store."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

MOST_CORNERS = 32
BETWEEN = 24


@dataclass(frozen=True)
class Program:
    """The function `program(data, at)` in `front/programs/<name>.js`, which returns a frame.

    If Python takes long for a frame, `sampled` has the settings that stand for all others.
    """

    name: str
    data: dict[str, Any]
    sampled: Sequence[Mapping[str, Any]] = ()


def sample(
    sizes: Sequence[int], start: Sequence[int], stills: Sequence[tuple[int, ...]]
) -> list[tuple[int, ...]]:
    """Return a sample of positions: the initial one, the stills, some corners, and a few others.

    Each control's minimum and maximum are among them.

    >>> all({0, 999} <= set(one) for one in zip(*sample([1000] * 8, [1] * 8, [])))
    True
    """
    corners = list(product(*((0, size - 1) for size in sizes)))
    corners = corners[: MOST_CORNERS // 2] + corners[-MOST_CORNERS // 2 :]  # in opposite pairs
    drawn = Random(0)
    between = [tuple(drawn.randrange(size) for size in sizes) for _ in range(BETWEEN)]
    return list(dict.fromkeys([tuple(start), *stills, *corners, *between]))
