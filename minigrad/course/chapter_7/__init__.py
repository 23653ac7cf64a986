"""The checks and predictions for chapter 7, Check it, extend it."""

from minigrad.course.checking import Chapter

from .exercises import EXERCISES
from .predictions import PREDICTIONS

CHAPTER = Chapter(7, EXERCISES, PREDICTIONS)
check, compare, hint = CHAPTER.check, CHAPTER.compare, CHAPTER.hint

__all__ = ["CHAPTER", "check", "compare", "hint"]
