"""Checks of the learner's answers. `attempt` runs code, `values` compares, `verdict` reports."""

from .attempt import NotAttempted, call, call_in_place, library_of, of_the_notebook
from .chapter import Chapter
from .exercise import Exercise, exercise
from .prediction import Prediction
from .values import hint_for, numbers, precise, same, short, single, with_minus

__all__ = [
    "Chapter",
    "Exercise",
    "Prediction",
    "NotAttempted",
    "call",
    "call_in_place",
    "exercise",
    "hint_for",
    "library_of",
    "numbers",
    "of_the_notebook",
    "precise",
    "same",
    "short",
    "single",
    "with_minus",
]
