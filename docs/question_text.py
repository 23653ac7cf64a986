"""The question of a prediction as one line of plain text, for pages that list predictions."""

import re
from typing import Any

from minigrad.draw.tens import RAISED

SHORT = 45  # characters; a shorter question needs the sentence before it to be understood
LONG = 140
SENTENCE = re.compile(r"(?<=[.?!])[)*]*\s+(?=[A-Z`*$(])")
CODE = re.compile(r"`([^`]+)`")
FORMULA = re.compile(r"\$([^$]+)\$")
LOWERED = str.maketrans("0123456789i", "₀₁₂₃₄₅₆₇₈₉ᵢ")


def question_above(notebook: Any, guess: Any) -> str:
    """Return the question asked in the text above a guess."""
    at = next(i for i, cell in enumerate(notebook.cells) if cell is guess)
    text = next(c.source for c in reversed(notebook.cells[:at]) if c.cell_type == "markdown")
    return question(text)


def question(text: str) -> str:
    """Return the last question in a text, preceded by another sentence if the question is short.

    >>> question("Take $w^4$. It has one bottom.\\n\\nNow start at 3. Where does *one* step lead?")
    'Now start at 3. Where does one step lead?'
    """
    paragraphs = [p for p in text.split("\n\n") if not p.startswith(("#", "|", "$$"))]
    paragraph = next((p for p in reversed(paragraphs) if "?" in p), paragraphs[-1])
    sentences = [plain(sentence) for sentence in SENTENCE.split(paragraph)]
    last = max((i for i, one in enumerate(sentences) if "?" in one), default=len(sentences) - 1)
    both = " ".join(sentences[max(last - 1, 0) : last + 1])
    return both if len(sentences[last]) < SHORT and len(both) <= LONG else sentences[last]


def plain(text: str) -> str:
    """Convert Markdown, including short formulas, to plain text.

    >>> plain("Is **`x.grad`** $10^{-2} \\\\cdot x_0$?")
    'Is x.grad 10⁻² · x₀?'
    """
    parts = CODE.split(FORMULA.sub(lambda formula: _formula(formula[1]), text))
    parts[::2] = [part.replace("*", "") for part in parts[::2]]
    return " ".join("".join(parts).split())


def _formula(text: str) -> str:
    text = text.replace(r"\cdot", "·").replace("-", "−")
    text = re.sub(r"\^(?:\{([^}]*)\}|(.))", lambda m: (m[1] or m[2]).translate(RAISED), text)
    return re.sub(r"_(?:\{([^}]*)\}|(.))", lambda m: (m[1] or m[2]).translate(LOWERED), text)
