"""Seeds for random cases: some of them in each run of the tests, and all in the slow run."""

from typing import Any

import pytest


def seeds(some: int, count: int) -> list[Any]:
    slow = (pytest.param(seed, marks=pytest.mark.slow) for seed in range(some, count))
    return [*range(some), *slow]
