"""The namespace `minigrad.linalg`: norms."""

from .ops.norms import linalg_norm as norm
from .ops.norms import matrix_norm, vector_norm

__all__ = ["matrix_norm", "norm", "vector_norm"]
