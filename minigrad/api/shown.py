"""An operation's parameters, as shown by `help` and Shift+Tab."""

import functools
import inspect
from collections.abc import Callable
from typing import Any

from .signatures import Signature, declared, parameters, written

_EMPTY = inspect.Parameter.empty


class Shown(inspect.Signature):
    """The parameters of a function or method, without types, merged from all its definitions.

    The definitions are read on first use, because reading them at import would take several
    milliseconds.
    """

    def __init__(self, definition: Callable, is_method: bool = False) -> None:
        super().__init__()
        self.definition, self.is_method = definition, is_method

    @functools.cached_property
    def parameters(self) -> Any:
        return inspect.Signature(merged(self.definition, self.is_method)).parameters

    def replace(self, **changes: Any) -> inspect.Signature:  # type: ignore[override]
        return inspect.Signature([*self.parameters.values()]).replace(**changes)


def merged(definition: Callable, is_method: bool) -> list[inspect.Parameter]:
    """Return a definition's parameters, plus its overloads' parameters as keyword-only ones.

    The first parameter of a method is `self`. The overloads name what the definition takes as
    `**options`.
    """
    found = {p.name: p for p in _without_types(definition) if p.kind is not p.VAR_KEYWORD}
    for way in declared(definition):
        for p in _without_types(way)[1:]:  # the first means the same thing under any name
            if p.name not in found and p.kind is not p.VAR_POSITIONAL:
                default = None if p.default is _EMPTY else p.default
                found[p.name] = p.replace(kind=p.KEYWORD_ONLY, default=default)
    if is_method:
        first = next(iter(found))
        rest = {n: p for n, p in found.items() if n != first}
        found = {"self": found[first].replace(name="self"), **rest}
        for name in _name_of_ints(definition):
            found[name] = inspect.Parameter(name, inspect.Parameter.VAR_POSITIONAL)
    return sorted(found.values(), key=lambda p: p.kind)


def _without_types(definition: Callable) -> list[inspect.Parameter]:
    every = {**written(definition).parameters}
    if definition.__name__ == "__call__":
        del every["self"]  # the protocol's own `self`
    return [p.replace(annotation=_EMPTY) for p in every.values()]


def _name_of_ints(definition: Callable) -> list[str]:
    """Return the name of the parameter whose ints can be passed one by one, as in x.view(2, 3)."""
    ways = [Signature(taken[1:]) for taken in map(parameters, declared(definition)) if taken]
    return [way.parameters[0].name for way in ways if way.spreads and way.least][:1]
