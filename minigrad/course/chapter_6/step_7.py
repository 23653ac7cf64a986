"""The backward pass after step 7: its gradients are in flight, but it's still recursive."""

from .engine import accumulate, first_gradient, shares
from .step_6 import behind


def backward(root, v=None):
    in_flight = {root: first_gradient(root, v)}
    for t in sorted(behind(root, []), key=lambda t: -t.order):
        g = in_flight.pop(t)
        if not t.inputs:
            accumulate(t, g)
        for x, d in shares(t, g):
            if x in in_flight:
                in_flight[x] = in_flight[x] + d
            else:
                in_flight[x] = d
