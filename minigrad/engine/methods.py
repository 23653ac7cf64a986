"""Tensor methods and operators, which the entries in `ops/` attach here.

Editors and type checkers read `methods.pyi`, which `python -m tests.typing.methods` generates.
"""


class TensorMethods:
    """The methods and operators of tensors."""

    __slots__ = ()
    __array_priority__ = 1000  # so that NumPy's operators defer to ours
