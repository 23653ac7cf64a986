"""The checks and predictions for chapter 11, On to PyTorch, and its comparisons with PyTorch."""

from minigrad.course.checking import Chapter

from .exercises import EXERCISES
from .predictions import PREDICTIONS
from .replayed import made_in_pytorch
from .torch_comparison import beside_pytorch

CHAPTER = Chapter(11, EXERCISES, PREDICTIONS)
check, compare, hint = CHAPTER.check, CHAPTER.compare, CHAPTER.hint

__all__ = [
    "CHAPTER",
    "beside_pytorch",
    "check",
    "compare",
    "hint",
    "made_in_pytorch",
]
