"""Chapter 6, *Build your own autograd*: its steps, their judges, and the resulting engine.

`engine` is the finished engine in one module. `step_6` and `step_7` contain versions that later
steps replace. `minigrad_counterparts` shows where minigrad has the same pieces.
"""

import sys
from dataclasses import replace
from typing import Any

from ..checking import Chapter
from ..checking.attempt import has_blank
from ..checking.chapter import unreadable
from ..checking.verdict import NOT_YET, RIGHT, Verdict
from .data import eighty_points, error_of, first_weights
from .exercises import EXERCISES
from .judges import STEPS
from .minigrad_counterparts import minigrad_moves, minigrad_pieces
from .open_prerequisites import open_before
from .pictures import draw_pass
from .predictions import PREDICTIONS
from .programs import PROGRAMS, gradients, run_in_both
from .record_picture import draw_record
from .reference_steps import (
    PUBLISHED,
    all_published,
    define_step,
    next_blank,
    undefined_names,
    untried,
)
from .training_picture import draw_training
from .walk_picture import draw_walk

__all__ = [
    "CHAPTER",
    "check",
    "compare",
    "draw_pass",
    "draw_record",
    "draw_training",
    "draw_walk",
    "eighty_points",
    "error_of",
    "first_weights",
    "hint",
    "minigrad_moves",
    "minigrad_pieces",
    "run_in_both",
]

CHAPTER = Chapter("6", (*STEPS, *EXERCISES), PREDICTIONS)
hint = CHAPTER.hint
MADE_BY_STEP_2 = ("step 3", "exp")  # operations: a blank in their code belongs to step 2
COMPARED_IN = {"twice": "step 1", "arrives": "step 5", "found first": "step 6"}
_said: dict[str, Verdict] = {}


def compare(name: str, guess: Any, truth: Any) -> Verdict:
    """Show a guess next to the engine's result, unless an earlier step isn't solved yet."""
    notebook = sys._getframe(1).f_globals
    names = list(COMPARED_IN)  # because a learner may pass a list, which no dict can look up
    if name in names and (waits := open_before(COMPARED_IN[name], notebook)):
        return Verdict(NOT_YET, waits)
    return CHAPTER.compare(name, guess, truth, notebook=notebook)


def check(name: str, *answers: Any) -> Verdict:
    """Judge a step. Until the answer is right, the published step replaces it in the notebook."""
    notebook = sys._getframe(1).f_globals
    CHAPTER.exercise(name)  # raises if there is none
    open_line = next((next_blank(name, a) for a in answers if untried(a)), "")
    if any(map(untried, answers)):
        answers = (...,) * len(answers)
    waits = open_before(name, notebook)
    if waits and (
        name in MADE_BY_STEP_2 or not (has_blank(answers) or all_published(name, answers))
    ):
        return Verdict(NOT_YET, waits)
    if name not in PUBLISHED:
        return _pointing_at(open_line, CHAPTER.check(name, *answers))
    if missing := undefined_names(name, notebook):
        return _broken_off(name, missing, notebook)
    if all_published(name, answers) and name in _said and not unreadable():
        return _with(_said[name], waits)  # run twice, and nothing was written in between
    verdict = None
    try:
        verdict = CHAPTER.check(name, *answers)
    finally:  # also when an endless loop is interrupted
        if verdict is None or verdict.status != RIGHT:
            standing = define_step(name, notebook)
    if verdict.status == RIGHT:
        return verdict
    verdict = _pointing_at(open_line, verdict)
    _said[name] = _with(verdict, f"Meanwhile the published {standing}.")
    return _with(_said[name], waits)


def _broken_off(name: str, missing: list[str], notebook: dict[str, Any]) -> Verdict:
    """Report that the learner's cell replaced only a part of the published step.

    An error leaves out its last lines. If others are missing, the learner has removed them.
    """
    define_step(name, notebook)
    listed = ", ".join(f"`{missing_name}`" for missing_name in missing)
    lines = PUBLISHED[name][1]
    if list(lines[-len(missing) :]) == missing:
        sentence = (
            f"Your cell didn't define {listed}. Did it stop with an error before that? Run the "
            "cell again and read the error. (A rule begins with `lambda`.)"
        )
    else:
        sentence = (
            f"Your cell doesn't define {listed}. Keep all {len(lines)} lines of the cell, because "
            "the later cells need each of them."
        )
    _said[name] = Verdict(NOT_YET, sentence)
    return _said[name]


def _pointing_at(line: str, verdict: Verdict) -> Verdict:
    """Return a verdict that shows the line with the blank, if there is one."""
    if not line:
        return verdict
    return replace(verdict, says="You still have to fill in a blank:", code=line)


def _with(verdict: Verdict, more: str) -> Verdict:
    """Return the verdict with another sentence at the end."""
    return replace(verdict, then="\n".join(filter(None, (verdict.then, more))))
