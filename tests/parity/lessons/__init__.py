"""Whole programs like those in a course, with recordings of what PyTorch prints and computes.

A lesson is a function that receives the library. It prints, as a notebook would, and returns its
results by name. Both have to match PyTorch's.
"""

import contextlib
import io
import types
from collections.abc import Callable
from typing import Any

from ..observing import plain
from ..rules import as_one
from . import first_tensors, gradients, listening, networks


def _lessons() -> dict[str, Callable[[Any], dict]]:
    lessons = {}
    for module in (first_tensors, gradients, listening, networks):
        for name, value in vars(module).items():
            if getattr(value, "__module__", None) == module.__name__ and name[0].islower():
                lessons[name] = value
    return lessons


LESSONS = _lessons()


def observe_lesson(name: str, library: types.ModuleType) -> dict[str, Any]:
    """Return the lines that a lesson prints, and its results."""
    printed = io.StringIO()
    library.manual_seed(0)
    with contextlib.redirect_stdout(printed):
        results = LESSONS[name](library)
    values = {key: plain(value, library) for key, value in results.items()}
    return {"printed": as_one(printed.getvalue()).splitlines(), "results": values}
