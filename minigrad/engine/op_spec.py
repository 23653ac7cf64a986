"""Parsing and validation of the declarations in operations' definitions, once at import.

`define.py` describes how a definition is written.
"""

import inspect
import itertools
from collections.abc import Callable
from typing import NamedTuple


class Parameters(NamedTuple):
    """The positional parameters of a Python function."""

    names: tuple[str, ...]
    takes_more: bool  # whether it has *args


def parameters(function: Callable) -> Parameters | None:
    """Return a function's parameters, or None if it isn't written in Python (as in NumPy).

    `inspect.signature` would return the same parameters, but it takes a hundred times as long. For
    the 500 functions in `ops/`, that would add 10 ms to the import.
    """
    code = getattr(inspect.unwrap(function), "__code__", None)
    if code is None:
        return None
    names = code.co_varnames[: code.co_argcount]
    return Parameters(names, bool(code.co_flags & inspect.CO_VARARGS))


def needs(name: str, saves, rules: int, forward, inputs: int, more: tuple) -> tuple[list, dict]:
    """Return which inputs each rule needs, and the index in `saved` of each name in `saves`.

    Raise if a name in `saves` is unknown. `more`: the values that can be saved besides the inputs.
    Constants are always saved. If `saves` lists a constant, users can also read it from the node.
    """
    declared = parameters(forward)
    own = declared.names if declared else ("x", "y")
    names, constants = own[:inputs], own[inputs:]
    texts = (saves,) * rules if isinstance(saves, str) else saves
    if len(texts) != rules:
        raise TypeError(f"{name}: saves={saves!r} is for {len(texts)} rules, but there are {rules}")
    by_rule = [text.split() for text in texts]
    words = [*itertools.chain(*by_rule)]
    for word in words:
        if word not in (*names, *more, *constants):
            known = ", ".join((*names, *more, *constants))
            raise TypeError(
                f"{name}: saves={saves!r} contains {word!r}, which isn't one of {known}"
            )
    saved_more = [word for word in more if word in words]
    saved = (*(names or (None,)), *saved_more, *constants)
    places = {word: i for i, word in enumerate(saved) if word in words}
    return [[n in said for n in names] for said in by_rule], places


def require_arity(name: str, rules, forward, inputs: int, places: dict) -> None:
    """Check that each rule whose signature can be read accepts the arguments it'll receive.

    `places`: the names in `saves` with their indices, as returned by `needs`.
    """
    declared = parameters(forward)
    if declared is None or declared.takes_more:
        return
    saved_more = [word for word in ("out", "shape") if word in places]
    called = ("g", *declared.names[:inputs], *saved_more, *declared.names[inputs:])
    for taken in map(parameters, rules):
        if taken is None:
            continue
        missing = len(called) - len(taken.names)
        if missing < 0 or (missing > 0 and not taken.takes_more):
            called_with, takes = ", ".join(called), ", ".join(taken.names)
            raise TypeError(
                f"{name}: a rule is called with ({called_with}), but it takes ({takes})"
            )
