"""The order in which an array's elements are stored in memory."""

import numpy as np


def laid(elements, x):
    """Arrange elements as an array with x's shape and memory layout (the order of its dims)."""
    if x.flags.c_contiguous:
        return elements.reshape(x.shape)
    ranked = iter(sorted(filter(x.strides.__getitem__, range(x.ndim)), key=lambda d: -x.strides[d]))
    # Repeated dims stay where they are.
    dims = [next(ranked) if x.strides[d] else d for d in range(x.ndim)]
    return elements.reshape([x.shape[d] for d in dims]).transpose(np.argsort(dims))


def relaid(array, x):
    """Return a copy of the array with x's memory layout."""
    result = laid(np.empty(array.size, array.dtype), x)
    result[...] = array
    return result[()]
