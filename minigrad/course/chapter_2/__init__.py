"""Chapter 2, Vector-Jacobian products: what its checks run, and what its predictions answer."""

from minigrad.course.checking import Chapter

from .exercises import EXERCISES
from .predictions import PREDICTIONS

CHAPTER = Chapter("2", EXERCISES, PREDICTIONS)
check, compare, hint = CHAPTER.check, CHAPTER.compare, CHAPTER.hint
