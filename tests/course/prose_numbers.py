"""Find numbers that a text claims but no code or output supports."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from nbformat import NotebookNode

SIGN = "[-−–]"
NUMBER = re.compile(
    rf"(?<![\w.^_\\])(?:(?<=[\s(,=:\[$]){SIGN}|^{SIGN})?\d+(?:,\d{{3}})*(?:\.\d+)?(?![\w^])"
)
IN_CODE = re.compile(r"(?<![A-Za-z_.\d])-?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
BLOCK = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)

KINDS = (
    r"(?i)\b(?:chapters?|sections?|exercises?|questions?|steps?|cells?|lines?|layers?|rules?|rows?|"
    r"columns?|places?|dimensions?|dim|parts?|inputs?|nodes?|output|unit|element|entry|index|point|"
    r"Python|PyTorch|version)"
)
# Text that makes no claim about a run. It's removed before numbers are extracted.
NO_CLAIMS = [
    r"^\|.*\.ipynb\).*\|$",  # tables of chapters
    r"!?\[[^\]]*\]\([^)]*\)",  # links and their titles
    r"`[^`]*`",  # code, which readers can run themselves
    r"<[^>]+>",
    r"^#+ .*$",  # headings
    r"^\s*\*{0,2}\d+\.(?=\s)",  # list markers and exercise numbers
    r"\*\d+ minutes[^*]*\*|\*\*Time:\*\*.*$|\d+ minutes",
    r"\*\*(?:You need|Afterwards you can)\*\*.*$",
    KINDS + r" \d+[a-z]?(?:(?:,| to| and| or) \d+[a-z]?)*\b",
    r"\bcounted from 0\b|\b\d+ (?:bits|digits)\b",
]
MATH = re.compile(r"\$\$(.*?)\$\$|\$([^$\n]*)\$", re.DOTALL)
# In a formula, only results count. Coefficients and exponents are part of the formula itself.
RESULT = re.compile(rf"(?:=|\\approx)\s*({SIGN}?\d+(?:\.\d+)?)(?=\s*(?:$|[,;.]|\\text|\\quad|=))")


@dataclass(frozen=True)
class Claim:
    text: str
    start: int
    end: int

    @property
    def number(self) -> str:
        return self.text[self.start : self.end]

    @property
    def is_plain(self) -> bool:
        """Return whether the number is 0 or 1, which usually just means "nothing" or "one"."""
        return self.number in ("0", "1")

    @property
    def value(self) -> Decimal:
        return Decimal(re.sub(SIGN, "-", self.number).replace(",", ""))

    def __str__(self) -> str:
        around = self.text[max(0, self.start - 50) : self.end + 30].replace("\n", " ")
        return f"{self.number} in {around!r}"


def claims(text: str) -> Iterator[Claim]:
    """Return the numbers in a text, with their positions."""
    masked = _mask(BLOCK, text)
    formulas = list(MATH.finditer(masked))
    for formula in formulas:
        inside = 1 if formula[1] is not None else 2
        for match in RESULT.finditer(formula[inside]):
            at = formula.start(inside) + match.start(1)
            yield Claim(text, at, at + len(match[1]))
    masked = _mask(MATH, masked)
    for pattern in NO_CLAIMS:
        masked = _mask(re.compile(pattern, re.MULTILINE), masked)
    for match in NUMBER.finditer(masked):
        yield Claim(text, match.start(), match.end())


ARITHMETIC = re.compile(
    r"(?<![\w.·×+*/−-])(?<![·×+*/−-] )"
    r"\d+(?:\.\d+)?(?: [·×+−/] \d+(?:\.\d+)?)+ = [−-]?\d+(?:\.\d+)?"
    r"(?![\w·²³.]*\d)(?! [·×+−/] )"
)
SIGNS = str.maketrans({"·": "*", "×": "*", "−": "-"})


def false_arithmetic(text: str) -> Iterator[str]:
    """Yield false equations between numbers. The right-hand side may be rounded."""
    for equation in ARITHMETIC.finditer(BLOCK.sub("", text)):
        if not _holds(equation[0]):
            yield equation[0]


def _holds(equation: str) -> bool:
    left, right = equation.translate(SIGNS).split("=")
    places = len(right.strip().partition(".")[2])
    return bool(abs(eval(left) - float(right)) <= 0.51 * 10.0**-places * (places > 0) + 1e-9)


def _worked_out(claim: Claim) -> bool:
    """Return whether the claim is part of a true equation, so that it needs no other support."""
    return any(
        equation.start() <= claim.start and claim.end <= equation.end() and _holds(equation[0])
        for equation in ARITHMETIC.finditer(claim.text)
    )


def _mask(pattern: re.Pattern[str], text: str) -> str:
    return pattern.sub(lambda match: "\x00" * len(match[0]), text)


@dataclass
class Section:
    """The texts under a second-level heading and the numbers in that section's code and outputs."""

    title: str
    texts: list[tuple[str, str]] = field(default_factory=list)  # each cell's id and source
    numbers: set[Decimal] = field(default_factory=set)
    code: str = ""

    def contains(self, claim: Claim) -> bool:
        return comes_from(claim, self.numbers)


