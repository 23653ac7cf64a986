"""Claims: numbers that a text prints, each with an expression that computes it.

A claim belongs to the text cell that prints its numbers, or to a prediction's or an exercise's
replies. It holds after that cell, over the notebook's own names and the library. So it's computed
from the data that the reader sees, and no copy of the data can agree with a wrong text.
"""

import copy
import functools
import importlib
import json
import re
import symtable
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from types import ModuleType
from typing import Any

from IPython.core.formatters import DisplayFormatter
from nbformat import NotebookNode

import minigrad as mg
from minigrad import draw
from minigrad.course.chapters import chapter_id, folder, load
from minigrad.course.checking.values import numbers, same
from minigrad.course.checking.worded import TIMES, numbers_in
from minigrad.explore.explorer import Explorer
from minigrad.teaching.slides.script import Cell, read
from minigrad.values.random import default_generator
from tests.course.cells import run
from tests.course.number_words import value_of
from tests.course.prose_numbers import claims as numbers_printed
from tests.course.prose_numbers import code_numbers

LECTURES = Path("notebooks/lectures").resolve()
SVG = "image/svg+xml"
FORMS = DisplayFormatter()
STUDIES = Path(__file__).with_name("seed_studies.json")
SUPERSCRIPT = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
GIVEN = {"__name__", "check", "compare", "hint"}
NAMED = re.compile(r"That's (?:only )?`([^`]+)`")
ANSWER = re.compile(r"(\S+) (\d+)$")
POWER = re.compile(r"·10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)")


@dataclass(frozen=True)
class Claim:
    """Numbers in a text, or a fact that's stated in any words, and what computes it.

    Besides the notebook's names, `asked(2)` has the numbers in question 2 of *Test yourself*,
    `shown("cell-id")` is the explorer that a cell shows, `study` has the results over seeds, and
    `notebook` has all the names. `guesses("means", "a gradient")` are the typical guesses with such
    a reply.
    """

    # a cell, "CELL 2" for answer 2 of *Test yourself*, "prediction NAME" or "exercise NAME" for
    # its replies, or "lecture" for a line of the chapter's lectures
    place: str
    printed: str  # the numbers as printed, with spaces between them, or the words of a fact
    value: str  # an expression for these numbers, or one that's true if the fact is
    after: str = ""  # the cell after which it holds, if that isn't the text itself

    @property
    def numbers(self) -> list[str]:
        """Return the printed numbers, or an empty list if the claim is a fact in words."""
        tokens = self.printed.split()
        return tokens if all(_read(token) for token in tokens) else []

    def _printed(self) -> list[tuple[str, tuple[Decimal, Decimal]]]:
        return [(token, number) for token in self.numbers if (number := _read(token))]

    def fault(self, names: Mapping[str, Any], functions: Mapping[str, Any]) -> str:
        """Return what's wrong with the claim, given the notebook's names, or an empty string."""
        if _is_constant(self.value, names):
            return "uses nothing from the notebook"
        value = numbers(eval(self.value, {**functions, **names}))
        if isinstance(value, bool) or not self.numbers:
            typed = {abs(number) for number in code_numbers(self.value)}
            missing = [t for t, (number, _) in self._printed() if abs(number) not in typed]
            if missing:
                return f"doesn't compute {', '.join(missing)}"
            return "" if value else "is false"
        computed = list(_flat(value))
        printed = [number for _, number in self._printed()]
        if len(computed) != len(printed):
            return f"computes {computed}"
        agree = all(
            abs(Decimal(repr(float(c))) - p) <= room
            for c, (p, room) in zip(computed, printed, strict=True)
        )
        return "" if agree else f"computes {computed}"


@dataclass(frozen=True)
class Given:
    """Numbers that nothing computes: a task or a question gives them, or a source outside."""

    place: str
    printed: str
    source: str = ""  # where a fact about the world comes from

    @property
    def numbers(self) -> list[str]:
        return self.printed.split()


def given(notebook: str) -> list[Given]:
    return list(getattr(_module(notebook), "GIVEN", []))


def claims_of(notebook: str) -> list[Claim]:
    return list(_module(notebook).CLAIMS)


def _module(notebook: str) -> ModuleType:
    return importlib.import_module(f"tests.course.{folder(chapter_id(notebook))}.claims")


def functions_of(notebook: str) -> dict[str, Any]:
    """Return the functions with which claims and votes compute, by name."""
    return {name: value for name, value in vars(_module(notebook)).items() if callable(value)}


