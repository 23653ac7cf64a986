"""A helper that calls a function and returns any warning along with the result."""

import re
import warnings
from collections.abc import Callable
from typing import Any

from minigrad.messages.errors import warn_once


def with_warning(function: Callable[..., Any], *arguments: Any) -> tuple[Any, str]:
    """Call a function; return its result and its warning's first sentence, or "" without one.

    Warnings that Python normally shows only once per session are caught on every call.
    """
    warn_once.cache_clear()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = function(*arguments)
    return result, re.split(r"(?<=\.)\s", str(caught[0].message))[0] if caught else ""
