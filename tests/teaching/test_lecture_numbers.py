"""Tests that each number in a lecture comes from what its slide shows, or is computed for it.

Numbers on a slide and in its notes, in digits or in words, have to occur in the code or the output
of a cell that this slide or the one before it shows, or a line like `{as sgd-41 "80 * factor"}`
names the cell that has the number, or computes it from the notebook's own names. Slides that look
ahead or back may use the numbers of the whole lecture. A quoted guess can be anything. A ratio,
such as "five times as large", has to be computed on its slide, or by a claim of a cell there. A
line like `{given 40}` has numbers that the speaker makes up, but a figure's description can't use
them, as a figure draws what was computed.
"""

import ast
import re
from collections.abc import Iterator
from decimal import Decimal

import pytest
from nbformat.v4 import new_markdown_cell

from minigrad.teaching.slides.lecture import NAMED
from minigrad.teaching.slides.script import Cell, Slide, Text, Vote, read
from tests.course.cells import fail_if
from tests.course.claims import ANSWER, claims_of, lectures_of
from tests.course.number_words import in_digits, value_of
from tests.course.prose_numbers import (
    cell_numbers,
    claims,
    code_numbers,
    comes_from,
    false_arithmetic,
    is_worked_out,
    true_arithmetic,
)
from tests.course.solved import solved
from tests.course.test_claims import CHAPTERS, QUICK, number, replies

HOURS = {path.stem: (path, chapter) for chapter in CHAPTERS for path in lectures_of(chapter)}
OVERVIEWS = {"objectives", "questions", "answers", "summary", "next"}
GUESS = re.compile(r'"[^"]*"')
TIME = re.compile(
    r"(?i)\d+ (?:s\b|seconds?|minutes?)|\b0.\d+ (?:an|of an) hour|\b0.5 of today"
    r"|\b(?:slides?|lectures?) \d+\b"
)
CODED = re.compile(r"`([-−+*·/=(),.\d ]+)`")
FENCED = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)


def texts(slide: Slide) -> Iterator[tuple[str, set[Decimal] | None]]:
    """Yield the texts of a slide and its notes, and for a figure's also the numbers in its code.

    Number words are in digits. What a note says about time is left out.
    """
    for text, drawn in shown_texts(slide):
        yield in_digits(text), drawn
    for note in slide.notes:
        if note.kind not in ("Wait", "Type"):
            said = NAMED.sub(" ", note.text)
            said = GUESS.sub(" ", said) if note.kind == "Expect" else said
            yield TIME.sub(" ", in_digits(said)), None


def shown_texts(slide: Slide) -> Iterator[tuple[str, set[Decimal] | None]]:
    yield slide.title, None
    for block in slide.blocks:
        if isinstance(block, Text):
            yield CODED.sub(r"\1", FENCED.sub("", block.markdown)), None
        elif isinstance(block, Vote):
            yield from ((f"{c.shown} {c.belief}", None) for c in block.choices if c.right)
        elif block.figure:
            tree = ast.parse(block.figure)
            constants = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
            own = code_numbers(" ".join(str(c) for c in constants if not isinstance(c, str)))
            yield from ((c, own) for c in constants if isinstance(c, str) and len(c.split()) > 2)


class Chapter:
    """The numbers that a chapter's cells have, and those that its lectures compute."""

    def __init__(self, chapter: str) -> None:
        ran = solved(chapter)  # not the stored outputs, which may be older than the chapter's code
        self.cells = {cell.id: cell for cell in ran.notebook.cells}
        self.claims = claims_of(chapter)
        self.computed = ran.computed
        self.predictions: dict[str, set[Decimal]] = {}
        for reply in replies(chapter):  # a speaker may take up any guess
            self.predictions.setdefault(reply.place, set()).update(reply.nearby)

    def of_cell(self, name: str) -> set[Decimal]:
        """Return the numbers in a cell, or none if it's in another chapter."""
        cell = self.cells.get(name, new_markdown_cell(""))
        if cell.cell_type == "code":
            return cell_numbers([cell])
        printed = {claim.value for claim in claims(in_digits(cell.source))}
        return printed | code_numbers(" ".join(re.findall(r"`[^`]*`", cell.source)))

    def on(self, slide: Slide) -> set[Decimal]:
        known: set[Decimal] = set()
        for block in slide.blocks:
            if isinstance(block, Cell):
                known |= self.of_cell(block.name)
            elif isinstance(block, Vote) and block.prediction:
                known |= self.predictions[f"prediction {block.prediction}"]
        for cell, values in slide.sources:
            known |= set() if values else self.of_cell(cell)
            known |= {n for value in values for n in self.computed.get((cell, value), ())}
        return known | {abs(n) for n in known}

    def proved(self, slide: Slide) -> set[Decimal]:
        """Return the numbers that a slide computes, or that claims of its cells compute."""
        places = {cell for cell, values in slide.sources if not values}
        for block in slide.blocks:
            if isinstance(block, Cell):
                places.add(block.name)
            elif isinstance(block, Vote) and block.prediction:
                places.add(f"prediction {block.prediction}")
        tokens = [t for c in self.claims if ANSWER.sub(r"\1", c.place) in places for t in c.numbers]
        known = {value for token in tokens if (value := value_of(token)) is not None}
        return known.union(
            *(self.computed.get((c, value), ()) for c, values in slide.sources for value in values)
        )


def unsupported(lecture: str, chapter: Chapter) -> Iterator[str]:
    slides = read(lecture)
    shown = [chapter.on(slide) for slide in slides]
    proved = [chapter.proved(slide) for slide in slides]
    given = [{n for g in slide.given for n in (Decimal(g), abs(Decimal(g)))} for slide in slides]
    for k, slide in enumerate(slides):
        yield from (f"there is no cell {c}" for c, _ in slide.sources if c not in chapter.cells)
        overview = k == 0 or OVERVIEWS & {*slide.roles}
        near = slice(None) if overview else slice(k - 1, k + 1)
        for text, drawn in texts(slide):
            own = set().union(*given[near]) if drawn is None else drawn
            true = own.union(*shown[near]) | true_arithmetic(text)
            compared = set().union(*(proved if overview else proved[k : k + 1]))
            compared |= own if drawn is None else set()
            wrong = [
                claim
                for claim in claims(text)
                if not claim.is_plain
                and not (claim.is_ratio and is_worked_out(claim))
                and not comes_from(claim, compared if claim.is_ratio else true)
            ]
            for fault in (*wrong, *false_arithmetic(text)):
                yield f"slide {k + 1}, “{slide.title}”: {fault}"


@pytest.mark.parametrize(
    "hour",
    [
        pytest.param(
            name,
            id=f"{chapter}: {name}",
            marks=[] if number(chapter) in QUICK else pytest.mark.slow,
        )
        for name, (_, chapter) in HOURS.items()
    ],
)
def test_a_number_in_a_lecture_is_on_its_slide_or_computed(hour: str) -> None:
    path, notebook = HOURS[hour]
    fail_if(
        unsupported(path.read_text(encoding="utf-8"), Chapter(notebook)),
        f"Nothing that these slides of notebooks/lectures/{path.name} show has these numbers. "
        'Correct them, or add `{as CELL "EXPRESSION"}`, such as `{as sgd-41 "len(x)"}`.',
    )
