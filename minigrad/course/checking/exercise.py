"""Exercises: each has a judge that runs the learner's answer, a takeaway, and extra hints."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from inspect import signature
from typing import Any

from .attempt import (
    SEARCHED,
    LearnerError,
    NotAttempted,
    TimedOut,
    WrongKind,
    has_blank,
    library_of,
    message_of,
    require_small,
)
from .limit import TimeUp, is_limited, judge_within_limit
from .meanings import Meanings, meaning
from .verdict import NOT_TRIED, NOT_YET, RIGHT, Verdict

Judge = Callable[..., str | None]


@dataclass(frozen=True)
class Exercise:
    name: str
    # Takes the answers; returns the hint for the mistake, or None if they're right.
    judge: Judge
    keep: str  # the takeaway in one sentence
    hints: Sequence[str]  # further hints, each saying more than the one before
    # For errors: a pattern to search for in `TypeError: ...`, and an explanation.
    meanings: Meanings = ()

    def verdict(self, *answers: Any) -> Verdict:
        more = f'Run `hint("{self.name}")` for more help, one step at a time.'
        try:
            mistake = self._judged_in_time(*answers)
        except NotAttempted:
            sentence = "Change the cell above, run it, and then run this one."
            return Verdict(NOT_TRIED, sentence, then=f"Stuck? {more}")
        except LearnerError as stumbled:
            sentence = f"Your code raised an error{stumbled.where}:"
            means = meaning(stumbled.error, self.meanings)
            return Verdict(NOT_YET, sentence, stumbled.shown, f"{means}\n{more}".strip())
        except TimedOut as endless:
            sentence = (
                "Your code was still running after several seconds, so it was "
                f"stopped{endless.where}"
            )
            advice = (
                "What would make your code end? If it would end and your computer was just slow "
                "or busy, run this cell again."
            )
            return Verdict(NOT_YET, f"{sentence}.", endless.line, advice)
        except WrongKind as misfit:
            return Verdict(NOT_YET, str(misfit))
        if mistake:
            return Verdict(NOT_YET, mistake, then=more)
        return Verdict(RIGHT, self.keep)

    def _judged_in_time(self, *answers: Any) -> str | None:
        try:
            return judge_within_limit(self._judged, *answers)
        except TimeUp as stopped:  # by a value that takes forever to compare or to print
            if is_limited(sys._getframe()):  # it was checked by an answer that ran too long
                raise
            raise TimedOut(stopped) from None

    def _judged(self, *answers: Any) -> str | None:
        wanted = signature(self.judge)
        try:
            wanted.bind(*answers)
        except TypeError:
            names = ", ".join(wanted.parameters)
            own = f"name for `{names}`" if len(wanted.parameters) == 1 else "names for them"
            raise WrongKind(
                f'Write `check("{self.name}", {names})`, or use your own {own}.'
            ) from None
        try:
            require_small(*answers)
            if has_blank(answers):
                raise NotAttempted
            with library_of(*answers).enable_grad():  # a cell may have turned recording off
                return self.judge(*answers)
        except (NotAttempted, LearnerError, TimedOut, WrongKind, KeyboardInterrupt, TimeUp):
            raise
        except BaseException as error:
            learners = LearnerError(error)
            if learners.where:  # a method of the answer, which the judge called directly
                raise learners from None
            raise WrongKind(self._unusable(error, *answers)) from None

    def _unusable(self, error: BaseException, *answers: Any) -> str:
        """Say what's wrong with a value that the judge couldn't compute with."""
        if isinstance(error, OverflowError):
            return "Your answer has a number that's too large to compute with."
        source = "your function returned" if any(map(callable, answers)) else "you passed"
        means = meaning(f"{type(error).__name__}: {message_of(error)[:SEARCHED]}", self.meanings)
        means = (
            means or "Print the value and its `type`. Which kind of value does the task ask for?"
        )
        return f"The check can't compute with the value that {source}. {means}"

    def hint(self, step: int) -> Verdict:
        at = min(step, len(self.hints))
        last = "That was the last hint. The solution is folded below the check."
        again = "There is one more." if at == len(self.hints) - 1 else "There are more."
        sentence = f"Hint {at} of {len(self.hints)}: {self.hints[at - 1]}"
        return Verdict("", sentence, then=last if at == len(self.hints) else again)


def exercise(
    name: str, *, keep: str, hints: Sequence[str], meanings: Meanings = ()
) -> Callable[[Judge], Exercise]:
    """Turn a judge function into an exercise."""
    return lambda judge: Exercise(name, judge, keep, hints, meanings)
