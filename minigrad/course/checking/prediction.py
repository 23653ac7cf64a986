"""Predictions: each guess appears next to the result, with the reasoning behind typical guesses."""

import ast
import math
import re
import reprlib
import sys
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any

from . import worded
from .arithmetic import calculated
from .limit import TimeUp, is_limited, judge_within_limit
from .values import count, numbers, same, single
from .verdict import Verdict

IN_THE_CELL = object()
RIGHT, WRONG = "As you guessed.", "Not what you guessed."
# How many numbers a guess may contain: no answer has more, and comparing a million takes seconds.
MOST = 10_000
PRECISE = 1e-9  # the relative tolerance for two numbers that match in nearly all digits
SHOWN = 2000  # characters shown of a guess or an answer
WORD = "I can't read {guess!r} as a number. Write a number in digits, such as 1.5."
COMMA = (
    "Python reads {guess!r} as two numbers, because of the comma. "
    "Use a decimal point instead: {first}.{second}."
)
ONE = "There are several numbers in {guess}. Give just one number."
TWO = re.compile(r"\s*([(\[]?)\s*(-?\d+)\s*,\s*(\d+)\s*[)\]]?\s*")  # "0,5", (0, 5), [3, 3]
UNCLEAR = "I can't tell from your wording, so compare the two yourself."
NO_GUESS = (
    "No guess yet. Replace the `...` with one and run both cells again, and this one shows the "
    'answer. If you have no idea, write `"?"`.'
)


