"""The checks and predictions for chapter 1, Computational graphs."""

from minigrad.course.checking import Chapter

from .exercises import EXERCISES
from .gradient_warning import grad_and_warning
from .predictions import PREDICTIONS

__all__ = ["CHAPTER", "check", "compare", "grad_and_warning", "hint"]

CHAPTER = Chapter(1, EXERCISES, PREDICTIONS)
check, compare, hint = CHAPTER.check, CHAPTER.compare, CHAPTER.hint
