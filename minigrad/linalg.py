"""The namespace `minigrad.linalg`: norms."""

from .ops.norms import linalg_norm as norm
from .ops.norms import vector_norm

__all__ = ["norm", "vector_norm"]
