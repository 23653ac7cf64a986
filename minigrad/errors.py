"""Sentences of PyTorch's that several places raise, each with a line on how to mend it."""

CANT_CALL_NUMPY = (
    "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead."
)


def broadcast_error(a: tuple, b: tuple) -> RuntimeError:
    """Two shapes that do not broadcast."""
    width = max(len(a), len(b))
    padded_a, padded_b = ((1,) * (width - len(s)) + tuple(s) for s in (a, b))
    for i in reversed(range(width)):
        if padded_a[i] != padded_b[i] and 1 not in (padded_a[i], padded_b[i]):
            break
    return RuntimeError(
        f"The size of tensor a ({padded_a[i]}) must match the size of tensor b ({padded_b[i]}) "
        f"at non-singleton dimension {i}\nThe shapes are {list(a)} and {list(b)}: dimensions must "
        "be equal, or 1, counted from the right."
    )
