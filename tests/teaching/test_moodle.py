"""Tests that question banks have the structure Moodle exports and grade as the answer key does.

The elements, their order, and the wildcards follow Moodle's own tests and source code:
`question/format/xml/tests/xmlformat_test.php` and `question/type/shortanswer/question.php`.
"""

import base64
import re
from html import escape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from nbformat.v4 import new_output

from minigrad.teaching.__main__ import main
from minigrad.teaching.exam.answering import DrawnQuestion, written
from minigrad.teaching.exam.question import ERROR
from minigrad.teaching.exam.selection import exam, other_exam
from minigrad.teaching.moodle.exam import ESSAYS, exam_questions, tolerated
from minigrad.teaching.moodle.quiz import Answer, MoodleQuestion, markdown, quiz
from minigrad.teaching.moodle.votes import vote_questions
from minigrad.teaching.slides.lecture import Choice, Lecture, Part, Slide, lectures

HEADS = [
    *("name", "questiontext", "generalfeedback", "defaultgrade", "penalty", "hidden", "idnumber"),
]
EXPORTED = {
    "description": HEADS,
    "multichoice": [*HEADS, "single", "shuffleanswers", "answernumbering", "answer"],
    "numerical": [*HEADS, "answer"],
    "shortanswer": [*HEADS, "usecase", "answer"],
    "essay": [
        *HEADS,
        *("responseformat", "responserequired", "responsefieldlines", "attachments"),
        *("attachmentsrequired", "graderinfo", "responsetemplate"),
    ],
}
OPTIONAL = {"idnumber"}
WITH_HTML = {"questiontext", "generalfeedback", "feedback", "graderinfo", "responsetemplate"}


@pytest.fixture(scope="module", params=[1, 5])
def asked(request: pytest.FixtureRequest) -> list[DrawnQuestion]:
    return [*exam(request.param), *other_exam(request.param)]


def bank(questions: list[MoodleQuestion]) -> list[ET.Element]:
    """Return the questions in a file, after checking what has to hold for every file."""
    root = ET.fromstring(quiz(questions).encode())
    assert root.tag == "quiz"
    assert {child.tag for child in root} == {"question"}
    first, *_ = root
    assert first.get("type") == "category"
    assert (first.findtext("category/text") or "").startswith("$course$/top/")
    return [child for child in root if child.get("type") != "category"]


def check_structure(question: ET.Element) -> None:
    kind = question.get("type") or ""
    tags = list(dict.fromkeys(child.tag for child in question))
    assert tags == [tag for tag in EXPORTED[kind] if tag not in OPTIONAL]
    assert (question.findtext("name/text") or "").strip()
    assert (question.findtext("questiontext/text") or "").strip()
    assert (int(question.findtext("defaultgrade") or "") > 0) == (kind != "description")
    for element in question.iter():
        children = [child.tag for child in element]
        if element.tag in WITH_HTML:
            assert element.get("format") == "html"
            assert children == ["text", *["file"] * (len(children) - 1)]
        if element.tag == "answer":
            assert element.get("fraction") in ("100", "0")
            is_choice = kind == "multichoice"
            assert element.get("format") == ("html" if is_choice else "plain_text")
            last = ["tolerance"] if kind == "numerical" else []
            assert [c for c in children if c != "file"] == ["text", "feedback", *last]
    check_files(question)
    fractions = [answer.get("fraction") for answer in question.findall("answer")]
    if kind == "multichoice":
        assert fractions.count("100") == 1 < len(fractions)
    elif kind in ("numerical", "shortanswer"):
        assert fractions[0] == "100"


def check_files(question: ET.Element) -> None:
    """Check that each image in a text has a file next to the text and each file is used."""
    for element in question.iter():
        text = element.findtext("text") or ""
        assert "<svg" not in text
        shown = re.findall(r'<img src="@@PLUGINFILE@@/([^"]+)" alt="[^"]+">', text)
        files = {file.get("name"): file for file in element.findall("file")}
        assert text.count("<img") == len(shown) == len(files)
        assert set(shown) == set(files)
        for file in files.values():
            assert (file.get("path"), file.get("encoding")) == ("/", "base64")
            drawing = ET.fromstring(base64.b64decode(file.text or "", validate=True))
            assert drawing.tag == "{http://www.w3.org/2000/svg}svg"


