"""Tests of the pages for lecturers."""

from docs.lecture_pages import changed_lines, running_late
from minigrad.teaching.slides.lecture import Lecture, Slide, lectures
from tests.course.cells import chapters


def test_a_wrong_answer_is_described_by_the_lines_that_differ() -> None:
    exercise = chapters()["04_accumulation_and_zeroing"][0]
    first, *rest = exercise.solution.splitlines()
    assert changed_lines(exercise, "\n".join([first, "    before = 7", *rest])) == ["before = 7"]
    without = "\n".join([first, *rest[1:]])
    assert changed_lines(exercise, without) == [f"(without) {rest[0].strip()}"]


def test_a_lecture_without_optional_slides_suggests_skipping_none() -> None:
    sentences = {bool(_optional(hour)): " ".join(running_late(hour)) for hour in lectures()}
    assert "skip these slides: " in sentences[True]
    assert "skip" not in sentences[False]


def _optional(hour: Lecture) -> list[Slide]:
    return [slide for slide in hour.slides if "optional" in slide.roles]
