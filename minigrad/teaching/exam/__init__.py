"""Paper exams: a pool of `questions`, the `selection` of some, and the printed `paper`."""

from .paper import make as make
from .selection import chapters as chapters
