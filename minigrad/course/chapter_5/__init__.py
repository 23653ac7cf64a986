"""The checks and predictions for chapter 5, The SGD training loop."""

import sys
from typing import Any

from minigrad.course.checking import Chapter
from minigrad.course.checking.prediction import shown
from minigrad.course.checking.values import same
from minigrad.course.checking.verdict import Verdict

from .best_line import best_share_of_a_line
from .exercises import EXERCISES
from .orders import every_order
from .predictions import PREDICTIONS

CHAPTER = Chapter(5, EXERCISES, PREDICTIONS)
check, hint = CHAPTER.check, CHAPTER.hint
MENDED = "You've fixed the mistake in this cell. Without those pairs, the line does have a slope."


def compare(name: str, guess: Any, *truth: Any) -> Verdict:
    """Show a guess next to the result, unless the learner has fixed the cell that computes it."""
    if name == "x in a column" and truth and not same(truth[0], 0.0):
        return Verdict(
            "", MENDED, beside={"your guess": shown(guess), "this cell": shown(truth[0])}
        )
    return CHAPTER.compare(name, guess, *truth, notebook=sys._getframe(1).f_globals)


__all__ = ["best_share_of_a_line", "check", "compare", "every_order", "hint"]
