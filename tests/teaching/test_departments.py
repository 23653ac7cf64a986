"""Tests that the page for departments sums the plans' hours and lists the kinds of questions."""

import re

from minigrad.course.chapters import in_order
from minigrad.teaching.exam.question import KINDS
from minigrad.teaching.exam.questions import QUESTIONS
from tests.course.cells import NOTEBOOKS, chapters, number

PAGE = (NOTEBOOKS / "DEPARTMENTS.md").read_text(encoding="utf-8")
TEACHING = (NOTEBOOKS / "TEACHING.md").read_text(encoding="utf-8")
README = (NOTEBOOKS.parent / "README.md").read_text(encoding="utf-8")
EXAM = 45


def rows(page: str, heading: str) -> list[list[str]]:
    below = page[page.index(heading) :].splitlines()[2:]
    last = next((i for i, line in enumerate(below) if not line.startswith("|")), len(below))
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in below[:last]]


def total(minutes: str) -> int:
    return sum(map(int, re.findall(r"\d+", minutes)))


def hours(lecture: int, exercises: int, reading: int) -> list[str]:
    parts = [lecture, exercises, reading, EXAM]
    return [str(round(minutes / 60)) for minutes in (*parts, sum(parts))]


def reading_minutes() -> dict[str, int]:
    links = re.findall(r"^\| (\w+) \| \[.*?\| [\d +]+ \| ([\d +]+) \|", README, re.MULTILINE)
    return {chapter: total(minutes) for chapter, minutes in links}


def minutes_of_plan(weeks: str, reading: dict[str, int]) -> tuple[int, int, int]:
    plan = rows(TEACHING, f"| {weeks} |")
    home = [pair for row in plan for pair in re.findall(r"(\w+): (\d+)", row[3])]
    return (
        sum(total(row[2]) for row in plan),
        sum(int(minutes) for chapter, minutes in home if chapter != "6"),
        sum(reading[chapter] for chapter in {chapter for chapter, _ in home}),
    )


def test_each_module_lists_its_exercises_and_kinds_of_questions() -> None:
    taught = [number(chapter) for chapter in chapters()]
    modules = rows(PAGE, "| module |")
    listed = [chapter for row in modules for chapter in row[2].split(", ")]
    assert listed == taught
    for row in modules:
        there = {q.kind for q in QUESTIONS if q.chapter in row[2].split(", ")}
        names = {KINDS[kind].title.lower() or kind for kind in there}
        assert set(row[3].split(", ")) == (names or {"-"})


def test_the_hours_match_the_tables() -> None:
    minutes = {row[0].split()[0]: row for row in rows(TEACHING, "| chapter | lecture | alone |")}
    reading = reading_minutes()
    assert sorted(reading, key=in_order) == list(minutes)
    *plans, everything = rows(PAGE, "| plan |")
    assert [row[0] for row in plans] == ["six weeks", "twelve weeks"]
    for row in plans:
        assert row[1:6] == hours(*minutes_of_plan(row[0], reading))
    assert everything[1:6] == hours(
        sum(total(row[1]) for row in minutes.values()),
        sum(total(row[3]) for row in minutes.values()),
        sum(reading.values()),
    )
