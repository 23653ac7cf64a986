"""Tests that the correct choice in each vote is true, given the names its chapter defines."""

import pytest

import minigrad as mg
from minigrad.teaching.slides.lecture import lectures
from tests.course.solved import solved

VOTES = [
    (lecture.notebook.stem, slide.title, part.holds)
    for lecture in lectures()
    for slide in lecture.slides
    for part in slide.parts
    if part.holds
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("chapter", "title", "holds"), VOTES, ids=[f"{c}: {title}" for c, title, _ in VOTES]
)
def test_the_correct_choice_is_true(chapter: str, title: str, holds: str) -> None:
    mg.manual_seed(0)
    assert eval(holds, dict(solved(chapter).names)), f"{title}: {holds}"
