"""The checks and predictions for chapter 3, Disabling tracking."""

from minigrad.course.capture_warning import with_warning
from minigrad.course.checking import Chapter

from .exercises import EXERCISES
from .predictions import PREDICTIONS

CHAPTER = Chapter(3, EXERCISES, PREDICTIONS)
check, compare, hint = CHAPTER.check, CHAPTER.compare, CHAPTER.hint

__all__ = ["CHAPTER", "check", "compare", "hint", "with_warning"]
