"""The lecturer's page knows every chapter and every exercise, and no others."""

import re

from tests.course.cells import NOTEBOOKS, chapters, number

PAGE = (NOTEBOOKS / "TEACHING.md").read_text(encoding="utf-8")
EXERCISE = re.compile(r"^\| (\d+[a-z]?) `([^`]+)` \|", re.MULTILINE)


def test_every_exercise_has_a_row_that_says_what_it_uncovers() -> None:
    rows = EXERCISE.findall(PAGE)
    there = [(number(c), e.name) for c, exercises in chapters().items() for e in exercises]
    assert rows == there


def test_every_command_is_one_of_the_makefile() -> None:
    makefile = (NOTEBOOKS.parent / "Makefile").read_text(encoding="utf-8")
    for command in re.findall(r"`make (\w+)`", PAGE):
        assert re.search(rf"^{command}:", makefile, re.MULTILINE), command