def comes_from(claim: Claim, numbers: Iterable[Decimal]) -> bool:
    """Return whether a number could be one of the given numbers, rounded. Minus signs count."""
    value = claim.value
    places = -int(value.as_tuple().exponent)
    candidates = set(numbers)
    if value >= 0:
        candidates |= {-number for number in candidates}
    if value in candidates or (_percent(claim) and value / 100 in candidates):
        return True
    return places > 0 and any(_rounds(number, value, places) for number in candidates)


def _rounds(number: Decimal, value: Decimal, places: int) -> bool:
    return abs(number - value) <= Decimal("0.51") * Decimal(10) ** -places


def _percent(claim: Claim) -> bool:
    return claim.text[claim.end : claim.end + 2].strip().startswith("%")


def sections(notebook: NotebookNode) -> list[Section]:
    outline = [Section("")]
    for cell in notebook.cells:
        if cell.cell_type == "code":
            outline[-1].code += cell.source + "\n"
            outline[-1].numbers |= code_numbers(cell.source)
            outline[-1].numbers |= {n for text in shown(cell) for n in code_numbers(text)}
            continue
        parts = re.split(r"^(?=## )", cell.source, flags=re.MULTILINE)
        for part in parts:
            if part.startswith("## "):
                outline.append(Section(part.splitlines()[0].removeprefix("## ")))
            if part.startswith("## Test yourself"):  # its questions may be about new code
                asked, details, part = part.partition("<details>")
                outline[-1].numbers |= code_numbers(asked)
                part = details + part
            outline[-1].texts.append((cell.id, part))
            for block in BLOCK.findall(part):
                outline[-1].numbers |= code_numbers(block)
            for code in re.findall(r"`([^`\n]+)`", BLOCK.sub("", part)):
                outline[-1].numbers |= code_numbers(code) if "=" not in code else set()
    return outline


def shown(cell: NotebookNode) -> Iterator[str]:
    """Yield the outputs as text; for a figure, yield the text that's visible at first."""
    for output in cell.outputs:
        if output.output_type == "stream":
            yield output.text
        elif output.output_type == "error":
            yield output.evalue
        else:
            yield output.data.get("text/plain", "")


def code_numbers(text: str) -> set[Decimal]:
    numbers = set()
    for number in IN_CODE.findall(text.replace("−", "-")):
        digits = number.replace("_", "").rstrip(".")
        if digits.strip("-"):
            numbers.add(Decimal(digits))
    return numbers


def claimed(claim: Claim, pieces: Iterable[str]) -> bool:
    """Return whether a verified piece of text covers the number at this position."""
    for piece in pieces:
        at = claim.text.find(piece)
        while at >= 0:
            if at <= claim.start and claim.end <= at + len(piece):
                return True
            at = claim.text.find(piece, at + 1)
    return False


def unsupported_numbers(notebook: NotebookNode, pieces: Iterable[str]) -> Iterator[str]:
    """Yield numbers in a notebook's text that neither code in the section nor a claim supports."""
    computed = list(pieces)
    for section in sections(notebook):
        for cell, text in section.texts:
            for claim in claims(text):
                if not (
                    claim.is_plain
                    or section.contains(claim)
                    or _worked_out(claim)
                    or claimed(claim, computed)
                ):
                    yield f"{cell}: {claim}"
            for equation in false_arithmetic(text):
                yield f"{cell}: {equation} is false"


def unsupported_in_sentences(
    sentences: Iterable[tuple[str, str]], numbers: Any, pieces: Any
) -> Iterator[str]:
    """Yield unsupported numbers in the named sentences of checks and predictions."""
    for name, text in sentences:
        for claim in claims(text):
            is_founded = (
                claim.is_plain
                or comes_from(claim, numbers)
                or _worked_out(claim)
                or claimed(claim, pieces)
            )
            if not is_founded:
                yield f"{name}: {claim}"
        for equation in false_arithmetic(text):
            yield f"{name}: {equation} is false"
