"""Functions that generate SVG: escaped, deterministic, and without ids unless asked for one."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from .in_page import in_page

FONT = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace"
TEXT_FONT = "system-ui, sans-serif"
DRAWING = re.compile(r"<svg\b(?:<svg\b.*?</svg>|.)*?</svg>", re.DOTALL)  # may contain others
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Markup(str):
    """Text that's already SVG. Any other string is escaped when it's put into an element."""


def element(tag: str, *children: str, **attributes: Any) -> Markup:
    """Return an SVG element. `font_size=12` becomes `font-size="12"`; None omits the attribute."""
    head = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escaped(number(value))}"'
        for name, value in attributes.items()
        if value is not None
    )
    body = "".join(child if isinstance(child, Markup) else escaped(child) for child in children)
    return Markup(f"<{tag}{head}>{body}</{tag}>" if children else f"<{tag}{head}/>")


def says(piece: Markup, *phrases: str, gradient: Sequence[str] = ()) -> Markup:
    """Link an element to phrases in the sentence below the figure, including gradient phrases.

    >>> says(Markup('<path d="M1 2h3"/>'), "x", "x = 3")
    '<path data-says="x|x = 3" d="M1 2h3"/>'
    """
    if not piece:
        return piece
    tag, rest = re.fullmatch(r"(<\w+)(.*)", piece, re.DOTALL).groups()  # type: ignore[union-attr]
    for name, of_one in (("gradient", gradient), ("says", phrases)):
        rest = f' data-{name}="{escaped("|".join(of_one))}"{rest}' if of_one else rest
    return Markup(tag + rest)


def number(value: Any) -> str:
    """Round to two decimals, which is more than a screen can show, to keep figures small."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def text_width(text: str, size: float) -> float:
    """Return an upper bound on the width of `text` in any of the fonts in `FONT`."""
    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in text)
    return 0.62 * size * (len(text) + wide)


def document(width: float, height: float, text: str, *children: Markup) -> Markup:
    """Return a complete SVG figure. `text` describes it to readers who can't see it."""
    return element(
        "svg",
        element("title", text),
        *(Markup("\n" + child) for child in children),
        Markup("\n"),
        xmlns="http://www.w3.org/2000/svg",
        width=width,
        height=height,
        viewBox=f"0 0 {number(width)} {number(height)}",
        role="img",
        aria_label=text,
        font_family=FONT,
    )


@dataclass(frozen=True)
class Drawing:
    """A figure and the text that describes it. Jupyter shows either the figure or the text.

    On a page as narrow as a phone's, Jupyter shows the figure `narrow` instead, if there is one.
    """

    svg: str
    text: str
    narrow: str = ""

    def __repr__(self) -> str:
        return self.text

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        inline = in_page(self.svg, escaped(self.text), self.narrow)
        return {"text/html": inline, "image/svg+xml": self.svg, "text/plain": self.text}


def escaped(text: str) -> str:
    """Escape `text` for use in XML. Characters that XML forbids become U+FFFD."""
    return escape(_NOT_XML.sub("\ufffd", text), quote=True)
