"""The backward pass after step 7: gradients in flight, and still a recursion."""

import numpy as np

from .engine import accumulate, shares
from .step_6 import behind


def backward(root, g=None):
    in_flight = {root: np.ones_like(root.data) if g is None else g}
    newest_first = sorted(behind(root, {}), key=lambda t: -t.order)
    for t in newest_first:
        g = in_flight.pop(t)
        if not t.inputs:
            accumulate(t, g)
        for x, d in shares(t, g):
            in_flight[x] = in_flight[x] + d if x in in_flight else d
