"""Read the formulas in docstrings, such as d² / 2β, and compute with them.

Factors without a space between them are multiplied first: d² / 2β is d² divided by 2β.
"""

import math
import re
from collections.abc import Mapping
from typing import Any

import numpy as np

RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻ˣⁿᵖ"
AS_TYPED = str.maketrans(f"{RAISED}½", "0123456789-xnp5")
TOKEN = re.compile(
    r"(?P<space>\s*)(?:(?P<number>\d+(?:\.\d+)?|½)"
    r"|(?P<name>(?:[A-Za-z]{2,}|[A-Za-zα-ωΦ])\u0302?(?:[₀-₉ᵢⱼ]+|_\w+)?)"
    rf"|(?P<power>[{RAISED}]+)|(?P<sign>\S))"
)
PIECES = re.compile(
    r"(?P<one>.+?),? (?:for|where|if) (?P<when>.+?), (?:else|otherwise)(?: to)? (?P<other>.+)"
)
COMPARED = {"≤": np.less_equal, "≥": np.greater_equal, "<": np.less, ">": np.greater}
VERB = re.compile(r"^(?:Apply|Compute|Map each element to) ")
# What may follow a formula: what it applies to, or how it's computed.
COMMENT = re.compile(
    r",? (?:to each|along dim|over (?:all|the)|of two|for each|for d =|averaged by|accurate near"
    r"|computed|rounded|and 0 at|where (?:correction|each|\"fro\")|which has|for matrices).*|\.$",
    re.DOTALL,
)


def product(a: Any, b: Any) -> Any:
    """Multiply matrices, or numbers element by element."""
    return a @ b if np.ndim(a) == 2 else a * b


def sigmoid(x: Any) -> Any:
    return 1 / (1 + np.exp(-x))


FUNCTIONS = {
    "σ": sigmoid,
    "Φ": np.vectorize(lambda x: (1 + math.erf(x / math.sqrt(2))) / 2),
    "φ": lambda x: np.exp(-x * x / 2) / math.sqrt(2 * math.pi),
    "ln": np.log,
    "log₂": np.log2,
    "log₁₀": np.log10,
    "Σ": np.sum,
    "max": np.maximum,
    "softmax": lambda x: np.exp(x) / np.exp(x).sum(),
    **{f.__name__: f for f in (np.exp, np.sin, np.cos, np.tan, np.sinh, np.cosh, np.tanh, np.sign)},
    "arctan": np.arctan,
}


class Formula:
    """A formula's text, whose value is computed while it's read."""

    def __init__(self, text: str, names: Mapping[str, Any]) -> None:
        self._tokens = [m for m in TOKEN.finditer(text) if m[0].strip()]
        self._text, self._at = text, 0
        self._names = {"π": math.pi, "e": math.e, **names}

    def value(self) -> Any:
        value = self._sum()
        if self._at < len(self._tokens):
            raise ValueError(f"can't read {self._text!r} from {self._peek()!r}")
        return value

    def _peek(self) -> str:
        return self._tokens[self._at][0].strip() if self._at < len(self._tokens) else ""

    def _take(self, *signs: str) -> str:
        if self._peek() not in signs:
            return ""
        self._at += 1
        return self._tokens[self._at - 1][0].strip()

    def _starts_a_factor(self, *, close: bool = False) -> bool:
        if self._at == len(self._tokens):
            return False
        token = self._tokens[self._at]
        begins = token["number"] or token["name"] or token["sign"] in tuple("(√⌊Σ")
        return bool(begins) and not (close and token["space"])

    def _sum(self) -> Any:
        value = -self._product() if self._take("-") else self._product()
        while sign := self._take("+", "-"):
            value = value + self._product() if sign == "+" else value - self._product()
        return value

    def _product(self) -> Any:
        value = self._close_product()
        while (sign := self._take("·", "/")) or self._starts_a_factor():
            other = self._close_product()
            value = value / other if sign == "/" else product(value, other)
        return value

    def _close_product(self) -> Any:
        value = self._factor()
        while self._starts_a_factor(close=True):
            value = product(value, self._factor())
        return value

    def _factor(self) -> Any:
        token = self._tokens[self._at]
        self._at += 1
        if token["number"]:
            return 0.5 if token["number"] == "½" else float(token["number"])
        if (name := token["name"] or token["sign"]) in FUNCTIONS and (
            name not in self._names or self._peek() == "("
        ):
            return self._call(name)
        value = self._closed(name)
        if self._take("ᵀ"):
            value = np.swapaxes(value, -1, -2)
        if self._take("^"):
            return value ** (self._factor() if self._peek() == "(" else self._close_product())
        return value ** self._power() if self._has_power() else value

    def _closed(self, opening: str) -> Any:
        if opening == "√":
            return np.sqrt(self._factor())
        closing = {"(": ")", "|": "|", "⌊": "⌋"}.get(opening)
        if not closing:
            if opening not in self._names:
                raise ValueError(
                    f"{opening!r} in {self._text!r} has no value. If it's a parameter, give it a "
                    "default, or a value in OPTIONS in test_formulas.py. If not, add it to NAMES."
                )
            return self._names[opening]
        value = self._sum()
        if not self._take(closing):
            raise ValueError(f"{closing} is missing in {self._text!r}")
        return {"(": lambda x: x, "|": np.abs, "⌊": np.floor}[opening](value)

    def _has_power(self) -> bool:
        return self._at < len(self._tokens) and bool(self._tokens[self._at]["power"])

    def _power(self) -> Any:
        text = self._peek().translate(AS_TYPED)
        self._at += 1
        return eval(text, {k: v for k, v in self._names.items() if k.isascii()})

    def _call(self, name: str) -> Any:
        power = self._power() if self._has_power() else 1
        if name == "Σ":
            arguments = [self._close_product()]
        elif self._take("("):
            arguments = [self._sum()]
            while self._take(","):
                arguments.append(self._sum())
            if not self._take(")"):
                raise ValueError(f") is missing in {self._text!r}")
        else:
            arguments = [self._factor()]
        return FUNCTIONS[name](*arguments) ** power


def computed(text: str, **names: Any) -> Any:
    """Return the value of a formula, whose cases may differ.

    >>> computed("Apply 1 / 2x to each element.", x=4.0), computed("xⁿ⁻¹", x=3.0, n=3)
    (0.125, 9.0)
    >>> computed("x for x > 0, else a·x", x=np.array([2.0, -2.0]), a=0.5).tolist()
    [2.0, -1.0]
    """
    text = VERB.sub("", text)
    if not (found := PIECES.fullmatch(text)):
        return Formula(COMMENT.sub("", text), names).value()
    one, other = (Formula(COMMENT.sub("", found[k]), names).value() for k in ("one", "other"))
    return np.where(_compared(COMMENT.sub("", found["when"]), names), one, other)


def _compared(text: str, names: Mapping[str, Any]) -> Any:
    first, *more = re.split(r" ([≤≥<>]) ", text)
    left, holds = Formula(first, names).value(), True
    for sign, piece in zip(more[::2], more[1::2], strict=True):
        right = Formula(piece, names).value()
        holds, left = np.logical_and(holds, COMPARED[sign](left, right)), right
    return holds
