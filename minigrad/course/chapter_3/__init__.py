"""Chapter 3, Disabling tracking: what its checks run, and what its predictions answer."""

from minigrad.course.checking import Chapter

from .exercises import EXERCISES
from .predictions import PREDICTIONS
from .warning import with_warning

CHAPTER = Chapter(3, EXERCISES, PREDICTIONS)
check, compare, hint = CHAPTER.check, CHAPTER.compare, CHAPTER.hint

__all__ = ["CHAPTER", "check", "compare", "hint", "with_warning"]
