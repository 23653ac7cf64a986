"""`minigrad.linalg`: norms."""

from ..ops import norms
from .arguments import function

norm = function("linalg_norm", norms.linalg_norm)
vector_norm, matrix_norm = norms.vector_norm, norms.matrix_norm
