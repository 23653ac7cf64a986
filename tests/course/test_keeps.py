"""Tests that the takeaways of exercises are true: code verifies each of them.

The code names the words that it verifies. Advice is verified by the exercise's judge, which has to
accept it, and to reject its opposite.
"""

import importlib

import pytest

from minigrad.course.chapters import NOTEBOOKS, folder, load
from tests.course.cells import fail_if, files, number, parametrize_chapters
from tests.course.claims import claims_of
from tests.course.keeps import KEPT
from tests.course.test_claims import in_order

for name in NOTEBOOKS:  # a chapter verifies its takeaways next to its answers
    importlib.import_module(f"tests.course.{folder(number(name))}.answers")


@pytest.mark.parametrize(("chapter", "exercise", "words"), KEPT)
def test_every_takeaway_is_true(chapter: str, exercise: str, words: str) -> None:
    assert in_order(words.split(), load(chapter).exercises[exercise].keep)
    assert KEPT[chapter, exercise, words]()


@parametrize_chapters(NOTEBOOKS)
def test_each_takeaway_is_verified(chapter: str) -> None:
    verified = {exercise for c, exercise, _ in KEPT if c == number(chapter)}
    verified |= {claim.place.removeprefix("exercise ") for claim in claims_of(chapter)}
    course, its_claims = files(chapter)
    fail_if(
        [name for name in load(number(chapter)).exercises if name not in verified],
        f"Nothing verifies the takeaways of these exercises in {course}. Add code with @verifies "
        f"next to the answers, in {its_claims.replace('claims', 'answers')}.",
    )
