"""The backward pass after step 6: it runs in order and stores a gradient on every tensor."""

from .engine import accumulate, first_gradient, shares


def behind(t, found):
    if t.requires_grad and t not in found:
        found.append(t)
        for x in t.inputs:
            behind(x, found)
    return found


def backward(root, v=None):
    root.grad = first_gradient(root, v)
    for t in sorted(behind(root, []), key=lambda t: -t.order):
        for x, d in shares(t, t.grad):
            accumulate(x, d)
