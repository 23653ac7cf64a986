"""Tests that names and orders in the text match what they refer to."""

import re

import minigrad
from minigrad.course.chapter_5.orders import every_order
from minigrad.course.chapters import chapter_id
from tests.course.cells import parametrize_chapters
from tests.course.solved import read
from tests.course.test_claims import CHAPTERS, sentences

NODE = re.compile(r"`<?([A-Z]\w*Backward\w*)>?`")
ORDER = re.compile(r"\b[BCPSZ]{5}\b")

# Each order of the five lines of chapter 5's training loop, and what the text says it does.
ORDERS = {"PCBZS": "learns nothing"}


def prose(chapter: str) -> str:
    return "\n".join(cell.source for cell in read(chapter).cells if cell.cell_type == "markdown")


@parametrize_chapters(CHAPTERS)
def test_a_node_named_in_the_text_occurs_in_the_chapters_output(chapter: str) -> None:
    texts = [prose(chapter), *(text for _, text in sentences(chapter))]
    named = {name for text in texts for name in NODE.findall(text)}
    shown = str([cell.get("outputs") for cell in read(chapter).cells]) if named else ""
    assert {name for name in named if not re.search(rf"\b{name}\b", shown)} == set()


def test_the_orders_in_chapter_5_have_the_stated_effects() -> None:
    (chapter,) = (c for c in CHAPTERS if chapter_id(c) == "5")
    lines = (
        "predicted = v * (w * x)",
        "loss = (predicted - y) ** 2",
        "optimizer.zero_grad()",
        "loss.backward()",
        "optimizer.step()",
    )
    outcomes = every_order(lines, minigrad).outcomes
    assert set(ORDER.findall(prose(chapter))) == set(ORDERS)
    assert {order: outcomes[order] for order in ORDERS} == ORDERS
