"""Groups of writes that Ctrl-C can't split: either all of them are made or none."""

import operator
from itertools import starmap


def uninterrupted(calls: list[tuple]) -> None:
    """Make each call (function, *arguments) without running any Python code in between.

    Python checks for Ctrl-C between the steps of Python code, but never inside C code. So the
    functions must be C functions, such as `setattr` and `operator.setitem`. They must not fail, so
    compute all the values beforehand.
    """
    list(starmap(operator.call, calls))
