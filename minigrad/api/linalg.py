"""`minigrad.linalg`: norms."""

from ..ops import norms
from .arguments import function
from .methods import CHECKED

norm = function("linalg_norm", norms.linalg_norm)
vector_norm, matrix_norm = CHECKED["linalg_vector_norm"], CHECKED["linalg_matrix_norm"]
