"""Tests that the correct choice in each vote is true, given the names its chapter defines."""

import warnings

import pytest

import minigrad as mg
from minigrad.teaching.slides.fences import examples
from minigrad.teaching.slides.lecture import lectures
from tests.course.claims import functions_of
from tests.course.solved import solved

VOTES = [
    pytest.param(
        lecture.notebook.stem,
        "\n".join(examples(part.markdown for part in slide.parts)),
        part.holds,
        id=f"{lecture.notebook.stem}: {slide.title}",
    )
    for lecture in lectures()
    for slide in lecture.slides
    for part in slide.parts
    if part.holds
]


@pytest.mark.slow
@pytest.mark.parametrize(("chapter", "example", "holds"), VOTES)
def test_the_correct_choice_is_true(chapter: str, example: str, holds: str) -> None:
    names = {**functions_of(chapter), **solved(chapter).names}
    mg.manual_seed(0)
    with warnings.catch_warnings(action="ignore"):  # the votes are about code that goes wrong
        exec(example, names)
        true = eval(holds, names)
    assert true, holds
