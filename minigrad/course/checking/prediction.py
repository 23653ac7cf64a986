"""Predictions: a guess next to the truth, and the reasoning behind typical guesses."""

import ast
import math
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from numbers import Real
from typing import Any

from .values import numbers, same
from .verdict import Verdict

IN_THE_CELL = object()
MOST = 10_000  # numbers in a guess: no answer has as many, and comparing a million takes seconds
SHOWN = 2000  # characters of a guess or an answer
WORD = "The answer is a number, and {guess!r} isn't one for Python. Write digits, such as 0.5."
COMMA = (
    "Python reads {guess!r} as two numbers, because of the comma. Write a point: {first}.{second}."
)
SUM = re.compile(r"\d{1,6}(\.\d{1,6})? ?(\*\*|[-+*/]) ?\d{1,3}(\.\d{1,6})?")
ERROR = re.compile(r"[A-Z]\w*Error|(?i:an error)")
NO_GUESS = (
    "No guess yet, and that's fine. Replace the `...` with one and this cell will tell you more."
)


@dataclass(frozen=True)
class Prediction:
    name: str
    right: str  # the reply to a right guess: the reason in one sentence
    typical: Sequence[tuple[Any, str]]  # common wrong guesses, each with the reasoning behind it
    otherwise: str  # the reply to any other guess
    truth: Any = IN_THE_CELL  # set only if no cell of the chapter computes it
    within: float = 1.0  # the factor by which a rough guess can be off and still count as right
    also: Sequence[Any] = ()  # other ways to write the truth

    def reveal(
        self, guess: Any, truth: Any = IN_THE_CELL, names: Mapping[str, Any] | None = None
    ) -> Verdict:
        """Compare the guess with the truth. `names` are the names defined in the notebook."""
        truth = self.truth if truth is IN_THE_CELL else truth
        try:
            if _count(guess) > MOST:
                raise ValueError("too long")
            return self._reply(guess, truth, names)
        except Exception:  # such as a long list, a list inside itself, or an incomparable object
            beside = {"your guess": shown(guess), "the answer": shown(truth)}
            reply = f"A guess of this kind can't be compared. {self.otherwise}"
            return Verdict("Not what you guessed.", reply, beside=beside)

    def _reply(self, guess: Any, truth: Any, names: Mapping[str, Any] | None) -> Verdict:
        word = _word(guess, [truth, *self.also, *(wrong for wrong, _ in self.typical)], names or {})
        beside = {"your guess": shown(guess if word is None else word), "the answer": shown(truth)}
        if guess is ...:
            return Verdict("", NO_GUESS, beside=beside)
        guess = guess if word is None else word
        # An exact match takes precedence over a loose one.
        for agree in (agrees, agrees_loosely):
            if any(agree(guess, value) for value in (truth, *self.also)):
                return Verdict("As you guessed.", self.right, beside=beside)
            for wrong, why in self.typical:
                if agree(guess, wrong):
                    return Verdict("Not what you guessed.", why, beside=beside)
        if self.within > 1 and about(guess, truth, self.within):
            return Verdict("About as you guessed.", self.right, beside=beside)
        if mistyped := self._mistyped(guess, truth):
            return Verdict("", mistyped, beside={"your guess": beside["your guess"]})
        return Verdict("Not what you guessed.", self.otherwise, beside=beside)

    def asks_a_number(self, truth: Any) -> bool:
        """Return whether the answer is a number, and so is each typical guess."""
        answers = [truth, *self.also, *(wrong for wrong, _ in self.typical)]
        return isinstance(_single(numbers(truth)), Real) and not any(map(_is_word, answers))

    def _mistyped(self, guess: Any, truth: Any) -> str | None:
        """Return what to write instead, if the answer is a number and the guess is not."""
        if not self.asks_a_number(truth):
            return None
        entries = unquoted(guess)
        if isinstance(entries, str):
            return WORD.format(guess=guess)
        if isinstance(entries, tuple | list) and len(entries) == 2:
            first, second = entries
            if all(isinstance(e, int | float) and e == int(e) >= 0 for e in (first, second)):
                return COMMA.format(guess=guess, first=int(first), second=int(second))
        return None


