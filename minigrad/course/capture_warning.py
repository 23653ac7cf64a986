"""A function call that returns its warning along with its result."""

import re
import warnings
from collections.abc import Callable
from typing import Any

from minigrad.messages.errors import warn_once


def with_warning(function: Callable[..., Any], *arguments: Any) -> tuple[Any, str]:
    """Call a function; return its result and its warning's first sentence, or "" if there's none.

    Warnings that normally appear once per session appear here every time.
    """
    warn_once.cache_clear()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = function(*arguments)
    return result, re.split(r"(?<=\.)\s", str(caught[0].message))[0] if caught else ""
