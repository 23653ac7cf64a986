"""Tests that the takeaways of exercises are true: code verifies each of them.

The code names the words that it verifies, and these include all words that have an opposite. Advice
is verified by the exercise's judge, which has to accept it, and to reject its opposite.
"""

import importlib

import pytest

from minigrad.course.chapters import NOTEBOOKS, folder, load
from tests.course.cells import fail_if, files, number, parametrize_chapters
from tests.course.claims import claims_of
from tests.course.keeps import KEPT
from tests.course.opposites import opposites
from tests.course.test_claims import in_order

for name in NOTEBOOKS:  # a chapter verifies its takeaways next to its answers
    importlib.import_module(f"tests.course.{folder(number(name))}.answers")


@pytest.mark.parametrize(("chapter", "exercise", "words"), KEPT)
def test_every_takeaway_is_true(chapter: str, exercise: str, words: str) -> None:
    assert in_order(words.split(), load(chapter).exercises[exercise].keep)
    assert KEPT[chapter, exercise, words]()


@parametrize_chapters(NOTEBOOKS)
def test_each_takeaway_is_verified_with_its_words_that_have_an_opposite(chapter: str) -> None:
    found = []
    for name, exercise in load(number(chapter)).exercises.items():
        kept = " ".join(words for c, e, words in KEPT if (c, e) == (number(chapter), name))
        claims = [c.printed for c in claims_of(chapter) if c.place == f"exercise {name}"]
        left = opposites(exercise.keep) - opposites(" ".join([kept, *claims]))
        if left or not (kept or claims):
            add = f"add {', '.join(left)} to the words in @verifies" if left else exercise.keep
            found.append(f"exercise {name}: {add}")
    course, its_claims = files(chapter)
    fail_if(
        found,
        f"Nothing verifies these takeaways in {course}, or these words of theirs. Add code with "
        f"@verifies next to the answers, in {its_claims.replace('claims', 'answers')}.",
    )
