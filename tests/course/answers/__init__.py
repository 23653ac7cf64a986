"""What learners may answer, chapter by chapter, and what has to be said about it.

A chapter's file has two tables: `ANSWERS`, by exercise, and `GUESSES`, by prediction.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Answers:
    """Sources that take the place of an exercise's stub; stub and solution are in the notebook."""

    right: list[str]  # other right ways
    wrong: list[tuple[str, str]]  # a source, and a piece of the hint that is meant for it
    tried: list[str] = field(default_factory=list)  # besides the stub, not tried yet


@dataclass(frozen=True)
class Guesses:
    """Expressions that take the place of the dots in `guess = ...`."""

    truth: str  # as the stored output shows it
    right: list[str]
    wrong: list[tuple[str, str]]  # a guess, and a piece of what is said about it