@dataclass(frozen=True)
class Prediction:
    name: str
    reason: str  # in one sentence; every reply ends with it
    typical: Sequence[tuple[Any, str]]  # common wrong guesses, each with what it is instead
    truth: Any = IN_THE_CELL  # set only if no cell of the chapter computes it
    within: float = 1.0  # the factor by which a rough guess can be off and still count as right
    also: Sequence[Any] = ()  # other ways to write the correct answer

    def reveal(
        self, guess: Any, truth: Any = IN_THE_CELL, names: Mapping[str, Any] | None = None
    ) -> Verdict:
        """Compare a guess with the result. `names` are the notebook's variables."""
        truth = self.truth if truth is IN_THE_CELL else truth
        try:
            if count(guess, MOST) <= MOST:
                return judge_within_limit(self._reply, guess, truth, names)
            said = reprlib.repr(guess)
        except TimeUp:  # an object that takes forever to compare or to print
            if is_limited(sys._getframe()):
                raise
            said = _kind(guess)
        except Exception:  # such as an incomparable object
            said = shown(guess)
        beside = {"your guess": said, "the answer": shown(truth)}
        reply = f"This kind of guess can't be compared. {self.reason}"
        return Verdict(WRONG, reply, beside=beside)

    def _reply(self, guess: Any, truth: Any, names: Mapping[str, Any] | None) -> Verdict:
        guess = sorted(guess) if isinstance(guess, set | frozenset) else guess
        word = _word(guess, self.answers(truth), names or {})
        beside = {"your guess": shown(guess if word is None else word), "the answer": shown(truth)}
        if guess is ...:
            return Verdict("", NO_GUESS, beside=beside, held_back=("the answer",))
        if isinstance(guess, str) and worded.is_no_guess(guess):
            return Verdict("", self.reason, beside=beside)
        guess = guess if word is None else word
        guess = guess.replace("\u2212", "-") if isinstance(guess, str) else guess
        text = isinstance(unquoted(guess), str)
        result = worded.result_in(guess) if text else None  # "5 x 5 = 25" isn't the shape 5 x 5
        for each in (guess,) if result is None else (guess, result):
            if judged := self._judged(each, truth):
                return self._verdict(*judged, beside)
        if text and (why := worded.meant(guess, self.phrases(truth))):
            if worded.OR.search(guess.casefold()) and worded.numbers_in(guess):  # "0 or nan"
                return Verdict(UNCLEAR, self.reason, beside=beside)
            return self._verdict(RIGHT if why == self.reason else WRONG, why, beside)
        if text and not all(_in_words(answer) for answer in self.answers(truth)):
            found = worded.numbers_in(guess)
            if len(found) > 1 and isinstance(single(numbers(truth)), Real):
                instead = ONE.format(guess=repr(guess))
                return Verdict("", instead, beside={"your guess": beside["your guess"]})
            if found:
                said = found[0] if len(found) == 1 else found
                return self._verdict(*self._judged(said, truth) or (WRONG, self.reason), beside)
        if mistyped := self._mistyped(guess, truth):
            return Verdict("", mistyped, beside={"your guess": beside["your guess"]})
        return Verdict(UNCLEAR if text else WRONG, self.reason, beside=beside)

    def _verdict(self, status: str, says: str, beside: dict[str, str]) -> Verdict:
        then = "" if says == self.reason else self.reason
        return Verdict(status, says, then=then, beside=beside)

    def _judged(self, guess: Any, truth: Any) -> tuple[str, str] | None:
        """Return the status and feedback for a guess that's right or typically wrong."""
        # An exact match takes precedence over a loose one.
        for agree in (is_the_number, agrees_exactly, agrees, agrees_loosely):
            if any(agree(guess, value) for value in (truth, *self.also)):
                return RIGHT, self.reason
            for wrong, why in self.typical:
                if agree(guess, wrong):
                    return WRONG, why
        if self.within > 1 and about(guess, truth, self.within):
            return "About as you guessed.", self.reason
        return None

    def answers(self, truth: Any) -> list[Any]:
        """Return every listed answer, right or wrong."""
        return [truth, *self.also, *(wrong for wrong, _ in self.typical)]

    def phrases(self, truth: Any) -> list[tuple[str, str]]:
        """Return the listed answers that are words, each with its feedback."""
        pairs = [*((value, self.reason) for value in (truth, *self.also)), *self.typical]
        return [(words, why) for value, why in pairs if (words := _in_words(value))]

    def asks_a_number(self, truth: Any) -> bool:
        """Return whether the answer and all typical guesses are numbers."""
        words = any(map(_is_word, self.answers(truth)))
        return isinstance(single(numbers(truth)), Real) and not words

    def _mistyped(self, guess: Any, truth: Any) -> str | None:
        """If the answer is a number and the guess isn't, return advice on what to type."""
        entries = unquoted(guess)
        asked = self.asks_a_number(truth)
        if isinstance(entries, str):
            spelled = isinstance(single(numbers(truth)), Real) and worded.is_spelled_out(entries)
            return WORD.format(guess=guess) if asked or spelled else None
        if not asked:
            return None
        if comma := TWO.fullmatch(str(guess)):
            bracket, first, second = comma.groups()
            if bracket == "[":
                return ONE.format(guess=guess)
            return COMMA.format(guess=guess, first=first, second=second)
        return None


def is_the_number(guess: Any, value: Any) -> bool:
    """Return whether two numbers match in nearly all digits.

    >>> same(1e-8, 0), is_the_number(1e-8, 0), is_the_number("10^-8", 1e-8)
    (True, False, True)
    """
    guess, value = numbers(unquoted(guess)), numbers(value)
    if any(isinstance(v, bool) or not isinstance(v, Real) for v in (guess, value)):
        return False
    try:
        return math.isclose(guess, value, rel_tol=PRECISE)
    except OverflowError:  # an int beyond the largest float
        return False


def agrees_exactly(guess: Any, value: Any) -> bool:
    """Return whether two values match, brackets included."""
    return same(guess if isinstance(value, str) else unquoted(guess), value)


def agrees(guess: Any, value: Any) -> bool:
    """Return whether two values match, ignoring quotes, and brackets around a single number."""
    if not isinstance(value, str):
        guess = unquoted(guess)
    elif isinstance(guess, str):  # "float 64" is "float64"
        guess, value = ("".join(text.split()) for text in (guess, value))
    return same(guess, value) or same(guess, [value]) or same([guess], value)


