"""The names, checks, and predictions for chapter 10b, A network that writes."""

from minigrad.course.checking import Chapter
from minigrad.course.names import names

from .exercises import EXERCISES
from .predictions import PREDICTIONS
from .snapshots import Snapshots
from .waiting import waiting

CHAPTER = Chapter("10b", EXERCISES, PREDICTIONS)
check, compare, hint = CHAPTER.check, CHAPTER.compare, CHAPTER.hint

__all__ = ["CHAPTER", "Snapshots", "check", "compare", "hint", "names", "waiting"]
