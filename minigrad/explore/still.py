"""Small multiples: the static version of an explorer, for pages without widgets."""

import re
from collections.abc import Sequence

from minigrad.draw import Drawing
from minigrad.draw.palette import STILL
from minigrad.draw.svg import Markup, document, element, text_width

WIDEST = 960
GAP = 16.0
CAPTION = 26.0


def side_by_side(frames: Sequence[Drawing], captions: Sequence[str]) -> str:
    """Combine figures into one, each under its caption, in a row if the page is wide enough."""
    parts = [_inside(frame.svg) for frame in frames]
    row = sum(width for width, _, _ in parts) + GAP * (len(parts) - 1) <= WIDEST
    x = y = width = height = 0.0
    placed = []
    for (w, h, inside), caption in zip(parts, captions, strict=True):
        chip = text_width(caption, 13) + 20
        placed += [
            element("rect", x=x, y=y, width=chip, height=CAPTION - 4, rx=11, fill=STILL["card"]),
            element("text", caption, x=x + 10, y=y + 15.5, font_size=13, fill=STILL["text"]),
            element("g", inside, transform=f"translate({x:g} {y + CAPTION:g})"),
        ]
        width, height = max(width, x + w, x + chip), max(height, y + CAPTION + h)
        x, y = (x + max(w, chip) + GAP, 0.0) if row else (0.0, y + CAPTION + h + GAP)
    text = " ".join(f"{c}: {f.text}" for f, c in zip(frames, captions, strict=True))
    return document(width, height, text, *placed)


def _inside(svg: str) -> tuple[float, float, Markup]:
    """Return a figure's width, height, and content, keeping its inherited style."""
    head, body = svg[svg.index("<svg") :].split(">", 1)
    width, height = re.findall(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', head)[0]
    font = "".join(re.findall(r' font-family="[^"]*"', head))
    content = re.sub(r"^<title>.*?</title>", "", body[: body.rindex("</svg>")], flags=re.DOTALL)
    return float(width), float(height), Markup(f"<g{font}>{content}</g>")
