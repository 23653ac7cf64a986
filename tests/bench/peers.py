"""The libraries that minigrad is compared with, and where to find their programs."""

import importlib
from collections.abc import Callable
from functools import partial
from types import ModuleType

from .rows import Row
from .rows.program import Program

LIMIT, OURS, CONTROL, TORCH = "NumPy", "minigrad", "again", "PyTorch"
# How to import each library. The control is minigrad, measured twice.
PEERS = {LIMIT: "numpy", OURS: "minigrad", CONTROL: "minigrad", TORCH: "torch"}


def installed() -> dict[str, ModuleType]:
    """Return the libraries, limited to one thread."""
    modules = {name: importlib.import_module(module) for name, module in PEERS.items()}
    modules[TORCH].set_num_threads(1)
    return modules


def programs(row: Row, modules: dict[str, ModuleType]) -> dict[str, Callable[[], Program]]:
    """Return a function for each library that sets up its program."""
    setups: dict[str, Callable[[], Program]] = {LIMIT: partial(row.module.by_hand, *row.arguments)}
    for name in (OURS, CONTROL, TORCH):
        setups[name] = partial(row.module.tensors, modules[name], *row.arguments)
    return setups
