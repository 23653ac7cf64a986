"""The sentences in an exercise's judge, and the numbers that it uses."""

from collections.abc import Callable, Iterator
from decimal import Decimal
from types import CodeType, FunctionType
from typing import Any

from tests.course.prose_numbers import code_numbers


def sentences_and_numbers(judge: Callable[..., Any]) -> tuple[list[str], set[Decimal]]:
    sentences: list[str] = []
    numbers: set[Decimal] = set()
    for each in _constants(judge, judge.__module__.rpartition(".")[0], set()):
        if isinstance(each, str) and len(each.split()) > 2 and "\n" not in each:
            sentences.append(each)
        else:
            numbers |= code_numbers(str(each))
    return sentences, numbers


def _constants(value: Any, package: str, seen: set[FunctionType]) -> Iterator[str | int | float]:
    """Yield the constants in a judge, and in its chapter's tables and functions that it uses."""
    if isinstance(value, str | int | float):
        yield value
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _constants(each, package, seen)
    elif isinstance(value, dict):
        yield from _constants([*value, *value.values()], package, seen)
    elif isinstance(value, FunctionType) and value.__module__.startswith(package):
        codes = [] if value in seen else [value.__code__]
        seen.add(value)
        for code in codes:
            codes += [each for each in code.co_consts if isinstance(each, CodeType)]
            used = [value.__globals__.get(name) for name in code.co_names]
            own = [each for each in code.co_consts if each != value.__doc__]
            yield from _constants([*own, *used], package, seen)
