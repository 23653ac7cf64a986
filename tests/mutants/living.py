"""Replace the code of existing functions with a mutant's, without reimporting anything."""

import functools
import gc
import types
from collections.abc import Iterator
from pathlib import Path

from .mutations import Mutant

Place = tuple  # identifies a piece of code by file, name, lines, and columns


def place(code: types.CodeType) -> Place:
    return (code.co_filename, code.co_name, code.co_firstlineno, tuple(code.co_positions()))


def living() -> dict[Place, list[types.FunctionType]]:
    """Return all existing functions, grouped by the position of their code."""
    functions: dict[Place, list[types.FunctionType]] = {}
    for thing in gc.get_objects():
        if isinstance(thing, types.FunctionType) and "minigrad" in thing.__code__.co_filename:
            functions.setdefault(place(thing.__code__), []).append(thing)
    return functions


def caches() -> list:
    """Return the functions in operations that cache their results."""
    cache_type = functools.lru_cache(lambda: None).__class__
    cached = [value for value in gc.get_objects() if isinstance(value, cache_type)]
    return [f for f in cached if f.__module__.startswith(("minigrad.ops", "minigrad.engine"))]


def changes(mutant: Mutant, originals: dict[Path, types.CodeType]) -> list[tuple]:
    """Return the changed functions and the functions around them, each as (place, new code)."""
    if mutant.path not in originals:
        source = mutant.path.read_text(encoding="utf-8")
        originals[mutant.path] = compile(source, str(mutant.path), "exec")
    mutated = compile(mutant.tree, str(mutant.path), "exec")
    return [
        (place(old), new)
        for old, new in _pairs(originals[mutant.path], mutated)
        if _all(old) != _all(new) and old.co_freevars == new.co_freevars
    ]


def _pairs(old: types.CodeType, new: types.CodeType) -> Iterator[tuple]:
    """Yield pairs of corresponding functions. A comprehension counts as part of its function."""
    if len(_inner(old)) == len(_inner(new)):
        for pair in zip(_inner(old), _inner(new), strict=True):
            yield from _pairs(*pair)
    if old.co_name == "<lambda>" or not old.co_name.startswith("<"):
        yield old, new


def _inner(code: types.CodeType) -> list[types.CodeType]:
    return [c for c in code.co_consts if isinstance(c, types.CodeType)]


def _all(code: types.CodeType) -> tuple:
    constants = [_all(c) if isinstance(c, types.CodeType) else repr(c) for c in code.co_consts]
    return code.co_code, constants, code.co_names, code.co_varnames
