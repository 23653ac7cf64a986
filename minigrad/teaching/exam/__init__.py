"""Paper exams: the pool in `questions/`, the `selection` of some, and the printed `paper`."""

from .drawing import chapters as chapters
from .paper import make as make
