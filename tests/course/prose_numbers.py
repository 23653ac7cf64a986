"""Find numbers that a text claims but no code or output supports."""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby

from nbformat import NotebookNode

from tests.course.number_words import counts_in_digits, in_digits, value_of
from tests.course.opposites import COMPARATIVES

SIGN = "[-−–]"
NUMBER = re.compile(
    rf"(?<![\w.^_\\√])(?:(?<=[\s(,=:\[$]){SIGN}|^{SIGN})?\d+(?:,\d{{3}})*(?:\.\d+)?(?:e[-+]?\d+)?(?![\w^⁻])"
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
    r"\*\*(?:You need|By the end, you can)\*\*.*$",
    KINDS + r" \d+[a-z]?(?:(?:,| to| and| or) \d+[a-z]?)*\b",
    r"\bcounted from 0\b|\b\d+ (?:bits|digits|lines)\b",
]
MATH = re.compile(r"\$\$(.*?)\$\$|\$([^$\n]*)\$", re.DOTALL)
# In a formula, only results count. Coefficients and exponents are part of the formula itself.
RESULT = re.compile(rf"(?:=|\\approx)\s*({SIGN}?\d+(?:\.\d+)?)(?=\s*(?:$|[,;.]|\\text|\\quad|=))")


# What follows the number in a ratio, such as "five times as large" or "a third longer". Another
# number nearby may be the same by chance, so that it proves nothing.
COMPARED = rf"(?:{'|'.join(COMPARATIVES.split())})\b"
RATIO = re.compile(
    rf" (?:times (?:as (?!well)|too\b|out of\b|(?:more|less|fewer)\b|{COMPARED})|as (?!well)\w+)"
)
PART = re.compile(rf"(?: ?%| percent)? {COMPARED}")


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

    @property
    def is_ratio(self) -> bool:
        """Return whether the number compares two things, as in "five times as large"."""
        if self.is_plain:
            return False
        is_part = self.value < 1 or _percent(self)
        return bool(
            RATIO.match(self.text, self.end) or (is_part and PART.match(self.text, self.end))
        )

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


OPERAND = r"(?:\d+(?:\.\d+)?|\([−-]\d+(?:\.\d+)?\)|(?<=[·/] )−\d+(?:\.\d+)?)"
ARITHMETIC = re.compile(
    r"(?<![\w.·×+*/−-])(?<![·×+*/−-] )"
    rf"{OPERAND}(?: ?[·×+−/] ?{OPERAND})+(?: =| gives|:|(?:, which)? (?:is|makes)) "
    r"[−-]?\d+(?:\.\d+)?"
    r"(?![\w·²³.]*\d)(?! [·×+−/] | more)"
)
PRODUCT = re.compile(
    rf"(?<![\w.·×+*/^²³√−-])(?<![·×+*/−-] ){OPERAND}(?: ?[·×+−/] ?{OPERAND})+"
    r"(?![\w.·²³]*\d)(?! ?[·×+*/²³−])"
)
SIGNS = str.maketrans({"·": "*", "×": "*", "−": "-"})


def false_arithmetic(text: str) -> Iterator[str]:
    """Yield false equations between numbers. The right-hand side may be rounded."""
    for equation in ARITHMETIC.finditer(BLOCK.sub("", text)):
        if not _holds(equation[0]):
            yield equation[0]


def worked_out(text: str) -> Iterator[tuple[str, Decimal]]:
    """Yield each product, sum, and quotient of numbers in a text, with its value."""
    for found in PRODUCT.finditer(text):
        yield found[0], Decimal(f"{eval(found[0].translate(SIGNS)):.10g}")


def true_equations(text: str) -> list[str]:
    return [found[0] for found in ARITHMETIC.finditer(text) if _holds(found[0])]


def true_arithmetic(text: str) -> set[Decimal]:
    """Return the numbers in the true equations in a text."""
    return {number for equation in true_equations(text) for number in code_numbers(equation)}


def _holds(equation: str) -> bool:
    left, right = re.split(r"=|(?:, which )?(?:is|makes)|gives|:", equation.translate(SIGNS))
    places = len(right.strip().partition(".")[2])
    return bool(abs(eval(left) - float(right)) <= 0.51 * 10.0**-places * (places > 0) + 1e-9)


