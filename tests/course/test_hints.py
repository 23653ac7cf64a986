"""Tests that hints give away more and more of the solution."""

import re
from itertools import pairwise

from minigrad.course.chapters import load
from minigrad.teaching.editions.reading import Exercise, exercises
from tests.course.answers import answers_of
from tests.course.cells import fail_if, files, number, parametrize_chapters
from tests.course.claims import claims_of
from tests.course.solved import read
from tests.course.test_claims import CHAPTERS

CODE = re.compile(r"`([^`\n]+)`")
WORD = re.compile(r"[a-z]{3,}")
# each hint is about another part of the solution
SEVERAL = {"7 softplus", "10 penalty", "12 table"}
FORMULA = re.compile(r"\S*[√²³]\S*|\w+ [−·+/] \w.*|\w+/\S+")  # outside of code
TOKEN = re.compile(r"\w+|[^\w\s]")


def pieces(code: str) -> set[tuple[str, str]]:
    """Return the pairs of neighboring tokens in a program."""
    return set(pairwise(TOKEN.findall(code)))


def shares(hints: list[str], exercise: Exercise) -> list[int]:
    """Return how much of the solution, beyond the task's code, is in the code of each hint."""
    whole = pieces(exercise.solution) - pieces(" ".join(c.source for c in exercise.cells))
    return [len(set().union(*map(pieces, CODE.findall(hint))) & whole) for hint in hints]


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
        given = shares(list(known[exercise.name].hints), exercise)
        if any(later < before for before, later in pairwise(given)):
            falls.append(f"{exercise.name}: {given}")
        words = [told(hint, exercise) for hint in known[exercise.name].hints]
        several = f"{number(chapter)} {exercise.name}" in SEVERAL
        if not several and any(len(later) < len(before) for before, later in pairwise(words)):
            falls.append(f"{exercise.name}: {words}")
    fail_if(
        falls,
        f"In {files(chapter)[0]}/exercises.py, these exercises have a hint that gives away less of "
        "the solution than the one before.",
    )


def unspaced(code: str) -> str:
    return "".join(code.split()).strip(".")


@parametrize_chapters(CHAPTERS)
def test_a_hint_that_asks_nothing_quotes_the_task_or_a_right_answer(chapter: str) -> None:
    found = []
    for exercise in exercises(read(chapter)):
        place, solution = f"exercise {exercise.name}", unspaced(exercise.solution)
        known = [
            *(c.source for c in exercise.cells),
            *answers_of(number(chapter))[exercise.name].right,
        ]
        right = " ".join([solution, *map(unspaced, known)])
        for hint in load(number(chapter)).exercises[exercise.name].hints:
            stated = " ".join(s for s in re.split(r"(?<=[.?:])\s+", hint) if not s.endswith("?"))
            code = [unspaced(c) for c in CODE.findall(stated) if not c.isidentifier()]
            found += [f"{place}: {c}" for c in code if any(p not in right for p in c.split("..."))]
            starts = [solution.find(c.partition("...")[0]) for c in code if "(" in c or "=" in c]
            starts = [start for start in starts if start >= 0]
            found += [f"{place}: the order of {code}"] * (starts != sorted(starts))
            for claim in claims_of(chapter):
                if claim.place == place:
                    stated = stated.replace(claim.printed, " ")
            found += [f"{place}: {f}" for f in FORMULA.findall(CODE.sub("", stated))]
    folder, its_claims = files(chapter)
    fail_if(
        found,
        f"Hints in {folder}/exercises.py have code that neither the task nor a right answer in "
        "answers.py has, or a formula that no claim computes. Correct them, make them questions, "
        f"or add claims with them to {its_claims}.",
    )
