"""Tests of the lecturer's page for a small simulated class."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import nbformat

from minigrad.teaching.grading.gradebook import Mark, Unmarked, as_comment, from_comment, unmarked
from minigrad.teaching.grading.page import counted, hint, hints, make, picture, state
from minigrad.teaching.grading.submissions import UNREADABLE

CHAPTER = "01_computational_graphs"
UNTRIED = "Not tried yet. Change the cell above, run it, then this one."
STOPPED = (
    "Stopped. The answer wasn't checked, because it uses something that no answer needs: `open`."
)
ERROR = "Not yet. Your code raised an error in line 2:\nx = <b>Ada</b>\nNameError: name 'b'"
CLASS = [
    Mark(CHAPTER, "leaf", "ada<i>", 2, 2),
    Mark(CHAPTER, "leaf", "ben", 1, 2, "Not yet. From 1 comes 2."),
    Mark(CHAPTER, "leaf", "cleo", 1, 2, "Not yet. From 2 comes 17.5."),
    Mark(CHAPTER, "shares", "ada<i>", 0, 2, UNTRIED),
    Mark(CHAPTER, "shares", "ben", 1, 2, ERROR),
    Mark(CHAPTER, "shares", "cleo", 0, 2, STOPPED),
]


def test_a_grade_shows_the_checks_reply() -> None:
    states = ["Right.", "Not yet.", "Not yet.", "Not tried yet.", "Not yet.", "Stopped."]
    assert [state(mark) for mark in CLASS] == states


def test_points_awarded_by_a_lecturer_count_as_correct() -> None:
    assert state(Mark(CHAPTER, "leaf", "ben", 2, 2, "Not yet. From 1 comes 2.")) == "Right."


def test_the_table_counts_learners_by_exercise_and_status() -> None:
    text = make(CLASS)
    rows = re.findall(r"<tr>(.*?)</tr>", text)
    cells = [re.findall(r"<td[^>]*>(.*?)</td>", row) for row in rows]
    assert ["shares", "0", "1", "1", "1", "0.33 of 2"] in cells
    assert ["leaf", "1", "2", "0", "0", "1.33 of 2"] in cells
    assert text.index("<td>shares") < text.index("<td>leaf")  # as in the chapter
    assert "3 submitted" in text


def test_hints_that_differ_only_in_numbers_are_counted_together() -> None:
    assert hints(CLASS) == [
        ("leaf", "From 1 comes 2.", 2),
        ("shares", "Your code raised an error: NameError", 1),
    ]


def test_a_hint_is_shown_without_the_learners_own_line() -> None:
    assert "Ada" not in hint(ERROR)
    assert hint("Not yet. `x` is 3.\n`hint`") == "`x` is 3."


def test_names_are_on_the_page_only_if_requested_and_escaped() -> None:
    assert not any(name in make(CLASS) for name in ("ada", "ben", "cleo", "Ada"))
    named = make(CLASS, names=True)
    assert "ada&lt;i&gt;" in named
    assert "ada<i>" not in named


def test_the_first_learner_listed_has_the_most_unsuccessful_attempts() -> None:
    rows = re.findall(
        r"<tr>(<td>[a-z&;]+</td>.*?)</tr>", make(CLASS, names=True).split("Points")[1]
    )
    cells = [re.findall(r"<td[^>]*>(.*?)</td>", row) for row in rows]
    assert cells == [
        ["ben", "1", "1", "2"],
        ["cleo", "0 (stopped)", "1", "1"],
        ["ada&lt;i&gt;", "–", "2", "2"],
    ]


def test_learners_without_a_grade_are_counted_and_named_if_requested() -> None:
    lost = [
        Unmarked(CHAPTER, "eve", ("graphs.txt",), "Ask `eve`."),
        Unmarked("02_other", "fay", (), "Ask her."),
    ]
    text = make(CLASS, lost)
    assert "4 submitted. 1 of them without a grade" in text
    assert "02_other</h2>\n<p>1 submitted. 1 of them" in text
    assert not re.search("eve|fay", text)
    named = make(CLASS, lost, names=True)
    assert re.search(r"<td>eve</td><td>graphs.txt</td><td>Ask <code[^>]*>eve</code>.</td>", named)


def test_an_unreadable_submission_is_not_counted_as_not_tried() -> None:
    marks = [*CLASS, Mark(CHAPTER, "leaf", "eve", 0, 2, UNTRIED)]
    text = make(marks, [Unmarked(CHAPTER, "eve", (), "Ask.")])
    assert "leaf: 1 right, 2 not yet." in text
    assert "4 submitted" in text


def test_ungraded_submissions_are_found_in_the_course(tmp_path: Path) -> None:
    notebook = nbformat.writes(nbformat.v4.new_notebook())
    texts = {"ada<i>": notebook, "eve": '{"cells": [', "fay": "", "gus": "[]", "hal": notebook}
    for student, text in texts.items():
        folder = tmp_path / "submitted" / student / CHAPTER
        folder.mkdir(parents=True)
        (folder / f"{CHAPTER}.ipynb").write_text(text)
    extracted = tmp_path / "downloaded" / CHAPTER / "extracted" / "Ida_5_assignsubmission_file"
    extracted.mkdir(parents=True)
    (extracted / "graphs.ipynb").write_text(notebook)
    found = {one.student: one for one in unmarked(tmp_path, CLASS)}
    assert set(found) == {"eve", "fay", "gus", "hal", "Ida_5"}
    assert "autograde" in found["hal"].what_to_do
    assert found["eve"].files == (f"{CHAPTER}.ipynb",)
    assert found["fay"].files == ()
    assert f"archive/Ida_5_{CHAPTER}.ipynb" in found["Ida_5"].what_to_do


def test_a_replaced_damaged_notebook_is_listed_until_it_is_graded(tmp_path: Path) -> None:
    marks = [Mark(CHAPTER, "leaf", "eve", 0, 2, UNTRIED)]
    folders = [tmp_path / kind / "eve" / CHAPTER for kind in ("submitted", "autograded")]
    for folder in folders:
        folder.mkdir(parents=True)
    (folders[0] / f"{CHAPTER}.ipynb").write_text('{"cells": [')
    (folders[1] / f"{CHAPTER}.ipynb").write_text(UNREADABLE)
    (torn,) = unmarked(tmp_path, marks)
    assert f"archive/eve_{CHAPTER}.ipynb" in torn.what_to_do
    whole = nbformat.writes(nbformat.v4.new_notebook())
    (folders[0] / f"{CHAPTER}.ipynb").write_text(whole)
    (anew,) = unmarked(tmp_path, marks)
    assert f"nbgrader autograde {CHAPTER} --student=eve --force" in anew.what_to_do
    (folders[1] / f"{CHAPTER}.ipynb").write_text(whole)
    assert unmarked(tmp_path, marks) == []


def test_rare_hints_in_a_large_class_are_counted_but_not_listed() -> None:
    told = [
        Mark(CHAPTER, "leaf", f"s{i}", 1, 2, f"Not yet. Of kind {'abcdefgh'[max(i - 192, 0)]}.")
        for i in range(200)
    ]
    text = make(told)
    assert "Of kind a." in text
    assert "Of kind b." not in text
    assert "There are 7 other hints" in text
    assert "Of kind h." in make(told[-4:])


def test_the_page_is_self_contained_and_makes_no_requests() -> None:
    text = make([*CLASS, Mark(CHAPTER, "leaf", "eve", 1, 2, "Not yet. <script>x</script>")])
    assert "<script" not in text
    outside = re.findall(r"(?:src|href)=|@import|url\(", text)
    assert outside == []
    assert "prefers-color-scheme:dark" in text


def test_the_figure_has_a_text_alternative() -> None:
    drawn = picture(counted(CLASS))
    root = ET.fromstring(drawn)
    said = "shares: 1 not yet, 1 not tried, 1 stopped."
    assert said in root.attrib["aria-label"]
    bars = [r for r in root.iter("{http://www.w3.org/2000/svg}rect") if r.attrib["height"] == "16"]
    assert len(bars) == 5
    assert sorted(float(bar.attrib["width"]) for bar in bars) == [99, 99, 99, 99, 199]


def test_assignments_are_in_the_order_of_the_chapters() -> None:
    names = ["10_slopes_of_slopes", "01b_shapes", "02_vector_jacobian_products"]
    text = make([Mark(name, "x", "ada", 1, 2) for name in names])
    assert re.findall(r"<h2>(\w+)", text) == [names[1], names[2], names[0]]


def test_a_comment_is_restored_and_contains_no_tag() -> None:
    said = r"a \< b, <script>, [click](javascript:x) and \\"
    comment = as_comment(said)
    assert from_comment(comment) == said
    assert not re.search(r"(?<!\\)(\\\\)*<", comment)
    assert "](" not in comment
