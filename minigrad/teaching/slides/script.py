"""A lecture's script, `lecture.md`, parsed into slides.

    # The chapter's heading          the title slide, and below it its subtitle
    ## What the slide says           a slide; {objectives} and other roles may follow
    Text in Markdown, $formulas$.
    +                                what follows appears at the next key press
    {graphs-16 input 2-4 mark 3}     parts of a cell: its input, its output, or both in turn
    {solution "step 5" 3-9}          lines of a collapsed solution
    {as graphs-16 "x.grad"}          where numbers on this slide or in its notes come from
    {given 1000000}                  numbers that it makes up, as in a question
    ```figure graphs-16              drawn after the chapter has run up to that cell
    draw.draw_graph(z, x=x)
    ```
    vote: again                      a vote on one of the chapter's predictions; its choices follow
    - 3 | 3 again
    Note:
    Say: it's {right}.               Ask, Wait, Expect, Show, Type, If they ask; a choice in braces

A script refers to the notebook's cells instead of copying their code and outputs.
"""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import takewhile

ROLES = ("objectives", "questions", "answers", "summary", "next")  # in this order
TITLE = re.compile(r"^(##?) +(.+?)((?: *\{\w+\})*) *$")
DIRECTIVE = re.compile(r"^\{(.+)\}$")
SOURCE = re.compile(r"^\{(?:as|given) .+\}$")
CELL = re.compile(r"[a-z]+\d*-[a-z0-9-]+")
FIGURE = re.compile(r"^```figure ([\w-]+)( grow)?$")
NUMBERS = re.compile(r"[\d,-]+")  # 3, 2-6, 3,4
CHOICE = re.compile(r"^([-*]) (.+)$")
SPOKEN = re.compile(r"^(Say|Ask|Wait|Expect|Show|Type|If they ask): *", re.MULTILINE)
SECONDS = re.compile(r"\b(\d+) s\b")
LINES = re.compile(r"\b(\d+) lines?\b")


@dataclass(frozen=True)
class Text:
    markdown: str
    later: bool = False


@dataclass(frozen=True)
class Cell:
    """The part of a notebook cell, or of a collapsed solution, that a slide shows."""

    name: str
    half: str = "both"  # "input", "output", or "both", which shows the output at the next key press
    solution: bool = False
    heading: str = ""  # for a text: only the part below this heading
    answers: bool = False  # only the folded part
    # A program that draws a figure, run after the cell, instead of the cell's output.
    figure: str = ""
    lines: tuple[int, int] | None = None  # the first and last lines to show
    marks: tuple[int, ...] = ()  # lines that are highlighted as new
    by_line: bool = False
    grow: bool = False
    still: int = 0  # for an explorer: the frame of its still to show as a figure
    later: bool = False


@dataclass(frozen=True)
class Choice:
    value: str
    shown: str
    belief: str = ""
    right: bool = False


@dataclass(frozen=True)
class Vote:
    # The name of the chapter's prediction, which contains the right answer and the wrong beliefs.
    prediction: str = ""
    holds: str = ""  # or an expression whose value is the right answer
    choices: tuple[Choice, ...] = ()


@dataclass(frozen=True)
class Note:
    kind: str
    text: str

    @property
    def seconds(self) -> int:
        return sum(map(int, SECONDS.findall(self.text)[:1]))

    @property
    def lines(self) -> int:
        return sum(map(int, LINES.findall(self.text)[:1]))


@dataclass
class Slide:
    title: str
    roles: tuple[str, ...] = ()
    blocks: list[Text | Cell | Vote] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    # Where its numbers come from: cells, each with expressions that hold after it.
    sources: list[tuple[str, list[str]]] = field(default_factory=list)
    given: list[str] = field(default_factory=list)  # numbers in its questions


def read(script: str) -> list[Slide]:
    slides: list[Slide] = []
    body: list[str] = []
    for line in [*script.splitlines(), "## end"]:
        title = TITLE.match(line)
        if not title:
            body.append(line)
            continue
        if slides:
            _fill(slides[-1], body)
        elif "".join(body).strip() or title[1] != "#":
            raise ValueError("a script begins with the chapter's heading")
        slides.append(Slide(title[2], tuple(re.findall(r"\w+", title[3]))))
        body = []
    return slides[:-1]


