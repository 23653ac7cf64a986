"""Chapter 5, The SGD training loop: what its checks run, and what its predictions answer."""

from minigrad.course.checking import Chapter

from .exercises import EXERCISES
from .predictions import PREDICTIONS

CHAPTER = Chapter(5, EXERCISES, PREDICTIONS)
check, compare, hint = CHAPTER.check, CHAPTER.compare, CHAPTER.hint