def agrees(guess: Any, value: Any) -> bool:
    """Return whether they agree. Brackets around a single number and quotes don't matter."""
    if not isinstance(value, str):
        guess = unquoted(guess)
    return same(guess, value) or same(guess, [value]) or same([guess], value)


def agrees_loosely(guess: Any, value: Any) -> bool:
    """Return whether one number matches all of them, as 3 matches [3, 3]."""
    guess, entries = numbers(unquoted(guess)), list(_entries(numbers(value)))
    return len(entries) > 1 and all(same(guess, entry) for entry in entries)


def about(guess: Any, value: Any, factor: float) -> bool:
    """
    >>> about("500", 612.0, within := 3.0), about(100, 612.0, within), about(-600, 612, within)
    (True, False, False)
    """
    guess, value = (_single(numbers(v)) for v in (unquoted(guess), value))
    if not isinstance(guess, Real) or not isinstance(value, Real) or not guess or not value:
        return False
    try:
        return bool(1 / factor <= float(guess) / float(value) <= factor)
    except OverflowError:  # beyond the largest float
        return False


def unquoted(guess: Any) -> Any:
    """Return the number, list, `None`, or small sum that a string contains.

    >>> unquoted("32"), unquoted("[3, 3]"), unquoted("2**20"), unquoted("None"), unquoted("error")
    (32, [3, 3], 1048576, None, 'error')
    >>> unquoted("2 1 0"), unquoted("none")
    ([2.0, 1.0, 0.0], None)
    """
    if not isinstance(guess, str):
        return guess
    if guess.strip().casefold() == "none":
        return None
    if SUM.fullmatch(guess.strip()):
        with suppress(ArithmeticError):
            return eval(guess)
    try:
        return ast.literal_eval(guess.strip())
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return _in_a_row(guess)


def _in_a_row(text: str) -> Any:
    """Parse several numbers without brackets, or return the text unchanged."""
    try:
        entries = [float(entry) for entry in re.split(r"[\s,;]+", text.strip())]
    except ValueError:
        return text
    return entries if len(entries) > 1 else text


def _word(guess: Any, answers: Sequence[Any], names: Mapping[str, Any]) -> str | None:
    """If the guess is an object, return the listed answer that matches its name in the notebook.

    For a yes-or-no question, `True` and `False` count as "yes" and "no".
    """
    if isinstance(meant := unquoted(guess), bool):
        said = "yes" if meant else "no"
        return next((a for a in answers if isinstance(a, str) and a == said), None)
    if isinstance(guess, str) and "error" in answers:
        return "error" if ERROR.fullmatch(guess.strip()) else None
    if isinstance(guess, Real | str | list | tuple) or guess is None or guess is ...:
        return None
    called = {name for name, value in names.items() if value is guess}
    called |= {str(getattr(guess, "__name__", ""))}
    if isinstance(guess, type) and issubclass(guess, BaseException):
        called |= {"error"}
    return next((a for a in answers if isinstance(a, str) and a in called), None)


def _is_word(value: Any) -> bool:
    return isinstance(value, str) and not re.search(r"\d", value)


def _entries(value: Any) -> Any:
    if isinstance(value, list):
        for item in value:
            yield from _entries(item)
    else:
        yield value


def _count(value: Any) -> int:
    """Return the size of a tensor, an array, or a list, without a look inside it."""
    if isinstance(value, list | tuple):
        return len(value)
    shape = getattr(value, "shape", None)
    return math.prod(shape) if isinstance(shape, tuple) else 1


def _single(value: Any) -> Any:
    while isinstance(value, list) and len(value) == 1:
        (value,) = value
    return value


def shown(value: Any) -> str:
    """
    >>> shown(...), shown("no"), shown([3, 3]), shown(10**5000)
    ('none yet', 'no', '[3, 3]', '(an int)')
    """
    if value is ...:
        return "none yet"
    try:
        text = value if isinstance(value, str) else repr(value)
        return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
    except Exception:  # a number with thousands of digits, or an object whose repr fails
        return f"(an {type(value).__name__})"
