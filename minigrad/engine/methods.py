"""The methods and operators of tensors: their entries in `ops/` attach them here.

What editors and type checkers read is `methods.pyi`, written by `python -m tests.typing.methods`.
"""


class TensorMethods:
    """What can be computed with a tensor."""

    __slots__ = ()
    __array_priority__ = 1000  # NumPy's operators give way
