"""`minigrad.linalg`: norms."""

from .arguments import function
from .ops import norms

norm = function("linalg_norm", norms.linalg_norm)
vector_norm, matrix_norm = norms.vector_norm, norms.matrix_norm
