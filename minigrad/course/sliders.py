"""A slider over ready-made pictures: alive without a kernel, and told in text without JavaScript.

The front end alone moves it: the slider's index is linked to a stack of pictures. Nothing is
computed, so nothing can fail after the cell has run.
"""

import re
from collections.abc import Sequence
from html import escape
from typing import Any

import ipywidgets

from minigrad.draw import Drawing
from minigrad.draw.palette import STILL
from minigrad.draw.svg import Markup, document, element, text_width

WIDEST = 960
GAP = 16.0
CAPTION = 26.0
HOW_TO = "To move it, run the notebook up to this cell."
# JupyterLab marks widgets without a kernel as broken links. These work without one.
UNBROKEN = (
    "<style>.minigrad-figure.jupyter-widgets-disconnected::before,"
    ".minigrad-figure .jupyter-widgets-disconnected::before{content:none}</style>"
)


class Stepper:
    """What `stepper` returns: a widget, three of its pictures as a still, and their sentences."""

    def __init__(self, widget: ipywidgets.VBox, still: str, text: str) -> None:
        self.widget = widget
        self.still = still
        self.text = text

    def __repr__(self) -> str:
        return self.text

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        # The view comes from the widget itself; a page that cannot show it takes the next best.
        view = self.widget._repr_mimebundle_()
        return {**view, "image/svg+xml": self.still, "text/plain": self.text}


def stepper(
    frames: Sequence[Drawing],
    labels: Sequence[str],
    *,
    name: str,
    start: int = 0,
    stills: Sequence[int] = (),
    sentences: Sequence[str] = (),
) -> Stepper:
    """A slider that shows one of `frames` at a time.

    Args:
        frames: the pictures, best all of one size, so that the page does not jump.
        labels: what the slider reads at each of them, as in "0.01" or "step 3".
        name: what the slider changes, in a word or two; it stands before the slider.
        start: the picture that is shown first; choose one that shows the phenomenon.
        stills: three pictures for pages without sliders; first, middle and last if not given.
        sentences: what is seen, with numbers; each picture's own text if not given.
    """
    frames, labels = list(frames), list(labels)
    sentences = list(sentences) or [frame.text for frame in frames]
    if not len(frames) == len(labels) == len(sentences) > 0:
        raise ValueError(
            f"stepper(): {len(frames)} frames, {len(labels)} labels and "
            f"{len(sentences)} sentences; there must be as many of each, and at least one"
        )
    stills = stills or sorted({0, len(frames) // 2, len(frames) - 1})
    text = [f"A slider with {len(frames)} positions. {HOW_TO} Among them:"]
    text += [f"- {sentences[i]}" for i in stills]
    return Stepper(
        _widget(frames, labels, sentences, name, start),
        side_by_side([frames[i] for i in stills], [f"{name} {labels[i]}" for i in stills]),
        "\n".join(text),
    )


def _widget(
    frames: Sequence[Drawing], labels: Sequence[str], sentences: Sequence[str], name: str, at: int
) -> ipywidgets.VBox:
    layout = ipywidgets.Layout(width="auto", margin="0")  # shared: each widget's own would cost
    style = ipywidgets.HTML().style
    pictures = [
        ipywidgets.HTML(_page(frame, sentence), layout=layout, style=style)
        for frame, sentence in zip(frames, sentences, strict=True)
    ]
    slider = ipywidgets.SelectionSlider(
        options=list(zip(labels, range(len(labels)), strict=True)),
        value=at,
        description=name,
        continuous_update=True,
        layout=ipywidgets.Layout(width="min(100%, 520px)"),
        style={"description_width": "initial"},
    )
    slider.add_class("minigrad-slider")
    stack = ipywidgets.Stack(pictures, selected_index=at, layout=layout)
    link = ipywidgets.jslink((slider, "index"), (stack, "selected_index"))
    rules = ipywidgets.HTML(UNBROKEN, layout=ipywidgets.Layout(display="none"), style=style)
    box = ipywidgets.VBox([slider, stack, rules], layout=layout)
    box.add_class("minigrad-figure")
    box.link = link  # lives as long as what it links
    return box


def _page(frame: Drawing, sentence: str) -> str:
    return (
        f'<div style="overflow-x:auto">{frame.svg}</div>'
        f'<p style="margin:4px 0 0;line-height:1.5;max-width:75ch">{escape(sentence)}</p>'
    )


def side_by_side(frames: Sequence[Drawing], captions: Sequence[str]) -> str:
    """Pictures in one, each under its caption: in a row if the page is wide enough for it."""
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
    told = " ".join(f"{c}: {f.text}" for f, c in zip(frames, captions, strict=True))
    return document(width, height, told, *placed)


def _inside(svg: str) -> tuple[float, float, Markup]:
    """Width, height and content of a picture, its inherited style kept."""
    head, body = svg[svg.index("<svg") :].split(">", 1)
    box = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', head)
    if box is None:
        raise ValueError("stepper(): a frame has no viewBox that starts at 0 0")
    style = "".join(re.findall(r' (?:font-family|stroke-linejoin)="[^"]*"', head))
    content = body[: body.rindex("</svg>")]
    return float(box[1]), float(box[2]), Markup(f"<g{style}>{content}</g>")
