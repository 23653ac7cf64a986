"""Tests that the lecturer's page lists every chapter and every exercise, and no others."""

import re

import pytest

from minigrad.course.chapters import in_order
from minigrad.teaching.exam.paper import minutes as exam_minutes
from minigrad.teaching.exam.question import KINDS
from minigrad.teaching.exam.questions import QUESTIONS
from minigrad.teaching.exam.selection import MINUTES, exam
from minigrad.teaching.exam.selection import chapters as exam_chapters
from tests.course.cells import NOTEBOOKS, chapters, number

PAGE = (NOTEBOOKS / "TEACHING.md").read_text(encoding="utf-8")
EXERCISE = re.compile(r"^\| (\d+[a-z]?) `([^`]+)` \|", re.MULTILINE)


def test_every_exercise_has_a_row_with_the_misconception_it_reveals() -> None:
    rows = EXERCISE.findall(PAGE)
    there = [(number(c), e.name) for c, exercises in chapters().items() for e in exercises]
    assert rows == there


def test_every_command_exists_in_the_makefile() -> None:
    makefile = (NOTEBOOKS.parent / "Makefile").read_text(encoding="utf-8")
    for command in re.findall(r"`make (\w+)`", PAGE):
        assert re.search(rf"^{command}:", makefile, re.MULTILINE), command


@pytest.mark.parametrize("weeks", ["six", "twelve"])
def test_the_minutes_of_a_course_add_up(weeks: str) -> None:
    rows = _rows(f"| {weeks} weeks |")
    lectures = [minutes for _, _, minutes, _ in rows]
    assert len(rows) == {"six": 6, "twelve": 12}[weeks]
    assert lectures == [{"six": "45 + 45", "twelve": "45"}[weeks]] * len(rows)
    for _, taught, minutes, home in rows:
        assert len(taught.split(";")) == len(minutes.split("+"))
        exercised = {chapter for chapter, _ in re.findall(r"(\w+): (\d+)", home)}
        assert set(re.findall(r"\b(\d+b?)\b(?! lecture)", taught)) <= exercised


@pytest.mark.parametrize("weeks", ["six", "twelve"])
def test_a_course_counts_exercises_the_same_way_as_the_table_of_minutes(weeks: str) -> None:
    table = {row[0].split()[0]: row for row in _rows("| chapter | lecture | alone |")}
    at_home: dict[str, int] = {}
    for *_, home in _rows(f"| {weeks} weeks |"):
        for chapter, minutes in re.findall(r"(\w+): (\d+)", home):
            at_home[chapter] = at_home.get(chapter, 0) + int(minutes)
    # The lectures on chapter 6 divide its steps differently than its sittings do.
    first, second, _ = map(int, table["6"][2].split(" + "))
    exercises = {chapter: int(table[chapter][3]) for chapter in at_home}
    assert at_home == exercises | {"6": first + second}


@pytest.mark.parametrize("weeks", ["six", "twelve"])
def test_a_plan_teaches_each_chapter_or_lists_it_as_left_out(weeks: str) -> None:
    taught = {c for *_, home in _rows(f"| {weeks} weeks |") for c in re.findall(r"(\w+):", home)}
    left_out = re.search(r"Left out: (.*?)\.", PAGE[PAGE.index(f"| {weeks} weeks |") :], re.DOTALL)
    assert left_out
    assert taught | set(re.findall(r"\b\d+b?\b", left_out[1])) == set(map(number, chapters()))
    asked = re.search(r'CHAPTERS="(.*?)"', PAGE[PAGE.index(f"| {weeks} weeks |") :])
    assert asked
    assert set(asked[1].split()) == taught - {"12"} - ({"11"} if weeks == "six" else set())


def test_the_exams_on_the_page_take_45_minutes() -> None:
    of_six, of_twelve, shown = re.findall(r'`make exam (?:SEED=2 )?CHAPTERS="(.*?)"`', PAGE)[2:]
    for asked in (of_six, of_twelve, shown, of_six.replace(" 6", "")):
        assert exam_minutes(exam(2, asked.split())) == MINUTES == 45


def test_the_table_of_question_kinds_matches_the_exam() -> None:
    rows = _rows("| kind | what students do |")
    for (name, _, about, minutes_each, points), (kind, is_kind) in zip(
        rows, KINDS.items(), strict=True
    ):
        assert name == (is_kind.title.lower() or kind)
        assert [float(minutes_each), int(points)] == [is_kind.minutes, is_kind.points]
        there = sorted({q.chapter for q in QUESTIONS if q.kind == kind}, key=in_order)
        assert kind == "program" or about.split(", ") == there


def test_the_page_states_the_number_of_chapters_in_the_exam() -> None:
    assert f"the {WORDS[len(exam_chapters())]} chapters gets at least one" in PAGE.replace(
        "\n", " "
    )


WORDS = {11: "eleven", 12: "twelve", 13: "thirteen", 14: "fourteen", 15: "fifteen"}


def _rows(head: str) -> list[list[str]]:
    """Return the cells of the table with the given header."""
    table = PAGE[PAGE.index(head) :].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in table]
