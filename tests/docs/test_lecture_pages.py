"""Tests of the pages for lecturers."""

from docs.lecture_pages import added_lines, distinguishing_lines, running_late
from minigrad.teaching.slides.lecture import Lecture, Slide, lectures
from tests.course.cells import chapters


def test_a_wrong_answer_is_described_by_the_lines_that_differ() -> None:
    exercise = chapters()["04_accumulation_and_zeroing"][0]
    first, *rest = exercise.solution.splitlines()
    assert added_lines(exercise, "\n".join([first, "    before = 7 | 8", *rest[1:]])) == (
        r"`` before = 7 \| 8 ``"
    )
    assert (
        added_lines(exercise, "\n".join([first, *rest[1:]])) == f"`` (without) {rest[0].strip()} ``"
    )


def test_answers_with_missing_parts_name_them() -> None:
    exercise = chapters()["06_build_your_own_autograd"][-1]
    without = [
        exercise.solution.replace("Tensor.recording = " + value, "pass")
        for value in ("False", "self.before")
    ]
    assert distinguishing_lines(exercise, without) == [
        "`` (without) Tensor.recording = False ``",
        "`` (without) Tensor.recording = self.before ``",
    ]


def test_a_lecture_without_optional_slides_suggests_skipping_none() -> None:
    sentences = {bool(_optional(hour)): " ".join(running_late(hour)) for hour in lectures()}
    assert "skip these slides: " in sentences[True]
    assert "skip" not in sentences[False]


def _optional(hour: Lecture) -> list[Slide]:
    return [slide for slide in hour.slides if "optional" in slide.roles]
