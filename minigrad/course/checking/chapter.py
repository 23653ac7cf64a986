"""The functions that a chapter imports: `check`, `compare`, and `hint`."""

import sys
import warnings
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from . import progress
from .exercise import Exercise
from .prediction import IN_THE_CELL, Prediction
from .verdict import NOT_YET, RIGHT, Verdict

T = TypeVar("T")
UNREADABLE = (
    "Python couldn't read the cell that you ran last, so your answer is still the one from before. "
    "Correct the line that the error shows, run that cell, and then run this one."
)


class Chapter:
    def __init__(
        self, number: int | str, exercises: Iterable[Exercise], predictions: Iterable[Prediction]
    ) -> None:
        self.number = str(number)  # "1b" is the interlude after chapter 1
        self.exercises = {exercise.name: exercise for exercise in exercises}
        self.predictions = {prediction.name: prediction for prediction in predictions}
        self._steps: dict[str, int] = {}

    def check(self, name: str, *answers: Any) -> Verdict:
        """Run the answer to an exercise, and report whether it's right, wrong, or not tried yet."""
        exercise = self.exercise(name)
        if unreadable():
            return Verdict(NOT_YET, UNREADABLE)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            verdict = exercise.verdict(*answers)
        line = progress.note(self.number, name, list(self.exercises), verdict.status == RIGHT)
        return replace(verdict, then="\n".join(filter(None, (verdict.then, line))))

    def hint(self, name: str) -> Verdict:
        """Return the next hint for an exercise. Each hint gives away more than the last one."""
        exercise = self.exercise(name)
        self._steps[name] = self._steps.get(name, 0) + 1
        return exercise.hint(self._steps[name])

    def compare(
        self,
        name: str,
        guess: Any,
        truth: Any = IN_THE_CELL,
        *,
        notebook: Mapping[str, Any] | None = None,
    ) -> Verdict:
        """Show a guess next to the result and, if they differ, explain the likely reasoning."""
        notebook = sys._getframe(1).f_globals if notebook is None else notebook
        return self._find("prediction", self.predictions, name).reveal(guess, truth, notebook)

    def exercise(self, name: str) -> Exercise:
        """Return an exercise, or raise if the chapter has none of this name."""
        return self._find("exercise", self.exercises, name)

    def _find(self, kind: str, named: dict[str, T], name: str) -> T:
        known = ", ".join(f'"{known}"' for known in named)
        there = f"Its {kind}s are {known}."
        if not isinstance(name, str):
            raise TypeError(f"Pass the name of the {kind} first, in quotes. {there}")
        if name not in named:
            raise ValueError(f'Chapter {self.number} has no {kind} "{name}". {there}')
        return named[name]


def unreadable() -> bool:
    """Return whether the last cell had a syntax error and isn't just a check that was mistyped."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    last: Any = getattr(shell, "last_execution_result", None)
    is_invalid = isinstance(getattr(last, "error_before_exec", None), SyntaxError)
    return is_invalid and "check(" not in last.info.raw_cell