def test_an_exam_has_the_structure_that_moodle_exports(asked: list[DrawnQuestion]) -> None:
    questions = bank(exam_questions(asked, "1"))
    assert {question.get("type") for question in questions} == set(EXPORTED)
    for question in questions:
        check_structure(question)
    rules, *tasks = questions
    assert "<code>mg</code> is <code>minigrad</code>" in rules.findtext("questiontext/text", "")
    for drawn in asked:
        task, *reason = [tasks.pop(0) for _ in range(1 + bool(drawn.reason))]
        shown = task.findtext("questiontext/text") or ""
        assert ("<img" in shown) == ("<svg" in drawn.figure)
        assert [part.get("type") for part in reason] == ["essay"] * bool(drawn.reason)
        worth = sum(int(part.findtext("defaultgrade") or "") for part in (task, *reason))
        assert worth == drawn.about.points
    assert not tasks
    names = [question.findtext("name/text") for question in questions]
    assert len(set(names)) == len(names)


def matches(pattern: str, response: str) -> bool:
    """Return whether Moodle accepts a short answer. * matches anything; a backslash escapes it."""
    parts = re.split(r"(?<!\\)\*", pattern)
    expression = ".*".join(re.escape(part.replace(r"\*", "*")) for part in parts)
    return re.fullmatch(expression, response, re.IGNORECASE | re.DOTALL) is not None


def grade(question: ET.Element, response: str) -> str | None:
    """Return the grade fraction of the first answer that matches, as Moodle does."""
    for answer in question.findall("answer"):
        text = answer.findtext("text") or ""
        if question.get("type") == "numerical":
            tolerance = float(answer.findtext("tolerance") or "")
            if abs(float(text) - float(response)) <= tolerance + 1e-9:
                return answer.get("fraction")
        elif matches(text, response):
            return answer.get("fraction")
    return None


def test_moodle_grades_an_answer_as_the_key_does(asked: list[DrawnQuestion]) -> None:
    tried = 0
    typed = [q for q in asked if not (q.choices or q.kind in ESSAYS)]
    fields = [
        question
        for question in bank(exam_questions(asked, "1"))
        if question.get("type") in ("numerical", "shortanswer")
    ]
    for question, drawn in zip(fields, typed, strict=True):
        assert grade(question, written(drawn.answer)) == "100", drawn.code
        for believed, _ in drawn.wrong:
            number = isinstance(believed, int | float) or question.get("type") == "shortanswer"
            if number:
                assert grade(question, written(believed)) == "0", (drawn.code, believed)
                tried += 1
    assert tried > 20


def field(answer: Any, believed: Any, asks: str = "What is `x`?") -> ET.Element:
    drawn = DrawnQuestion("1", "", asks, answer, answer, "", "", ((believed, "No."),))
    return bank(exam_questions([drawn], "1"))[-1]


@pytest.mark.parametrize(
    "typed", ["[0.1, 0.9], 10.667", "0.1, 0.9, 10.667", "0.10,0.90,10.67", "[0.1,0.9],10.667"]
)
def test_several_numbers_are_accepted_as_the_question_says_to_type_them(typed: str) -> None:
    attention = field(([0.1, 0.9], 10.667), ([0.5, 0.5], 6.0))
    assert "separate them with commas" in attention.findtext("questiontext/text", "")
    assert grade(attention, typed) == "100"
    assert grade(attention, "0.5, 0.5, 6.0") == "0"


def test_whole_numbers_may_have_a_decimal_point_and_a_list_needs_no_brackets() -> None:
    gradient = field([8.0, -1.0], [8.0, 1.0])
    assert {grade(gradient, typed) for typed in ("[8, -1]", "8.0, -1.0", "[8., -1.]")} == {"100"}
    assert grade(gradient, "8,1") == "0"
    assert grade(gradient, "1, 8") is None


