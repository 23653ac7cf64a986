"""The verdict of a check or a comparison, as text and as HTML that follows the page's theme.

The text states the status, and so does the color of the line next to it. Everything that comes from
the learner is escaped.
"""

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

NOT_TRIED = "Not tried yet."
RIGHT = "Right."
NOT_YET = "Not yet."

# Colors that stand out on both white and black and have no meaning in the figures.
LINES = {NOT_TRIED: "#7a818c", RIGHT: "#2a8f5b", NOT_YET: "#b0579a"}
SIGNS = {NOT_TRIED: "○ ", RIGHT: "✓ ", NOT_YET: "◐ "}

BLOCK = (
    "border-left:4px solid {};padding:1px 0 1px 12px;margin:4px 0;max-width:72ch;line-height:1.5"
)
# Products such as a*b*c don't match, because the asterisks must enclose a single word.
MARKED = re.compile(r"`([^`]+)`|(?<![\w*)\]])\*(\w(?:[\w -]*\w)?)\*(?![\w*(\[])")
CODE = "font-family:ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;white-space:pre-wrap"


LONGEST = 4000  # characters in each part of a reply


@dataclass(frozen=True)
class Verdict:
    """A verdict's parts: a status, sentences, the code between them, and values to compare."""

    status: str
    says: str
    code: str = ""
    then: str = ""
    beside: dict[str, str] = field(default_factory=dict)
    # The titles in `beside` that only the text has. A notebook shows readers the HTML, and the
    # website, the slides, and the tests read a prediction's answer from the stored text.
    held_back: Sequence[str] = ()

    def __post_init__(self) -> None:
        for part in ("says", "code", "then"):  # which may quote an answer
            text = getattr(self, part)
            if len(text) > LONGEST:
                object.__setattr__(self, part, text[: LONGEST - 1] + "…")

    def __repr__(self) -> str:
        columns = _columns(self.beside)
        code = "\n".join(f"    {line}" for line in self.code.splitlines())
        first = f"{self.status} {self.says}".strip()
        return encodable("\n".join(part for part in (columns, first, code, self.then) if part))

    def _repr_html_(self) -> str:
        status = f"<strong>{SIGNS.get(self.status, '')}{html.escape(self.status)}</strong> "
        parts = [
            "".join(
                _box(title, value)
                for title, value in self.beside.items()
                if title not in self.held_back
            ),
            f"<div>{status if self.status else ''}{prose(self.says)}</div>",
            f'<div style="{CODE};margin:4px 0">{html.escape(self.code)}</div>' if self.code else "",
            f"<div>{prose(self.then)}</div>" if self.then else "",
        ]
        if self.beside:
            parts[0] = f'<div style="display:flex;flex-wrap:wrap;gap:4px 32px">{parts[0]}</div>'
        style = BLOCK.format(LINES.get(self.status, "#7a818c"))
        return encodable(f'<div role="status" style="{style}">{"".join(parts)}</div>')


def encodable(text: str) -> str:
    """Escape unpaired surrogates. Jupyter can't send them, so it would lose the feedback."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _columns(beside: dict[str, str]) -> str:
    """Format titles above their values, in columns of plain text."""
    blocks = [[title, *value.splitlines()] for title, value in beside.items()]
    widths = [max(map(len, block)) for block in blocks]
    height = max(map(len, blocks), default=0)
    rows = [
        "   ".join(
            (b[i] if i < len(b) else "").ljust(w) for b, w in zip(blocks, widths, strict=True)
        )
        for i in range(height)
    ]
    return "\n".join(row.rstrip() for row in rows)


def _box(title: str, value: str) -> str:
    value = f'<div style="{CODE};font-weight:bold">{html.escape(value)}</div>'
    return f"<div><div>{html.escape(title)}</div>{value}</div>"


def prose(text: str) -> str:
    """Escape the text; turn backticks into code, asterisks into emphasis, newlines into breaks."""
    escaped = html.escape(text).replace("\n", "<br>")
    return MARKED.sub(
        lambda m: f'<code style="{CODE}">{m[1]}</code>' if m[1] else f"<em>{m[2]}</em>", escaped
    )
