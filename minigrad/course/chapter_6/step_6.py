"""The backward pass after step 6: in order, with gradients kept on every tensor."""

import numpy as np

from .engine import accumulate, shares


def behind(t, found):
    if t.requires_grad and t not in found:
        found[t] = True
        for x in t.inputs:
            behind(x, found)
    return found


def backward(root, g=None):
    root.grad = np.ones_like(root.data) if g is None else g
    newest_first = sorted(behind(root, {}), key=lambda t: -t.order)
    for t in newest_first:
        for x, d in shares(t, t.grad):
            accumulate(x, d)
