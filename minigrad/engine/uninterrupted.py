"""Groups of writes that Ctrl-C can't interrupt: either all of the writes happen or none do."""

import operator
from itertools import starmap


def uninterrupted(calls: list[tuple]) -> None:
    """Execute each call (function, *arguments) without running any Python code in between.

    Python checks for Ctrl-C between steps of Python code, but never inside C code. So the functions
    must be C functions, such as `setattr` and `operator.setitem`. Because they must not fail,
    compute all the values beforehand.
    """
    list(starmap(operator.call, calls))
