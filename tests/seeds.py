"""Seeds for random cases. Every run of the tests uses some of them, and the slow run uses all."""

from typing import Any

import pytest


def seeds(some: int, count: int) -> list[Any]:
    slow = (pytest.param(seed, marks=pytest.mark.slow) for seed in range(some, count))
    return [*range(some), *slow]
