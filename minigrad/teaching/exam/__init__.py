"""Paper exams: a pool of `questions`, the `selection` for each exam, and the printed `paper`."""

from .paper import make as make
from .selection import chapters as chapters
