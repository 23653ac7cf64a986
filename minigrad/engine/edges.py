"""Where a tensor's gradient goes. A view first brings its history up to date."""

from .tensor import Tensor


def tracked(x: Tensor) -> bool:
    """Return whether operations on x are recorded while recording is on."""
    return x._requires_grad if x._view is None else x._view.tracked(x)


def edge(tensor):
    """Return where a tensor's gradient goes: to its node, to the leaf itself, or nowhere (None)."""
    if not isinstance(tensor, Tensor):
        return None
    if tensor._view is not None:
        tensor._view.update_history(tensor)
    return (tensor._node or tensor) if tensor._requires_grad else None