def test_errors_shapes_and_dtypes_are_accepted_as_words() -> None:
    may_raise = field(ERROR, 3.0, "What is `w`, or does the last line raise an error?")
    assert "If there's an error" in may_raise.findtext("questiontext/text", "")
    assert grade(may_raise, "It raises an error.") == "100"
    assert grade(may_raise, "3.0") == "0"
    shape = field("(2, 3)", "(3, 2)")
    assert "such as <code>(2, 3)</code>" in shape.findtext("questiontext/text", "")
    assert "commas" not in shape.findtext("questiontext/text", "")
    assert grade(shape, "(2,3)") == "100"
    shapes = field(("(4, 5)", "(5,)"), ("(4, 5)", "(4,)"))
    assert "commas" in shapes.findtext("questiontext/text", "")
    assert grade(shapes, "(4, 5), (5,)") == "100"
    assert {grade(field("float32", "int64"), f"{of}float32") for of in ("", "mg.")} == {"100"}


def test_a_star_in_a_short_answer_is_literal() -> None:
    product = field("w * 2", "w + 2")
    assert grade(product, "w * 2") == "100"
    assert grade(product, "w ** 2") is None


def test_a_rounded_number_is_correct_and_a_misconception_never_is() -> None:
    assert tolerated(2.0 / 3, [0.5]) == 0.005
    assert tolerated(7.0, [7.003]) == pytest.approx(0.001)
    assert tolerated(0.0001, []) == pytest.approx(0.000005)
    assert tolerated(0.0, [0.1]) == 0.005


def test_code_is_escaped() -> None:
    text = "<pre>if x &lt; 3 &amp; y:</pre>"
    question = MoodleQuestion("a < b", "shortanswer", text, answers=[Answer("2", True)])
    made = ET.fromstring(quiz([question]).encode())[0]
    assert made.findtext("name/text") == "a < b"
    assert made.findtext("questiontext/text") == text


def test_formulas_are_left_to_moodle() -> None:
    matrix = r"\begin{pmatrix} 2 & 1 \\ 0 & 3 \end{pmatrix}"
    assert markdown(f"The Jacobian: ${matrix}$") == f"<p>The Jacobian: \\({escape(matrix)}\\)</p>\n"


def test_characters_that_xml_forbids_are_replaced() -> None:
    made = ET.fromstring(quiz([MoodleQuestion("a\x00b", "essay", "\x1b[0m")]).encode())[0]
    assert made.findtext("name/text") == "a\ufffdb"


def test_votes_have_the_structure_that_moodle_exports(monkeypatch: pytest.MonkeyPatch) -> None:
    # Drawing the figures would run the chapters.
    monkeypatch.setattr("minigrad.teaching.moodle.votes.needs_figures", lambda lecture: False)
    every = lectures()
    votes = [part for each in every for s in each.slides for part in s.parts if part.choices]
    questions = bank(list(vote_questions(every)))
    assert len(questions) == len(votes) > 0
    for question, vote in zip(questions, votes, strict=True):
        check_structure(question)
        fractions = [answer.get("fraction") for answer in question.findall("answer")]
        assert fractions == ["100" if choice.right else "0" for choice in vote.choices]


def test_a_vote_includes_the_content_before_it_on_its_slide() -> None:
    figure = new_output("display_data", {"image/svg+xml": '<svg aria-label="a graph"><g/></svg>'})
    parts = [
        Part("Look at $x^2$."),
        Part(outputs=[figure]),
        Part(choices=[Choice("3", True, "Yes."), Choice("`6`", False, "that it's doubled.")]),
        Part("The answer is 3."),
    ]
    slide = Slide("What is it?", (), parts, [])
    (made,) = bank(list(vote_questions([Lecture("01_a", Path("01_a.ipynb"), [slide])])))
    check_structure(made)
    text = made.findtext("questiontext/text") or ""
    assert "What is it?" in text
    assert "The answer" not in text
    assert r"Look at \(x^2\)." in text
    assert re.findall('alt="(.*?)"', text) == ["a graph"]
    feedback = made.findall("answer")[1].findtext("feedback/text") or ""
    assert "you may believe that it's doubled" in feedback


def test_the_command_writes_three_question_banks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Drawing the figures would run the chapter.
    monkeypatch.setattr("minigrad.teaching.moodle.votes.needs_figures", lambda lecture: False)
    assert main(["moodle", str(tmp_path), "--seed", "3", "--chapters", "0"]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "exam_3_a.xml",
        "exam_3_b.xml",
        "votes.xml",
    ]
    for path in tmp_path.iterdir():
        assert len(ET.parse(path).getroot()) > 3
