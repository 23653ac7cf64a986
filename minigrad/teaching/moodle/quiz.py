"""Moodle's XML format for question banks: https://docs.moodle.org/en/Moodle_XML_format.

The elements and their order match what Moodle itself exports.
"""

import base64
import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from xml.etree import ElementTree as ET

from minigrad.draw.svg import DRAWING
from minigrad.teaching.exam import page

LABEL = re.compile(r'aria-label="([^"]*)"')
NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"'
# Moodle strips characters that XML forbids, and fails on the whole file if one is there.
FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class Answer:
    """An answer to a question, and the HTML feedback for students who choose it."""

    text: str
    right: bool
    feedback: str = ""
    tolerance: float = 0.0  # how far off a number may be


@dataclass(frozen=True)
class MoodleQuestion:
    """A question in Moodle. `text` and `feedback` are HTML.

    `kind` is multichoice, numerical, shortanswer, or essay, or description for a text that asks
    nothing. Only essays have `grading`, which contains the notes for the grader.
    """

    name: str
    kind: str
    text: str
    points: int = 1
    feedback: str = ""
    answers: Sequence[Answer] = ()
    grading: str = ""
    category: str = ""


def markdown(source: str) -> str:
    r"""Return Markdown as HTML, with formulas as `\(...\)`, which Moodle's MathJax filter sets."""
    return page.markdown(source, lambda tex: rf"\({escape(tex.strip())}\)")


def quiz(questions: Sequence[MoodleQuestion]) -> str:
    """Return XML for Moodle to import, with a new category entry wherever the category changes."""
    root = ET.Element("quiz")
    category = ""
    for question in questions:
        if question.category != category:
            category = question.category
            entry = ET.SubElement(ET.SubElement(root, "question", type="category"), "category")
            ET.SubElement(entry, "text").text = _allowed(f"$course$/top/{category}")
        root.append(_question(question))
    ET.indent(root)
    body = ET.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{body}\n'


def _question(question: MoodleQuestion) -> ET.Element:
    made = ET.Element("question", type=question.kind)
    ET.SubElement(ET.SubElement(made, "name"), "text").text = _allowed(question.name)
    _html(made, "questiontext", question.text)
    _html(made, "generalfeedback", question.feedback)
    essay = question.kind == "essay"
    values = {"defaultgrade": str(question.points), "penalty": "0", "hidden": "0"}
    values |= {
        "multichoice": {"single": "true", "shuffleanswers": "true", "answernumbering": "ABCD"},
        "shortanswer": {"usecase": "0"},
        "essay": {
            "responseformat": "monospaced",
            "responserequired": "1",
            "responsefieldlines": "5",
            "attachments": "0",
            "attachmentsrequired": "0",
        },
    }.get(question.kind, {})
    for name, value in values.items():
        ET.SubElement(made, name).text = value
    if essay:
        _html(made, "graderinfo", question.grading)
        _html(made, "responsetemplate", "")
    for answer in question.answers:
        made.append(_answer(answer, question.kind))
    return made


def _answer(answer: Answer, kind: str) -> ET.Element:
    choice = kind == "multichoice"
    fraction = "100" if answer.right else "0"
    made = ET.Element("answer", fraction=fraction, format="html" if choice else "plain_text")
    _with_files(made, answer.text) if choice else _plain(made, answer.text)
    _html(made, "feedback", answer.feedback)
    if kind == "numerical":
        ET.SubElement(made, "tolerance").text = f"{answer.tolerance:.6g}"
    return made


def _plain(parent: ET.Element, text: str) -> None:
    ET.SubElement(parent, "text").text = _allowed(text)


def _html(parent: ET.Element, name: str, text: str) -> None:
    _with_files(ET.SubElement(parent, name, format="html"), text)


def _with_files(parent: ET.Element, text: str) -> None:
    """Add HTML to an element. Moodle removes inline drawings, so attach each as an image file."""
    files: list[tuple[str, str]] = []

    def as_image(found: re.Match[str]) -> str:
        svg = (
            found[0] if NAMESPACE in found[0] else found[0].replace("<svg", f"<svg {NAMESPACE}", 1)
        )
        files.append((f"figure_{len(files) + 1}.svg", svg))
        label = LABEL.search(svg)
        alt = label[1] if label else "a figure"
        return f'<img src="@@PLUGINFILE@@/{files[-1][0]}" alt="{alt}">'

    ET.SubElement(parent, "text").text = _allowed(DRAWING.sub(as_image, text))
    for name, svg in files:
        data = base64.b64encode(svg.encode()).decode()
        ET.SubElement(parent, "file", name=name, path="/", encoding="base64").text = data


def _allowed(text: str) -> str:
    return FORBIDDEN.sub("\ufffd", text)
