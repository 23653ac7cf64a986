"""Which shapes broadcast, and to which shape."""

import numpy as np

from ..messages.errors import error


def common_shape(a: tuple, b: tuple) -> tuple | None:
    """Return the shape that two shapes broadcast to, or None if they don't broadcast."""
    try:
        return np.broadcast_shapes(a, b)
    except ValueError:
        return None


def is_expandable_to(a: tuple, b: tuple) -> bool:
    """Return whether shape a broadcasts to shape b."""
    return len(a) <= len(b) and all(n in (1, m) for n, m in zip(a[::-1], b[::-1], strict=False))


def require_broadcast(*shapes: tuple) -> None:
    """Raise PyTorch's error if the shapes don't broadcast."""
    try:
        np.broadcast_shapes(*shapes)
    except ValueError:
        raise broadcast_error(*shapes) from None


def broadcast_error(*shapes: tuple) -> Exception:
    """Return the error for shapes that don't broadcast. Its message names the first mismatch."""
    a, *others = map(tuple, shapes)
    for b in others:
        for i, (n, m) in enumerate(zip(a[::-1], b[::-1], strict=False), 1):
            if n != m and 1 not in (n, m):
                return error("broadcast", n, m, max(len(a), len(b)) - i, a, b)
        a = np.broadcast_shapes(a, b)
    return ValueError(shapes)  # this shouldn't happen, because the shapes do broadcast
