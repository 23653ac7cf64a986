"""The checks and predictions for chapter 10, Slopes of slopes."""

from minigrad.course.checking import Chapter
from minigrad.course.digits import digits

from .exercises import EXERCISES
from .predictions import PREDICTIONS

CHAPTER = Chapter(10, EXERCISES, PREDICTIONS)
check, compare, hint = CHAPTER.check, CHAPTER.compare, CHAPTER.hint

__all__ = ["CHAPTER", "check", "compare", "digits", "hint"]
