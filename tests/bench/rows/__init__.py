"""The rows of the benchmark table and the ratios that minigrad has to reach."""

from types import ModuleType
from typing import NamedTuple

from . import digits, mlp, scalars, toy, transformer


class Row(NamedTuple):
    """One workload and the module that contains each library's program for it."""

    key: str
    title: str
    module: ModuleType
    arguments: tuple
    goal: float  # minigrad's time divided by NumPy's
    must: float
    goal_torch: float  # divided by PyTorch's; it's shown, but only the ratio to NumPy counts


ROWS = [
    Row("a", "toy: x of 3, mean of 2(x + 2)²", toy, (), 5.5, 7, 0.25),
    Row("b", "1,000 scalar operations", scalars, (1_000,), 11, 14, 0.20),
    Row("c", "MLP 2-16-16-1, batch 32, a step", mlp, (), 2.2, 2.8, 0.27),
    Row("d", "digits 64-64-10, batch 32, an epoch", digits, (), 1.3, 1.3, 1.0),
    Row("e", "transformer 1 by 32, batch 32, a step", transformer, (32, 1, 32, 16), 2, 2, 1.0),
    Row("f", "transformer 4 by 64, batch 64, a step", transformer, (64, 4, 64, 32), 1.2, 1.2, 1.1),
]
