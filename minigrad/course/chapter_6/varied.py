"""The numbers that the judges try an answer on.

Whole or positive numbers would hide a rounding or an `abs`, and one dimension a `.T`.
"""

import math
from typing import Any

import numpy as np


def varied(*shape: int, start: int = 1) -> np.ndarray:
    """Return fractions of both signs, in no regular order.

    >>> varied(2), varied(2, 3, start=2)
    (array([ 1.25, -2.5 ]), array([[-2.5 ,  3.75,  5.  ],
           [-6.25,  7.5 ,  8.75]]))
    """
    n = np.arange(start, start + math.prod(shape))
    return np.where(n % 3 == 2, -1.25, 1.25).reshape(shape) * n.reshape(shape)


def narrowed(result: Any) -> str | None:
    """Report numbers that were rounded to a shorter dtype."""
    dtype = np.asarray(result).dtype
    if dtype.name == "float64":
        return None
    return f"The gradient arrives as float64, but yours is {dtype}. Leave out the `dtype`."
