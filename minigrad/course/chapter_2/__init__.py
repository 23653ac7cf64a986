"""The checks and predictions for chapter 2, Vector-Jacobian products."""

from minigrad.course.checking import Chapter

from .exercises import EXERCISES
from .predictions import PREDICTIONS
from .two_orders import two_orders

__all__ = ["CHAPTER", "check", "compare", "hint", "two_orders"]

CHAPTER = Chapter("2", EXERCISES, PREDICTIONS)
check, compare, hint = CHAPTER.check, CHAPTER.compare, CHAPTER.hint
