"""Silence about infinity and NaN, which PyTorch computes without a warning."""

import contextvars
import functools

import numpy as np

# In this context, NumPy doesn't warn. Running a function in a copy of it takes a fifth of the time
# that `np.errstate` takes, which would be most of the time of an operation on a single number.
_SILENT = contextvars.copy_context()
_SILENT.run(np.seterr, all="ignore")


def silent(compute):
    """Decorate a function on arrays so that NumPy issues no floating-point warnings inside it."""

    @functools.wraps(compute)
    def apply(*values):
        return _SILENT.copy().run(compute, *values)

    return apply
