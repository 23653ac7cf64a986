"""Tests that no explorer opens with the answer to the question that precedes it.

If the question is a prediction whose guess comes before the explorer and whose comparison comes
after it, the answer is read from the prediction. For other questions in the text above an explorer,
the answer is listed here, in the figure's words.
"""

import re
from xml.etree import ElementTree

import pytest
from nbformat import NotebookNode

from minigrad.course import chapters
from minigrad.explore.explorer import Explorer
from tests.course.solved import read, solved, stored

CHAPTERS = chapters.NOTEBOOKS
ALL = {
    (chapter, cell.id)
    for chapter in CHAPTERS
    for cell in read(chapter).cells
    if cell.cell_type == "code" and "minigrad.explore" in cell.source
}
# For each explorer's cell, a pattern that matches its sentence if it answers the question above it.
ANSWERS = {
    "start-52": r"h = (0\.0001|10⁻[5-9])",  # which h has the smallest error?
    "graphs-49": r"sends 16",  # what does the first multiplication send along each arrow?
    "graphs-43": r"too early|too late|114",  # which node runs next?
    "tracking-43": r"✓ w2 gets",  # where does tracking stop, but w2 gets its gradient?
    "accumulation-30": r"−4\.4",  # what does `.grad` hold at the bottom?
    "sgd-67": r"thrown out|throws the path out",  # above which rate?
    "sgd-51": r"[67]\d of 80|80 of 80",  # how many do two units get right, and how many do four?
    "own-13": r"one side with 16 digits and h = (3·)?10⁻⁸",  # where does one side turn?
    "deep-57": r"residual connections, scale",  # where does it help, and where doesn't it?
    "writes-82": r"gradient −",  # is the gradient positive or negative?
    "build-142": r"260",  # which order is correct?
}


def opening(explorer: Explorer) -> str:
    """Return all the text an explorer opens with: its sentence and its figure's labels."""
    return words(explorer, tuple(control.start for control in explorer.controls))


def words(explorer: Explorer, at: tuple[int, ...]) -> str:
    root = ElementTree.fromstring(explorer.drawing(*at).svg)
    texts = ["".join(e.itertext()) for e in root.iter() if e.tag.endswith("}text")]
    return " | ".join([explorer.frames[at].sentence, *texts]).replace("\u00a0", " ")


def predictions_around(notebook: NotebookNode, cell_id: str) -> list[tuple[str, str, list[str]]]:
    """Return the predictions whose guess comes before an explorer and whose answer comes after.

    For each one, return its name, its correct answer, and its choices.
    """
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    place = next(i for i, cell in enumerate(cells) if cell.id == cell_id)
    if "guess = ..." not in cells[place - 1].source:
        return []
    after = cells[place + 1]
    [name] = re.findall(r'compare\("([^"]+)"', after.source)
    (truth,) = re.findall(r"^none yet +(.*)$", stored(after), re.MULTILINE)
    return [(name, truth, re.findall(r'"([^"]+)"', cells[place - 1].source))]


def gives_away(text: str, truth: str) -> bool:
    """Return whether a text contains the answer, as a word or as a separate number."""
    plain = re.sub(r"^tensor\((.*)\)$", r"\1", truth).rstrip(".")
    return re.search(rf"(?<![\w.−-]){re.escape(plain)}(?![\w]|\.\d)", text) is not None


@pytest.mark.slow
@pytest.mark.parametrize(("chapter", "cell"), sorted(ALL))
def test_an_explorer_does_not_open_with_the_answer(chapter: str, cell: str) -> None:
    text = opening(solved(chapter).explorers[cell])
    for name, truth, choices in predictions_around(read(chapter), cell):
        neutral = any(gives_away(text, choice) for choice in choices if choice != truth)
        assert neutral or not gives_away(text, truth), f"{name}: {truth} appears in {text!r}"
    if cell in ANSWERS:
        assert not re.search(ANSWERS[cell], text), text


@pytest.mark.slow
@pytest.mark.parametrize(("chapter", "cell"), sorted(ALL))
def test_an_explorer_can_answer_the_question_before_it(chapter: str, cell: str) -> None:
    """A pattern in `ANSWERS` that matches nothing is an error."""
    predictions = predictions_around(read(chapter), cell)
    assert cell in ANSWERS or predictions, "a question in the table or in a prediction"
    if cell in ANSWERS:
        explorer = solved(chapter).explorers[cell]
        assert any(re.search(ANSWERS[cell], words(explorer, at)) for at in explorer.frames)