def agrees_loosely(guess: Any, value: Any) -> bool:
    """Return whether a single number equals every number in a list, as 3 matches [3, 3]."""
    guess, entries = numbers(unquoted(guess)), list(_entries(numbers(value)))
    return len(entries) > 1 and all(same(guess, entry) for entry in entries)


def about(guess: Any, value: Any, factor: float) -> bool:
    """Return whether a guess is between value / factor and value * factor.

    >>> about("500", 612.0, within := 3.0), about(100, 612.0, within), about(-600, 612, within)
    (True, False, False)
    """
    guess, value = (single(numbers(v)) for v in (unquoted(guess), value))
    if not isinstance(guess, Real) or not isinstance(value, Real) or not guess or not value:
        return False
    try:
        return bool(1 / factor <= float(guess) / float(value) <= factor)
    except OverflowError:  # beyond the largest float
        return False


def unquoted(guess: Any) -> Any:
    """Return the number, list, `None`, or result of arithmetic that a string contains.

    >>> unquoted("32"), unquoted("[3, 3]"), unquoted("2**20"), unquoted("None"), unquoted("error")
    (32, [3, 3], 1048576, None, 'error')
    >>> unquoted("2 1 0"), unquoted("none"), unquoted("10^-2")
    ([2.0, 1.0, 0.0], None, 0.01)
    """
    if not isinstance(guess, str):
        return guess
    if guess.strip().casefold() == "none":
        return None
    if worded.THOUSANDS.fullmatch(guess.strip()):
        guess = guess.replace(",", "")
    with warnings.catch_warnings():  # Python warns about "10in"
        warnings.simplefilter("ignore", SyntaxWarning)
        if (number := calculated(guess)) is not None:
            return number
        try:
            return ast.literal_eval(guess.strip())
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            return _in_a_row(guess)


def _in_a_row(text: str) -> Any:
    """Parse several numbers without brackets. If that fails, return the text unchanged."""
    try:
        entries = [float(entry) for entry in re.split(r"[\s,;]+", text.strip())]
    except ValueError:
        return text
    return entries if len(entries) > 1 else text


def _word(guess: Any, answers: Sequence[Any], names: Mapping[str, Any]) -> str | None:
    """If the guess is an object, return the listed answer that matches its name in the notebook.

    For a yes-or-no question, `True` and `False` count as "yes" and "no". If the answer is a sign, a
    number counts as "negative", "zero", or "positive".
    """
    if isinstance(meant := unquoted(guess), bool):
        said = "yes" if meant else "no"
        return next((a for a in answers if isinstance(a, str) and a == said), None)
    if (
        isinstance(meant, Real)
        and all(isinstance(a, str) for a in answers)
        and "positive" in answers
    ):
        value = float(meant)
        return "negative" if value < 0 else "positive" if value > 0 else "zero"
    if isinstance(guess, Real | str | list | tuple) or guess is None or guess is ...:
        return None
    called = {name for name, value in names.items() if value is guess}
    called |= {str(getattr(guess, "__name__", ""))}
    if isinstance(guess, type) and issubclass(guess, BaseException):
        called |= {"error"}
    return next((a for a in answers if isinstance(a, str) and a in called), None)


def _in_words(value: Any) -> str:
    """Return the text of an answer that is a word, None, nan, or infinity."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return "none" if value is None else value if isinstance(value, str) else ""


def _is_word(value: Any) -> bool:
    return isinstance(value, str) and not re.search(r"\d", value)


def _entries(value: Any) -> Any:
    if isinstance(value, list):
        for item in value:
            yield from _entries(item)
    else:
        yield value


def shown(value: Any) -> str:
    """Return the text to show for a guess.

    >>> shown(...), shown("no"), shown([3, 3]), shown(10**5000)
    ('none yet', 'no', '[3, 3]', '(an int)')
    """
    if value is ...:
        return "none yet"
    try:
        text = value if isinstance(value, str) else repr(value)
        return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
    except Exception:  # a number with thousands of digits, or an object whose repr fails
        return _kind(value)


def _kind(value: Any) -> str:
    return f"(an {type(value).__name__})"
