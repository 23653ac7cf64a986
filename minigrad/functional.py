"""The namespace `minigrad.functional`: functions that PyTorch defines in Python."""

from .ops.einsum import einsum
from .ops.joining import meshgrid, split
from .ops.norms import norm

__all__ = ["einsum", "meshgrid", "norm", "split"]
