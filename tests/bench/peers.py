"""The libraries that minigrad is compared with, and where to find their programs."""

import importlib
from collections.abc import Callable
from functools import partial
from types import ModuleType

from .rows import Row
from .rows.program import Program

LIMIT, OURS, CONTROL, TORCH = "NumPy", "minigrad", "again", "PyTorch"

# How to import each library, and which function in a row's module sets up its program.
PEERS = {
    LIMIT: ("numpy", "by_hand"),
    OURS: ("minigrad", "tensors"),
    CONTROL: ("minigrad", "tensors"),  # the A/A control: minigrad measured twice
    TORCH: ("torch", "tensors"),
    "HIPS autograd": ("autograd", "hips"),
    "MyGrad": ("mygrad", "mygrad"),
    "micrograd": ("micrograd.engine", "micrograd"),
}


def installed() -> tuple[dict[str, ModuleType], list[str]]:
    """Return the installed libraries, limited to one thread, and the names of the missing ones."""
    modules, missing = {}, []
    for name, (module, _) in PEERS.items():
        try:
            modules[name] = importlib.import_module(module)
        except ImportError:
            missing.append(name)
    if TORCH in modules:
        modules[TORCH].set_num_threads(1)
    if "MyGrad" in modules:
        modules["MyGrad"].turn_memory_guarding_off()
    return modules, missing


def programs(row: Row, modules: dict[str, ModuleType]) -> dict[str, Callable[[], Program]]:
    """Return, for each library that can express the row, a function that sets up its program."""
    setups: dict[str, Callable[[], Program]] = {}
    for name, module in modules.items():
        write = getattr(row.module, PEERS[name][1], None)
        if write is not None:
            libraries = () if name == LIMIT else (module,)
            setups[name] = partial(write, *libraries, *row.arguments)
    return setups


def is_ready(row: Row, modules: dict[str, ModuleType]) -> bool:
    """Return whether minigrad has the operations that the row needs."""
    return row.needs is None or hasattr(modules[OURS].nn.functional, row.needs)
