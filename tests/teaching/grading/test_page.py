"""Tests of the lecturer's page for a small class."""

import re

from minigrad.course.checking.verdict import NOT_TRIED, NOT_YET, RIGHT
from minigrad.teaching.grading.page import Graded, hints, make

CHAPTER = "01_computational_graphs"
CLASS = [
    Graded(CHAPTER, "shares", RIGHT, "Well done."),
    Graded(CHAPTER, "shares", NOT_YET, "From 1 comes 2."),
    Graded(CHAPTER, "shares", NOT_YET, "From 2 comes 17.5."),
    Graded(CHAPTER, "leaf", NOT_YET, "<script>x</script>"),
    Graded(CHAPTER, "leaf", NOT_TRIED, "Change the cell above."),
]


def test_the_table_counts_the_states_of_each_exercise() -> None:
    rows = [re.findall(r"<td>(.*?)</td>", row) for row in re.findall("<tr>(.*?)</tr>", make(CLASS))]
    assert ["shares", "1", "2", "0", "0"] in rows
    assert ["leaf", "0", "1", "1", "0"] in rows


def test_hints_that_differ_only_in_numbers_are_counted_together() -> None:
    assert hints(CLASS) == [("shares", "From 1 comes 2.", 2), ("leaf", "<script>x</script>", 1)]


def test_the_page_escapes_hints_and_makes_no_requests() -> None:
    text = make(CLASS)
    assert "&lt;script&gt;x" in text
    assert re.findall(r"<script|(?:src|href)=|@import|url\(", text) == []
