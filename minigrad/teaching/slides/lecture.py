"""Lectures: a script, combined with the notebook content that each slide shows.

`notebooks/lectures/chapter_N.md` is the script, and `chapter_N_part_2.md` is the script for
a second hour.
"""

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode

from minigrad.course import chapters
from minigrad.course.chapters import chapter_id
from minigrad.course.checking.prediction import shown as printed
from minigrad.course.checking.values import numbers
from minigrad.teaching.assets import ROOT
from minigrad.teaching.editions.predictions import predictions_in, read
from minigrad.teaching.editions.reading import exercises
from minigrad.teaching.live import is_explorer

from . import script
from .minutes import seconds
from .script import Note

NOTEBOOKS = ROOT / "notebooks"
SCRIPTS = ROOT / "notebooks" / "lectures"
SVG = "image/svg+xml"
# Slides leave out `compare`, because in a lecture hall, students guess aloud.
COMPARISON = re.compile(r"^compare\([^,]+, guess, (.+)\)$", re.MULTILINE)
COMPARED = re.compile(r"^compare\([^,]+, guess\)\n?", re.MULTILINE)
LINK = re.compile(r"\[([^\]\n]*)\]\((?:[\w./-]+\.ipynb)?(?:#[^)\s]*)?\)")
ITEM = re.compile(r"^\d+\. ", re.MULTILINE)
# In notes: a choice named by its text, as in {9 again}, and a letter that isn't the article "A".
NAMED = re.compile(r"\{([^{}]+)\}")
LETTER = re.compile(r"\b(?:[B-E]|A(?! \w)|A(?= (?:is|was|and|or)\b)|(?<=[\w,;] )A)\b")
LETTERS = "ABCDE"
FOLDED = re.compile(r"<details>\s*<summary>.*?</summary>(.*?)</details>", re.DOTALL)


@dataclass(frozen=True)
class Code:
    """Lines from a cell or a solution. `whole` is the source that contains the lines."""

    whole: str
    lines: tuple[int, int]
    marks: tuple[int, ...] = ()
    by_line: bool = False

    @property
    def source(self) -> str:
        return "\n".join(self.whole.splitlines()[self.lines[0] - 1 : self.lines[1]])


@dataclass(frozen=True)
class Choice:
    text: str
    right: bool
    belief: str  # why people choose it; for the right choice, the reason


@dataclass
class Part:
    """One part of a slide: text, a vote, or a cell's code and outputs."""

    markdown: str = ""
    choices: list[Choice] = field(default_factory=list)
    holds: str = ""
    cell: NotebookNode | None = None
    code: Code | None = None
    outputs: list[NotebookNode] = field(default_factory=list)
    grow: bool = False
    still: int = 0  # the frame that represents an explorer
    program: str = ""  # draws a figure after the cell; `figures.draw` fills the outputs
    later: bool = False

    @property
    def explorer(self) -> bool:
        shown = self.outputs and not self.still and not self.program
        return bool(shown and self.cell and is_explorer(self.cell))

    @property
    def figure(self) -> bool:
        """Return whether a part is a drawing or an explorer. (A table counts as text.)"""
        drawn = any(SVG in output.get("data", {}) for output in self.outputs)
        return self.explorer or drawn or bool(self.program)


@dataclass
class Slide:
    title: str
    roles: tuple[str, ...]
    parts: list[Part]
    notes: list[Note]
    ends: float = 0.0  # the minute at which the slide ends

    @property
    def seconds(self) -> float:
        """How long the slide takes."""
        texts = [part.markdown for part in self.parts]
        texts += [choice.text for part in self.parts for choice in part.choices]
        texts += [part.code.source for part in self.parts if part.code]
        return seconds(self.notes, texts)


@dataclass(frozen=True)
class Lecture:
    name: str  # the name of the deck
    notebook: Path
    slides: list[Slide]
    widgets: dict[str, Any] = field(default_factory=dict)  # `figures.show` fills it

    @property
    def chapter(self) -> str:
        return chapter_id(self.notebook.name)


@cache
def chapter(path: Path) -> NotebookNode:
    """Return a chapter's notebook, which callers must not modify.

    The notebook is cached, because a build needs it several times.
    """
    return nbformat.read(path, as_version=4)


def lectures(only: str = "") -> list[Lecture]:
    """Return all lectures, or those whose names begin with `only`, in chapter order."""
    chosen = []
    for path in (NOTEBOOKS / f"{stem}.ipynb" for stem in chapters.NOTEBOOKS):
        first = chapters.folder(chapter_id(path.name))
        for script_file in (SCRIPTS / f"{first}.md", SCRIPTS / f"{first}_part_2.md"):
            name = path.stem + ("_2" if script_file.stem != first else "")
            if not script_file.exists():
                continue
            if name.startswith(only):
                chosen.append(lecture(name, path, script_file.read_text(encoding="utf-8")))
    return chosen


def lecture(name: str, path: Path, text: str) -> Lecture:
    notebook = chapter(path)
    slides = script.read(text)
    made = []
    for slide in slides:
        try:
            parts = [part for block in slide.blocks for part in _parts(block, notebook, path)]
            choices = [choice for part in parts for choice in part.choices]
            notes = [_with_letters(note, choices) for note in slide.notes]
        except (KeyError, ValueError) as wrong:
            raise ValueError(f"{name}, {slide.title!r}: {wrong.args[0]}") from None
        if {"questions", "answers"} & set(slide.roles):
            parts = _one_list(parts)
        made.append(Slide(slide.title, slide.roles, parts, notes))
    minute = 0.0
    for shown in made:
        minute += shown.seconds / 60
        shown.ends = minute
    return Lecture(name, path, made)


