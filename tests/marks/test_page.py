"""The lecturer's page, from a small class that was made up."""

import re
import xml.etree.ElementTree as ET

from minigrad.course.marks.gradebook import Mark, as_comment, from_comment
from minigrad.course.marks.page import counted, hint, hints, make, picture, state

CHAPTER = "01_computational_graphs"
UNTRIED = "Not tried yet. Change the cell above, run it, then this one."
STOPPED = "Stopped. The answer does what no answer needs, and was not judged: `open`."
ERROR = "Not yet. Your code raised an error in line 2:\nx = <b>Ada</b>\nNameError: name 'b'"
CLASS = [
    Mark(CHAPTER, "leaf", "ada<i>", 2, 2),
    Mark(CHAPTER, "leaf", "ben", 1, 2, "Not yet. From 1 comes 2."),
    Mark(CHAPTER, "leaf", "cleo", 1, 2, "Not yet. From 2 comes 17.5."),
    Mark(CHAPTER, "shares", "ada<i>", 0, 2, UNTRIED),
    Mark(CHAPTER, "shares", "ben", 1, 2, ERROR),
    Mark(CHAPTER, "shares", "cleo", 0, 2, STOPPED),
]


def test_a_mark_is_told_as_the_check_told_it() -> None:
    states = ["Right.", "Not yet.", "Not yet.", "Not tried yet.", "Not yet.", "Stopped."]
    assert [state(mark) for mark in CLASS] == states


def test_points_that_a_lecturer_gave_count_as_right() -> None:
    assert state(Mark(CHAPTER, "leaf", "ben", 2, 2, "Not yet. From 1 comes 2.")) == "Right."


def test_the_table_counts_who_has_done_which_exercise() -> None:
    text = make(CLASS)
    rows = re.findall(r"<tr>(.*?)</tr>", text)
    cells = [re.findall(r"<td[^>]*>(.*?)</td>", row) for row in rows]
    assert ["shares", "0", "1", "1", "1", "0.33 of 2"] in cells
    assert ["leaf", "1", "2", "0", "0", "1.33 of 2"] in cells
    assert text.index("<td>shares") < text.index("<td>leaf")  # as in the chapter
    assert "3 handed in" in text


def test_hints_that_differ_in_numbers_alone_are_one() -> None:
    assert hints(CLASS) == [
        ("leaf", "From 1 comes 2.", 2),
        ("shares", "Your code raised an error: NameError", 1),
    ]


def test_a_hint_is_shown_without_the_learners_own_line() -> None:
    assert "Ada" not in hint(ERROR)
    assert hint("Not yet. `x` is 3.\n`hint`") == "`x` is 3."


def test_names_are_on_the_page_only_if_asked_for_and_escaped() -> None:
    assert not any(name in make(CLASS) for name in ("ada", "ben", "cleo", "Ada"))
    named = make(CLASS, names=True)
    assert "ada&lt;i&gt;" in named
    assert "ada<i>" not in named
    assert "<td>ben</td><td>1</td><td>1</td><td>2</td>" in named


def test_the_page_is_whole_and_asks_nobody() -> None:
    text = make([*CLASS, Mark(CHAPTER, "leaf", "eve", 1, 2, "Not yet. <script>x</script>")])
    assert "<script" not in text
    outside = re.findall(r"(?:src|href)=|@import|url\(", text)
    assert outside == []
    assert "prefers-color-scheme:dark" in text


def test_the_picture_says_what_it_shows() -> None:
    drawn = picture(counted(CLASS))
    root = ET.fromstring(drawn)
    said = "shares: 1 not yet, 1 not tried yet, 1 stopped."
    assert said in root.attrib["aria-label"]
    bars = [r for r in root.iter("{http://www.w3.org/2000/svg}rect") if r.attrib["height"] == "16"]
    assert len(bars) == 5
    assert sorted(float(bar.attrib["width"]) for bar in bars) == [99, 99, 99, 99, 199]


def test_assignments_stand_in_the_order_of_the_chapters() -> None:
    names = ["10_slopes_of_slopes", "01b_shapes", "02_vector_jacobian_products"]
    text = make([Mark(name, "x", "ada", 1, 2) for name in names])
    assert re.findall(r"<h2>(\w+)", text) == [names[1], names[2], names[0]]


def test_a_comment_comes_back_and_holds_no_tag() -> None:
    said = r"a \< b, <script>, [click](javascript:x) and \\"
    comment = as_comment(said)
    assert from_comment(comment) == said
    assert not re.search(r"(?<!\\)(\\\\)*<", comment)
    assert "](" not in comment
