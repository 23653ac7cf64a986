"""A call whose warning is wanted beside what it gives."""

import re
import warnings
from collections.abc import Callable
from typing import Any

from minigrad.messages.errors import warn_once


def with_warning(function: Callable[..., Any], *arguments: Any) -> tuple[Any, str]:
    """What a call gives, and the first sentence of its warning, or "" where there is none.

    A warning that comes once in a session comes here each time.
    """
    warn_once.cache_clear()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = function(*arguments)
    return result, re.split(r"(?<=\.)\s", str(caught[0].message))[0] if caught else ""