def _fill(slide: Slide, lines: list[str]) -> None:
    for line in filter(SOURCE.match, lines):
        kind, *words = shlex.split(line.strip("{}"))
        for word in words:
            if kind == "given":
                slide.given.append(word)
            elif CELL.fullmatch(word):
                slide.sources.append((word, []))
            elif not slide.sources:
                raise ValueError(f"{slide.title!r}: no cell before {word!r}")
            else:
                slide.sources[-1][1].append(word)
    lines = [line for line in lines if not SOURCE.match(line)]
    at = lines.index("Note:") if "Note:" in lines else len(lines)
    slide.blocks = list(_blocks(slide.title, lines[:at]))
    slide.notes = list(_notes(slide.title, "\n".join(lines[at + 1 :])))


def _blocks(title: str, lines: list[str]) -> Iterator[Text | Cell | Vote]:
    text: list[str] = []
    later = text_later = False
    rest = iter([*lines, "", "+"])
    for line in rest:
        directive = DIRECTIVE.match(line)
        figure = FIGURE.match(line)
        if not (directive or figure or line == "+" or line.startswith("vote:")):
            text_later = later if not text else text_later
            text.append(line)
            continue
        if "".join(text).strip():
            yield Text("\n".join(text).strip(), text_later)
            later = False
        text = []
        if directive:
            yield _cell(title, directive[1], later)
            later = False
        elif figure:
            program = "\n".join(takewhile("```".__ne__, rest))
            grow = bool(figure[2])
            yield Cell(figure[1], "output", figure=program, grow=grow, later=later)
            later = False
        elif line == "+":
            later = True
        else:
            yield _vote(line.removeprefix("vote:").strip(), rest)


def _cell(title: str, directive: str, later: bool) -> Cell:
    name, *words = shlex.split(directive)
    solution = name == "solution"
    if solution:
        name, *words = words
    cell = Cell(name, "input" if solution else "both", solution, later=later)
    rest = iter(words)
    for word in rest:
        if NUMBERS.fullmatch(word):
            lines = _numbers(word)
            cell = replace(cell, lines=(lines[0], lines[-1]))
        elif word == "mark":
            cell = replace(cell, marks=_numbers(next(rest)))
        elif word == "still":
            cell = replace(cell, half="output", still=int(next(rest)))
        elif word in ("input", "output"):
            cell = replace(cell, half=word)
        elif word == "answers":
            cell = replace(cell, answers=True)
        elif word == "grow":
            cell = replace(cell, grow=True)
        elif word == "lines":
            cell = replace(cell, by_line=True)
        elif word.islower() and " " not in word:
            raise ValueError(f"{title!r}: unknown word {word!r} in {{{directive}}}")
        else:
            cell = replace(cell, heading=word)
    return cell


def _numbers(word: str) -> tuple[int, ...]:
    """Return the numbers in a list of numbers and ranges.

    >>> _numbers("3"), _numbers("2-4"), _numbers("2-3,7")
    ((3,), (2, 3, 4), (2, 3, 7))
    """
    spans = [span.partition("-") for span in word.split(",") if span]
    return tuple(n for first, _, last in spans for n in range(int(first), int(last or first) + 1))


def _vote(by: str, rest: Iterator[str]) -> Vote:
    choices = []
    for line in rest:
        if not (choice := CHOICE.match(line)):
            if line.strip():
                raise ValueError(f"after a vote come its choices and an empty line, not {line!r}")
            if choices:
                break
            continue
        said, _, belief = choice[2].partition(" => ")
        value, _, shown = said.partition(" | ")
        right = choice[1] == "*"
        choices.append(Choice(value.strip(), (shown or value).strip(), belief.strip(), right))
    holds = by.removeprefix("holds ").strip() if by.startswith("holds ") else ""
    return Vote("" if holds else by, holds, tuple(choices))


def _notes(title: str, text: str) -> Iterator[Note]:
    before, *parts = SPOKEN.split(text.strip())
    if before.strip():
        raise ValueError(f"{title!r}: a note begins with Say, Ask, Wait, Expect or Show")
    for kind, said in zip(parts[::2], parts[1::2], strict=True):
        yield Note(kind, said.strip())