def _with_letters(note: Note, choices: list[Choice]) -> Note:
    """Replace the texts of choices, and {right}, by letters, so that no letter can be wrong."""
    if choices and (letter := LETTER.search(NAMED.sub("", note.text))):
        raise ValueError(f"a note has the letter {letter[0]}; write the choice's text in braces")

    def lettered(named: re.Match[str]) -> str:
        found = [
            letter
            for letter, choice in zip(LETTERS, choices, strict=False)
            if (choice.right if named[1] == "right" else choice.text == named[1])
        ]
        if len(found) != 1:
            texts = ", ".join(choice.text for choice in choices)
            raise ValueError(f"{named[0]} isn't one of the choices: {texts}")
        return found[0]

    return replace(note, text=NAMED.sub(lettered, note.text))


def _one_list(parts: list[Part]) -> list[Part]:
    """Number a slide's questions from 1, joining the lists that they come from into one."""
    count = itertools.count(1)
    joined: list[Part] = []
    for part in parts:
        text = ITEM.sub(lambda _: f"{next(count)}. ", part.markdown)
        if joined and ITEM.match(text) and ITEM.match(joined[-1].markdown):
            joined[-1].markdown += f"\n{text}"
        else:
            part.markdown = text
            joined.append(part)
    return joined


def _parts(
    block: script.Text | script.Cell | script.Vote, notebook: NotebookNode, path: Path
) -> Iterator[Part]:
    if isinstance(block, script.Text):
        yield Part(LINK.sub(r"\1", block.markdown), later=block.later)
    elif isinstance(block, script.Vote):
        yield _vote(block, notebook, path)
    elif block.solution:
        solution = next((e.solution for e in exercises(notebook) if e.name == block.name), None)
        if solution is None:
            raise ValueError(f"no exercise {block.name!r}")
        yield Part(code=_code(block, solution), later=block.later)
    else:
        yield from _cell(block, _found(block, notebook, path))


def _found(block: script.Cell, notebook: NotebookNode, path: Path) -> NotebookNode:
    """Return the named cell from this chapter or, for a figure, from an earlier chapter."""
    for cell in notebook.cells:
        if cell.id == block.name:
            return cell
    for other in NOTEBOOKS.glob("[0-9]*.ipynb"):
        for cell in chapter(other).cells:
            if cell.id == block.name:
                still = block.half == "output" and (block.still or not is_explorer(cell))
                if block.figure or not still:
                    raise ValueError(
                        f"only a still figure can come from another chapter: {block.name}"
                    )
                return cell
    raise ValueError(f"there is no cell {block.name!r}")


def _cell(block: script.Cell, cell: NotebookNode) -> Iterator[Part]:
    if cell.cell_type == "markdown":
        text = below(cell.source, block.heading, folded=block.answers)
        yield Part(_items(text, *block.lines) if block.lines else text, later=block.later)
        return
    later = block.later
    if block.figure:
        yield Part(cell=cell, program=block.figure, grow=block.grow, later=later)
        return
    source = alone(cell.source)
    # An explorer appears without its code, unless the slide asks for lines of it.
    if block.half == "input" or (block.half == "both" and not is_explorer(cell)):
        yield Part(cell=cell, code=_code(block, source), later=later)
        later = True  # the question comes first, then the answer
    if block.half != "input":
        yield Part(cell=cell, outputs=cell.outputs, grow=block.grow, still=block.still, later=later)


def alone(source: str) -> str:
    """Return a cell's code as slides show it, that is, without guesses."""
    return COMPARED.sub("", COMPARISON.sub(r"\1", source)).rstrip()


def below(source: str, heading: str, *, folded: bool) -> str:
    """Return the text under a heading: only the collapsed part if `folded`, else the rest."""
    parts = re.split(r"^#{1,3} +(.+?) *$", source, flags=re.MULTILINE)
    named = {"": source} | dict(zip(parts[1::2], parts[2::2], strict=True))
    if heading not in named:
        raise ValueError(f"no heading {heading!r} in the cell")
    text = LINK.sub(r"\1", named[heading])
    return "\n\n".join(FOLDED.findall(text)).strip() if folded else FOLDED.sub("", text).strip()


def _items(text: str, first: int, last: int) -> str:
    """Return the items with the given numbers from a numbered list."""
    items = re.split(r"^(?=\d+\. )", text, flags=re.MULTILINE)
    return "".join(items[first : last + 1]).strip()


def _code(block: script.Cell, whole: str) -> Code:
    length = len(whole.splitlines())
    first, last = block.lines or (1, length)
    if not all(1 <= line <= length for line in (first, last, *block.marks)):
        raise ValueError(f"{block.name} has {length} lines")
    return Code(whole, (first, last), block.marks, block.by_line)


def _vote(block: script.Vote, notebook: NotebookNode, path: Path) -> Part:
    if not block.prediction:
        choices = [Choice(c.shown, c.right, c.belief) for c in block.choices]
        return Part(choices=choices, holds=block.holds)
    questions = {
        question.prediction.name: question for question in predictions_in(notebook, path.name)
    }
    if block.prediction not in questions:
        raise ValueError(f"no prediction {block.prediction!r}; there are {', '.join(questions)}")
    question = questions[block.prediction]
    choices = []
    for choice in block.choices:
        value = numbers(read(choice.value))
        said = question.prediction.reveal(value, question.truth)
        right = said.status in ("As you guessed.", "About as you guessed.")
        typical = dict.fromkeys(why for _, why in question.prediction.typical)
        if not right and said.says not in typical:
            values = ", ".join(printed(wrong) for wrong, _ in question.prediction.typical)
            raise ValueError(
                f"{choice.value!r} isn't a typical guess of {block.prediction!r}: {values}"
            )
        choices.append(Choice(choice.shown, right, said.says))
    return Part(choices=choices)
