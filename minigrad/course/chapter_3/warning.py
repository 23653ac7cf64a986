"""What the text of chapter 3 calls: a function whose warning is wanted."""

import warnings
from collections.abc import Callable
from typing import Any

HEARD: dict[str, str] = {}  # the last warning of each function, for those that warn only once


def with_warning(function: Callable[..., Any], *arguments: Any) -> tuple[Any, str]:
    """What a call gives, and the first line of its warning, which may come once in a session."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        given = function(*arguments)
    if caught:
        HEARD[function.__name__] = str(caught[0].message).splitlines()[0]
    return given, HEARD.get(function.__name__, "no warning")
