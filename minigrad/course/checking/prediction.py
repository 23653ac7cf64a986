"""A prediction: a guess beside the truth, and why people guess what they guess."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .values import same
from .verdict import Verdict

IN_THE_CELL = object()
NO_GUESS = "No guess, and that is fine. With one in place of `...`, this cell says more."


@dataclass(frozen=True)
class Prediction:
    name: str
    right: str  # said when the guess is right: the reason in one sentence
    typical: Sequence[tuple[Any, str]]  # wrong guesses that many make, and how they come about
    otherwise: str  # said about any other guess
    truth: Any = IN_THE_CELL  # given only where no cell of the chapter computes it

    def reveal(self, guess: Any, truth: Any = IN_THE_CELL) -> Verdict:
        truth = self.truth if truth is IN_THE_CELL else truth
        beside = {"your guess": shown(guess), "the answer": shown(truth)}
        if guess is ...:
            return Verdict("", NO_GUESS, beside=beside)
        if agrees(guess, truth):
            return Verdict("As you guessed.", self.right, beside=beside)
        for wrong, why in self.typical:
            if agrees(guess, wrong):
                return Verdict("Not what you guessed.", why, beside=beside)
        return Verdict("Not what you guessed.", self.otherwise, beside=beside)


def agrees(guess: Any, value: Any) -> bool:
    """A single number may be guessed with or without brackets."""
    return same(guess, value) or same(guess, [value]) or same([guess], value)


def shown(value: Any) -> str:
    return "none yet" if value is ... else value if isinstance(value, str) else repr(value)
