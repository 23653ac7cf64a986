"""Chapter 5, The SGD training loop: what its checks run, and what its predictions answer."""

from minigrad.course.checking import Chapter

from .best_line import best_share_of_a_line
from .exercises import EXERCISES
from .orders import every_order
from .predictions import PREDICTIONS

CHAPTER = Chapter(5, EXERCISES, PREDICTIONS)
check, compare, hint = CHAPTER.check, CHAPTER.compare, CHAPTER.hint


__all__ = ["best_share_of_a_line", "check", "compare", "every_order", "hint"]