def named_guesses(notebook: str, cell: str, names: Mapping[str, Any]) -> Iterator[Claim]:
    """Yield a claim for each guess whose reply says which expression it is: "That's `W @ x`"."""
    for name, prediction in load(chapter_id(notebook)).predictions.items():
        if f'compare("{name}"' not in cell:
            continue
        for guess, why in prediction.typical:
            if (said := NAMED.match(why)) and _read_names(said[1]) <= names.keys():
                yield Claim(f"prediction {name}", why, f"same({said[1]}, {guess!r})")


def guesses(notebook: str, name: str, says: str) -> list[Any]:
    """Return the typical guesses whose reply contains these words."""
    typical = load(chapter_id(notebook)).predictions[name].typical
    return [guess for guess, why in typical if says in why]


def said(explorer: Explorer, settings: Mapping[str, Any]) -> str:
    """Return what an explorer says when these controls are set."""
    return explorer.at(settings).sentence


def numbers_said(explorer: Explorer, settings: Mapping[str, Any]) -> list[float]:
    return [float(claim.value) for claim in numbers_printed(said(explorer, settings))]


def asked(text: str, number: int) -> list[float]:
    """Return the numbers in a question of *Test yourself*."""
    questions = text.partition("## Test yourself")[2].partition("<details>")[0]
    (question,) = re.findall(rf"^{number}\. (.*)$", questions, re.MULTILINE)
    return [float(claim.value) for claim in numbers_printed(question)]


def answers(text: str) -> dict[str, str]:
    """Return the answers of *Test yourself* by their numbers."""
    folded = text.partition("## Test yourself")[2].partition("<details>")[2].partition("</details>")
    return dict(re.findall(r"^(\d+)\. (.*)$", folded[0], re.MULTILINE))


def fails(action: Callable[[], Any]) -> bool:
    """Return whether an action raises an error."""
    try:
        action()
    except RuntimeError:
        return True
    return False


def _read(token: str) -> tuple[Decimal, Decimal] | None:
    """Return a printed number, and how far the exact value may be from it.

    >>> _read("−0.14"), _read("1,200"), _read("waves")
    ((Decimal('-0.14'), Decimal('0.0051')), (Decimal('1200'), Decimal('0.51')), None)
    >>> _read("seven")
    (Decimal('7'), Decimal('0.01'))
    """
    text = token.replace("−", "-").replace(",", "")
    share = text.endswith("%")
    text = POWER.sub(lambda power: "e" + power[1].translate(SUPERSCRIPT), text.rstrip("%"))
    if re.fullmatch(r"[-+]?\d+(\.\d+)?(e-?\d+)?", text):
        value = Decimal(text) / (100 if share else 1)
        last = Decimal(text).as_tuple().exponent
        return value, Decimal("0.51") * Decimal(10) ** (int(last) - 2 * share)
    if not token.isalpha():
        return None
    word = value_of(token)
    if word is None and token not in TIMES and (listed := numbers_in(token)):
        word = Decimal(listed[0])
    return None if word is None else (word, Decimal("0.01"))


def _read_names(expression: str) -> set[str]:
    """Return the names that an expression takes from outside.

    >>> sorted(_read_names("[f(x) for x in y if (z := x) > w]"))
    ['f', 'w', 'y']
    """
    tables, names = [symtable.symtable(expression, "<claim>", "eval")], set()
    for table in tables:
        tables += table.get_children()
        names |= {s.get_name() for s in table.get_symbols() if s.is_global() and s.is_referenced()}
    return names - {s.get_name() for s in tables[0].get_symbols() if s.is_assigned()}


def _is_constant(expression: str, names: Mapping[str, Any]) -> bool:
    """Return whether an expression uses neither a name from the notebook nor the library.

    >>> _is_constant("3 * 2 == 6", {"mg": mg}), _is_constant("mg.ones(2).sum() == 2", {"mg": mg})
    (True, False)
    """
    own = {n for n, v in names.items() if v is mg or not isinstance(v, ModuleType)} - GIVEN
    return not own & _read_names(expression)


