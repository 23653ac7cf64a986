"""matplotlib curves as SVG, which is identical in every run and readable on any page.

matplotlib is imported when the first figure is made, so that graphs can be drawn without it.
"""

import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from itertools import cycle
from math import isfinite, log10
from typing import TYPE_CHECKING, Any

from .layout import separate
from .palette import SERIES, STILL
from .svg import Drawing, element, escaped
from .tens import short_power, tens

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Dashes, so that curves differ in more than color.
DASHES = ("-", (0, (6, 2)), (0, (2, 1.5)), (0, (6, 2, 2, 2)))
LABEL = 14  # the smallest distance between labels, in points

_STYLE: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "minigrad",
    "font.size": 10,
    "text.color": STILL["text"],
    "axes.labelcolor": STILL["text"],
    "axes.edgecolor": STILL["line"],
    "axes.facecolor": "none",
    "figure.facecolor": "none",
    "savefig.facecolor": "none",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.prop_cycle": f"cycler(color={list(SERIES)})",
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#dde1e7",
    "grid.linewidth": 0.8,
    "xtick.color": STILL["line"],
    "xtick.labelcolor": STILL["text"],
    "ytick.color": STILL["line"],
    "ytick.labelcolor": STILL["text"],
    "lines.linewidth": 2,
}


def curves(
    series: Mapping[str, Sequence[Any]],
    *,
    x: str = "",
    y: str = "",
    log: bool = False,
    alt: str = "",
) -> Drawing:
    """Draw one curve per entry, labeled at its end, as in `curves({"lr=0.1": losses})`.

    Args:
        series: a dict from names to lists of numbers or one-element tensors, or to pairs (xs, ys).
        x: the label of the horizontal axis; `y` likewise.
        log: whether the vertical axis is logarithmic.
        alt: the first sentence of the alt text; the numbers are added automatically.

    >>> import minigrad as mg
    >>> from minigrad.draw import curves
    >>> curves({"loss": [4.0, 1.0, 0.25]}, x="step", y="loss")
    Curves of loss over step: loss from 4 to 0.25.
    """
    from matplotlib.ticker import MaxNLocator

    fig, ax = figure()
    if log:
        ax.set_yscale("log")
        ax.yaxis.set_major_formatter(lambda value, _: short_power(round(log10(value))))
    ax.set_xlabel(x)
    ax.set_ylabel(y)
    if not any(isinstance(data, tuple) for data in series.values()):
        ax.xaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))
    ends, summaries = [], []
    for (name, data), color, dash in zip(
        series.items(), cycle(SERIES), cycle(DASHES), strict=False
    ):
        points = data if isinstance(data, tuple) else (range(len(data)), data)
        xs, ys = ([float(value) for value in values] for values in points)
        ax.plot(xs, ys, color=color, linestyle=dash)
        finite = [(a, b) for a, b in zip(xs, ys, strict=True) if isfinite(b)]
        if finite:
            ends.append((*finite[-1], name, color))
        run = tens(f"from {ys[0]:.4g} to {ys[-1]:.4g}") if ys else "is empty"
        summaries.append(f"{name} {run}")
    _label(ax, ends)
    seen = f"{y or 'values'} over {x or 'index'}: {'; '.join(summaries)}."
    return show(fig, f"{alt} Curves of {seen}".strip())


def figure(width: float = 6.6, height: float = 3.0) -> "tuple[Figure, Axes]":
    """Return an empty figure in the course's style, for plots that `curves` can't draw."""
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(_STYLE):
        fig = Figure(figsize=(width, height))
        return fig, fig.add_subplot()


def show(fig: "Figure", alt: str) -> Drawing:
    """Return a figure as SVG on a light card. `alt` describes what it shows."""
    from io import StringIO

    import matplotlib

    out = StringIO()
    nothing = dict.fromkeys(("Creator", "Date", "Format", "Type"))
    with matplotlib.rc_context(_STYLE):
        fig.savefig(out, format="svg", bbox_inches="tight", pad_inches=0.15, metadata=nothing)
    svg = re.sub(r"(?s)^.*?(?=<svg)|<defs>\s*<style.*?</defs>", "", out.getvalue())
    head, body = _rounded(svg).split(">", 1)
    card = element("rect", width="100%", height="100%", rx=8, fill=STILL["card"])
    label = f'role="img" aria-label="{escaped(alt)}" stroke-linejoin="round"'
    return Drawing(_own_ids(f"{head} {label}>\n{element('title', alt)}\n{card}{body}"), alt)


def _label(ax: "Axes", ends: Sequence[tuple[float, float, str, str]]) -> None:
    """Label each curve at its end. If ends are close together, move their labels apart."""
    ends = sorted(ends, key=lambda end: end[1])
    ax.autoscale_view()  # otherwise the transform doesn't know the limits yet
    pixel = 72 / ax.figure.dpi
    at = [ax.transData.transform(end[:2])[1] * pixel for end in ends]
    free = separate(at, [LABEL] * (len(at) - 1), [1] * len(at))
    for (a, b, name, color), level, moved in zip(ends, at, free, strict=True):
        style: Any = {"textcoords": "offset points", "va": "center", "annotation_clip": False}
        text = name.replace("$", r"\$")  # a name, not a formula
        ax.annotate(text, (a, b), xytext=(7, moved - level), color=color, **style)


def _rounded(svg: str) -> str:
    """Round coordinates to a tenth of a point. Their last digits depend on the processor."""

    def tenths(number: re.Match[str]) -> str:
        return f"{round(float(number[0]), 1) + 0.0:g}"  # 0 instead of -0

    def rounded(attribute: re.Match[str]) -> str:
        return re.sub(r"-?\d+(?:\.\d+)?", tenths, attribute[0])

    return re.sub(r' (?:d|x|y|transform|viewBox|width|height)="[^"]*"', rounded, svg)


def _own_ids(svg: str) -> str:
    """Give a figure ids of its own, because two figures on a page must not use the same id.

    matplotlib's ids depend on the last digits of the numbers, even after rounding.
    """
    used = list(dict.fromkeys(re.findall(r'(?:url\(#|href="#)([\w.-]+)', svg)))
    svg = re.sub(r' id="([\w.-]+)"', lambda m: m[0] if m[1] in used else "", svg)
    reference = re.compile(r'( id="|url\(#|href="#)([\w.-]+)')
    svg = reference.sub(lambda m: f"{m[1]}{used.index(m[2])}", svg)
    return reference.sub(rf"\g<1>mg{sha256(svg.encode()).hexdigest()[:8]}-\2", svg)
