"""Verdicts: whether the reader has brought a figure to the state that its question asks for.

A frame's sentence then begins with a line of its own, which a page shows in bold. In the picture,
the part that decides is lit, and has a badge.
"""

import re

from minigrad.draw.palette import LIVE
from minigrad.draw.svg import Markup, element

RADIUS = 9.0
CHECK, CROSS = "M-4 0.5l3 3l5.5 -6.5", "M-3.5 -3.5l7 7m0 -7l-7 7"


def verdict(right: bool, reason: str, sentence: str) -> str:
    """Put a line with the verdict and its reason before a sentence.

    >>> verdict(False, "54 is missing.", "In the end, x.grad = 60.")
    '✗ 54 is missing.\\nIn the end, x.grad = 60.'
    """
    return f"{'✓' if right else '✗'} {reason}\n{sentence}"


def judged(piece: Markup, right: bool) -> Markup:
    """Light a piece in the color of the verdict."""
    return Markup(re.sub(r"^<\w+", rf'\g<0> data-verdict="{_name(right)}"', piece))


def badge(right: bool, at: tuple[float, float]) -> Markup:
    """Draw ✓ or ✗ on a disk, next to the part that decides."""
    role = "value-line" if right else "series-2"
    line = {"fill": "none", "stroke": LIVE["card"], "stroke_width": 2.25}
    return element(
        "g",
        element("circle", r=RADIUS, fill=LIVE[role], stroke=LIVE["card"], stroke_width=2),
        element("path", d=CHECK if right else CROSS, **line),
        transform=f"translate({at[0]:g} {at[1]:g})",
        class_="mg-badge",
    )


def _name(right: bool) -> str:
    return "right" if right else "wrong"