def is_worked_out(claim: Claim) -> bool:
    """Return whether the claim is part of a true equation, so that it needs no other support."""
    return any(
        equation.start() <= claim.start and claim.end <= equation.end() and _holds(equation[0])
        for equation in ARITHMETIC.finditer(claim.text)
    )


def _mask(pattern: re.Pattern[str], text: str) -> str:
    return pattern.sub(lambda match: "\x00" * len(match[0]), text)


@dataclass(frozen=True)
class Text:
    """A text, and the numbers in the code next to it and in that code's outputs."""

    place: str  # a cell, or "prediction NAME" or "exercise NAME"
    text: str
    nearby: frozenset[Decimal]
    ends: frozenset[Decimal] = frozenset()  # for a reply: its guess, and the answer

    def unsupported(self, claimed: Collection[str], rows: Collection[str] = ()) -> Iterator[str]:
        """Yield the numbers that neither the code next to the text nor a claim supports."""
        masked = self.text
        for row in rows:
            masked = masked.replace(row, "")
        questions = re.search(r"## Test yourself.*?(?=<details>|$)", masked, re.DOTALL)
        posed = questions.span() if questions else (0, 0)
        known = self.nearby | _in_its_own_code(masked)
        if questions:
            known |= code_numbers(questions[0])
        known |= true_arithmetic(masked)
        led = [piece for piece, value in worked_out(masked) if value in self.nearby]
        known |= {number for piece in led for number in code_numbers(piece)}
        words = {value for token in claimed if (value := value_of(token)) is not None}
        for ratio in ratios(masked):
            if not (ratio.value in words or is_worked_out(ratio)):
                yield f"{self.place}: no claim has the ratio {ratio}"
        for claim in claims(counts_in_digits(masked)):
            founded = (
                claim.is_ratio
                or claim.is_plain
                or posed[0] <= claim.start < posed[1]
                or comes_from(claim, known)
                or is_worked_out(claim)
                or claim.number in claimed
                or claim.value in words
                or any(token.startswith(f"{claim.number}·") for token in claimed)
            )
            if not founded:
                yield f"{self.place}: {claim}"
        for equation in false_arithmetic(masked):
            yield f"{self.place}: {equation} is false"


def ratios(text: str) -> Iterator[Claim]:
    """Yield the numbers in a text, in digits or in words, that compare two things."""
    return (claim for claim in claims(in_digits(text)) if claim.is_ratio)


def comes_from(claim: Claim, numbers: Iterable[Decimal]) -> bool:
    """Return whether a number, with its sign, could be one of the given numbers, rounded."""
    value = claim.value
    places = -int(value.as_tuple().exponent)
    if value in numbers or (_percent(claim) and value / 100 in numbers):
        return True
    return places > 0 and any(_rounds(number, value, places) for number in numbers)


def _rounds(number: Decimal, value: Decimal, places: int) -> bool:
    return abs(number - value) <= Decimal("0.51") * Decimal(10) ** -places


def _percent(claim: Claim) -> bool:
    return bool(re.match(r" ?(%|percent)", claim.text[claim.end :]))


def _in_its_own_code(text: str) -> set[Decimal]:
    blocks = {n for block in BLOCK.findall(text) for n in code_numbers(block)}
    pieces = [
        c for c in re.findall(r"`([^`\n]+)`", BLOCK.sub("", text)) if not re.search(r"[ =]=", c)
    ]
    return blocks | {n for piece in pieces for n in code_numbers(piece)}


def texts(notebook: NotebookNode) -> Iterator[Text]:
    """Yield each text cell, with the numbers in the code cells right before and after it."""
    runs = [(kind, list(cells)) for kind, cells in groupby(notebook.cells, lambda c: c.cell_type)]
    for (kind, cells), *around in zip(runs, [None, *runs], [*runs[1:], None], strict=False):
        if kind == "markdown":
            beside = [cell for run in around if run for cell in run[1]]
            for cell in cells:
                yield Text(cell.id, cell.source, frozenset(cell_numbers(beside)))


def cell_numbers(cells: Iterable[NotebookNode]) -> set[Decimal]:
    pieces = [text for cell in cells for text in (cell.source, *shown(cell))]
    return {number for piece in pieces for number in code_numbers(piece)}


def shown(cell: NotebookNode) -> Iterator[str]:
    """Yield the outputs as text; for a figure, yield the text that's visible at first."""
    for output in cell.get("outputs", []):
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
