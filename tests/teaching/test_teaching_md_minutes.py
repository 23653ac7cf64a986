"""Tests that what the lecturer's page says about lectures agrees with their computed minutes."""

import re
from statistics import mean

import pytest

from minigrad.teaching.slides.lecture import Lecture, lectures
from minigrad.teaching.slides.minutes import seconds
from tests.course.cells import NOTEBOOKS

PAGE = " ".join((NOTEBOOKS / "TEACHING.md").read_text(encoding="utf-8").split())
LECTURES: dict[str, list[Lecture]] = {}  # by chapter, in order
for each in lectures():
    LECTURES.setdefault(each.chapter, []).append(each)
HOUR = 45


def stated(pattern: str) -> tuple[str, ...]:
    """Return the groups of a sentence on the page, which has to be there."""
    found = re.search(pattern, PAGE)
    assert found, pattern
    return found.groups()


def ends(lecture: Lecture) -> float:
    return lecture.slides[-1].ends


def assigned(lecture: Lecture) -> str:
    """Return the text of a lecture's last slide, which says what students do next."""
    return " ".join(part.markdown for part in lecture.slides[-1].parts)


def assigned_minutes(lecture: Lecture) -> int:
    return sum(map(int, re.findall(r"(\d+) minutes", assigned(lecture))))


def test_the_table_has_an_hour_for_each_lecture() -> None:
    rows = dict(re.findall(r"\| (\d+b?) [^|]+ \| (45(?: \+ 45)*) \| \d+", PAGE))
    assert {chapter: row.count("45") for chapter, row in rows.items()} == {
        chapter: len(hours) for chapter, hours in LECTURES.items()
    }
    assert all(ends(hour) <= HOUR + 1 / 6 for hours in LECTURES.values() for hour in hours)


def test_a_vote_takes_about_two_minutes() -> None:
    stated("A vote takes about two minutes")
    minutes = [
        seconds(slide.notes) / 60
        for hours in LECTURES.values()
        for hour in hours
        for slide in hour.slides
        if any(part.choices for part in slide.parts)
    ]
    assert 1.5 <= mean(minutes) <= 2.5


def test_the_six_slides_to_present_take_the_minutes_stated() -> None:
    minutes, first, last = map(
        int, stated(r"six slides .*? \((\d+) minutes\).*?slide (\d+), .*? explorer on slide (\d+)")
    )
    slides = LECTURES["1"][0].slides
    assert last - first + 1 == 6
    assert any(part.explorer for part in slides[last - 1].parts)
    assert minutes - 2 <= slides[last - 1].ends - slides[first - 2].ends <= minutes + 1


def test_after_the_lectures_on_chapter_5_students_do_the_exercises_on_the_last_slides() -> None:
    after_first, third = map(
        int,
        stated(
            r"exercises 1 and 2, which take (\d+) minutes. The second lecture leaves about ten "
            r"minutes, so they can start exercise 3, which takes (\d+) minutes, in class"
        ),
    )
    first, second = LECTURES["5"]
    assert [assigned_minutes(first), assigned_minutes(second)] == [after_first, third]
    assert 8 <= HOUR - ends(second) <= 14


def test_after_the_lectures_on_chapter_6_students_do_the_steps_on_the_last_slides() -> None:
    first, second = stated(
        r"steps (1 to 5) after the first lecture \(65 minutes\), and steps (6 and 7) after the "
        r"second lecture \(30 minutes\). Step 8 and the exercises are for students who want more"
    )
    of_first, of_second = map(assigned, LECTURES["6"])
    assert f"steps {first}, 65 minutes" in of_first
    assert f"steps {second}, 30 minutes. If you want more, there's step 8, and:" in of_second
    chapter = (NOTEBOOKS / "06_build_your_own_autograd.ipynb").read_text(encoding="utf-8")
    steps = list(map(int, re.findall(r'"\*(\d+) minutes\.\*', chapter)))[:7]
    assert [sum(steps[:5]), sum(steps[5:])] == [pytest.approx(65, abs=2), pytest.approx(30, abs=2)]


def test_the_lectures_on_chapters_10_and_10b_leave_time_to_start_an_exercise() -> None:
    least, most = map(
        int,
        stated(
            r"Each lecture on 10 and 10b takes (\d+) to (\d+) minutes, so students can start the "
            r"exercises on the last slide in class"
        ),
    )
    for hour in (*LECTURES["10"], *LECTURES["10b"]):
        assert least <= ends(hour) <= most, hour.name
        assert assigned_minutes(hour), hour.name
