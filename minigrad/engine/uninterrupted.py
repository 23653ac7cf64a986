"""Writes that belong together: Ctrl-C finds all of them done, or none."""

import operator
from itertools import starmap


def uninterrupted(calls: list[tuple]) -> None:
    """Make each call, (function, *arguments), with no step of Python between them.

    Python looks for Ctrl-C between the steps of Python code, and never inside C code. So the
    functions have to be C functions, such as `setattr` and `operator.setitem`, and nothing that
    can fail may be left to them: whatever is to be written is computed before.
    """
    list(starmap(operator.call, calls))
