"""Paper exams: the pool in `questions/`, the `selection` of some, and the printed `paper`."""

from .paper import make as make
from .selection import chapters as chapters
