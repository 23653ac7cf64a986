"""Chapter 6, *Build your own autograd*: its steps, what judges them, and the engine they lead to.

`engine` is that engine in one piece; `step_6` and `step_7` hold what later steps replace.
"""

import sys
from dataclasses import replace
from typing import Any

from ..checking import Chapter
from ..checking.verdict import RIGHT, Verdict
from .judges import STEPS
from .predictions import PREDICTIONS
from .programs import PROGRAMS, gradients
from .standing_in import lay_out, untried

CHAPTER = Chapter(6, STEPS, PREDICTIONS)
compare, hint = CHAPTER.compare, CHAPTER.hint


def check(name: str, answer: Any) -> Verdict:
    """Judge a step. Until it is right, the published one takes its place in the notebook."""
    verdict = None
    try:
        verdict = CHAPTER.check(name, ... if untried(answer) else answer)
    finally:  # also when an endless loop is interrupted
        if verdict is None or verdict.status != RIGHT:
            standing = lay_out(name, sys._getframe(1).f_globals)
    if verdict.status == RIGHT:
        return verdict
    meanwhile = f"Meanwhile the published `{standing}` stands in."
    return replace(verdict, then="\n".join(filter(None, (verdict.then, meanwhile))))