def computed(
    expression: str, names: Mapping[str, Any], functions: Mapping[str, Any]
) -> set[Decimal]:
    """Return the numbers that an expression computes, or those in a comparison that's true."""
    if _is_constant(expression, names):
        raise ValueError("uses nothing from the notebook")
    value = numbers(eval(expression, {**functions, **names}))
    if isinstance(value, bool):
        if not value:
            raise ValueError("is false")
        return code_numbers(expression)
    return {Decimal(f"{each:{form}}") for each in _flat(value) for form in (".7g", ".16g")}


def lectures_of(chapter: str) -> list[Path]:
    name = folder(chapter_id(chapter))
    return [path for end in ("", "_part_2") if (path := LECTURES / f"{name}{end}.md").exists()]


def expressions(lecture: Path) -> Iterator[tuple[str, str]]:
    """Yield the expressions in a lecture, each with the cell after which it holds."""
    for slide in read(lecture.read_text(encoding="utf-8")):
        for after, values in slide.sources:
            yield from ((after, value) for value in values)


def figures(lecture: Path) -> Iterator[tuple[str, str]]:
    """Yield the programs that draw a lecture's figures, each with the cell after which it runs."""
    for slide in read(lecture.read_text(encoding="utf-8")):
        for block in slide.blocks:
            if isinstance(block, Cell) and block.figure:
                yield block.name, block.figure


def _flat(value: Any) -> Iterator[float]:
    if isinstance(value, list | tuple):
        for entry in value:
            yield from _flat(entry)
    else:
        yield value


class Claimed:
    """The claims of a chapter, and what its lectures compute and draw, while its cells run."""

    def __init__(self, notebook: NotebookNode, chapter: str, more: Mapping[str, Any]) -> None:
        self.faults: list[str] = []
        self._functions = functions_of(chapter) | {
            "said": said,
            "same": same,
            "guesses": functools.partial(guesses, chapter),
            "numbers_said": numbers_said,
            "fails": fails,
        }
        self._notebook, self._chapter = notebook, chapter
        self._more = {**more, "study": json.loads(STUDIES.read_text("utf-8")).get(chapter, [])}
        self._due: dict[str, list[Claim]] = {}
        for claim in claims_of(chapter):
            self._due.setdefault(claim.after or where(notebook, claim.place), []).append(claim)
        self.computed: dict[tuple[str, str], set[Decimal]] = {}  # by cell and expression
        self._expressions = {
            source for path in lectures_of(chapter) for source in expressions(path)
        }
        self._figures = [source for path in lectures_of(chapter) for source in figures(path)]
        self._own: dict[str, Any] = {"draw": draw}  # the names that figures have defined

    def after(self, cell: NotebookNode, names: Mapping[str, Any]) -> None:
        """Check the claims that hold after a cell. The stream of random numbers isn't touched."""
        state = copy.deepcopy(vars(default_generator))
        named = named_guesses(self._chapter, cell.source, names)
        for claim in (*self._due.pop(cell.id, []), *named):
            more = {**self._more, "asked": functools.partial(asked, cell.source), "notebook": names}
            try:
                fault = claim.fault({**names, **more}, self._functions)
            except Exception as error:
                fault = f"raises {type(error).__name__}: {error}"
            if fault:
                self.faults.append(f"{claim.place}: {claim.printed!r}, {claim.value}, {fault}")
        for after, expression in self._expressions:
            if after == cell.id:
                more = {**self._more, "notebook": names}
                try:
                    found = computed(expression, {**names, **more}, self._functions)
                except Exception as error:
                    self.faults.append(f"lecture: {expression} after {after}: {error!r}")
                else:
                    self.computed[after, expression] = found
        for after, program in self._figures:
            if after == cell.id:
                space = {**self._own, **names}
                try:
                    drawn = SVG in FORMS.format(run(program, space))[0]
                except Exception as error:
                    self.faults.append(f"figure after {after}: {error!r}")
                else:
                    self.faults += [] if drawn else [f"figure after {after}: draws nothing"]
                self._own |= {name: space[name] for name in space.keys() - names.keys()}
        vars(default_generator).update(state)


def where(notebook: NotebookNode, place: str) -> str:
    """Return the cell that a claim's text belongs to: the text itself, or what shows the reply.

    What a lecture says is shown by the time the chapter ends.
    """
    kind, _, name = place.partition(" ")
    if kind == "lecture":
        return str(notebook.cells[-1].id)
    if not name or name.isdigit():
        return kind
    call = f'{"compare" if kind == "prediction" else "check"}("{name}"'
    return next(c.id for c in notebook.cells if c.cell_type == "code" and call in c.source)
