"""Tests that hints give away more and more of the solution."""

import re
from itertools import pairwise

import pytest

from minigrad.course.chapters import load
from minigrad.teaching.editions.reading import Exercise, exercises
from tests.course.cells import number, parametrize_chapters
from tests.course.solved import read
from tests.course.test_claims import CHAPTERS

ROOM = 1 / 8  # a hint may repeat the question's own code, or correct a detail
CODE = re.compile(r"`([^`\n]+)`")
WORD = re.compile(r"[a-z]{3,}")
# each hint is about another part of the solution
SEVERAL = {"7 softplus", "10 penalty", "12 table"}
TOKEN = re.compile(r"\w+|[^\w\s]")


def pieces(code: str) -> set[tuple[str, str]]:
    """Return the pairs of neighboring tokens in a program."""
    return set(pairwise(TOKEN.findall(code)))


def shares(hints: list[str], solution: str) -> list[float]:
    """Return the share of the solution that's in the code of each hint."""
    whole = pieces(solution)
    return [
        len(set().union(*map(pieces, CODE.findall(hint))) & whole) / len(whole) for hint in hints
    ]


def told(hint: str, exercise: Exercise) -> set[str]:
    """Return the words of the solution that a hint adds to those of the task."""
    task = " ".join(cell.source for cell in exercise.cells).casefold()
    words = set(WORD.findall(exercise.solution.casefold())) - set(WORD.findall(task))
    return {word for word in words if re.search(rf"\b{word}", hint.casefold())}


@parametrize_chapters(CHAPTERS)
def test_no_hint_gives_away_less_of_the_solution_than_the_one_before(chapter: str) -> None:
    known = load(number(chapter)).exercises
    falls = []
    for exercise in exercises(read(chapter)):
        given = shares(list(known[exercise.name].hints), exercise.solution)
        if any(later < before - ROOM for before, later in pairwise(given)):
            falls.append(f"{exercise.name}: {[round(share, 2) for share in given]}")
        words = [told(hint, exercise) for hint in known[exercise.name].hints]
        several = f"{number(chapter)} {exercise.name}" in SEVERAL
        if not several and any(len(later) < len(before) for before, later in pairwise(words)):
            falls.append(f"{exercise.name}: {words}")
    if falls:
        pytest.fail("\n".join(falls), pytrace=False)
