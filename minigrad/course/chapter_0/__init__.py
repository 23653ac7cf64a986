"""The checks and predictions for chapter 0."""

from minigrad.course.checking import Chapter

from .exercises import EXERCISES
from .predictions import PREDICTIONS

CHAPTER = Chapter(0, EXERCISES, PREDICTIONS)
check, compare, hint = CHAPTER.check, CHAPTER.compare, CHAPTER.hint
