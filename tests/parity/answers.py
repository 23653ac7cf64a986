"""Check the learners' answers to the exercises with PyTorch instead of minigrad.

A chapter can be run with `import torch as mg`. Its checks then have to reach the same verdict on
each published solution, on every other correct answer, and on every mistake in the tables.
"""

import contextlib
import io
import warnings

import torch

import minigrad
from minigrad.teaching.editions.reading import Exercise
from tests.course.cells import chapters, number, verdict_on
from tests.course.test_answers import cases

OWN_ENGINE = "6"  # chapter 6 builds its engine on NumPy and uses no other library
# minigrad lacks this function, and its reply says so. In PyTorch, the answer works.
ONLY_IN_TORCH = "scaled_dot_product_attention"


def compare_all() -> int:
    """Check all answers with PyTorch; print and count the ones whose verdict differs."""
    answers = [
        (chapter, exercise, *case)
        for chapter, exercises in chapters().items()
        if number(chapter) != OWN_ENGINE
        for exercise in exercises
        for case in cases(chapter, exercise)
        if ONLY_IN_TORCH not in case[0]
    ]
    wrong = [each for each in answers if not _same_verdict(*each)]
    print(
        f"exercises: {len(answers)} answers checked with PyTorch, {len(wrong)} with the wrong "
        "verdict"
    )
    return len(wrong)


def _same_verdict(chapter: str, exercise: Exercise, answer: str, status: str, says: str) -> bool:
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        try:
            verdict = verdict_on(chapter, exercise, answer, library="torch")
        finally:
            for library in (minigrad, torch):
                library.set_grad_enabled(True)
    reply = f"{verdict.says}\n{verdict.code}\n{verdict.then}"
    if verdict.status == status and says in reply:
        return True
    print(f"--- {chapter}, {exercise.name}: {status} {says!r} was expected\n")
    print(f"{answer}\n\n    {verdict.status} {reply}\n")
    return False
