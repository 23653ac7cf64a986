"""A vector-Jacobian product: v moves in the output space, and vᵀJ follows in the input space."""

from collections.abc import Callable, Sequence
from decimal import Decimal
from itertools import product as each_of
from math import hypot, isfinite
from typing import Any

import numpy as np

import minigrad as mg
from minigrad.draw.palette import LIVE
from minigrad.draw.svg import Markup, element, number, says, text_width

from .axes import SIZE as TYPE
from .axes import label, signed
from .explorer import Control, Explorer
from .frames import Frame
from .grip import Grip
from .space import SUBSCRIPTS, Space

WEIGHTS = tuple(k / 2 for k in range(-4, 5))  # halves, whose products are exact as printed
START = (1.0, 0.0)  # the first row
STILLS = {1: ((1.0,), (2.0,), (-0.5,)), 2: ((1.0, 0.0), (1.0, 1.0), (2.0, -0.5))}
OUTPUTS, RADIUS = (118.0, 160.0), 92.0
SIZE = (864, 284)
MIDDLE = (252.0, 616.0)  # the possible positions of the Jacobian


def vector_jacobian(f: Callable[[Any], Any], x: Sequence[float], *, scale: float = 1.0) -> Explorer:
    """Let the reader move v, whose elements are the weights of the rows of the Jacobian of `f`.

    `f` can have one or two outputs, and up to six inputs.
    """
    m, n = _sizes(f, x)
    outputs = Space(m, OUTPUTS, RADIUS, RADIUS / WEIGHTS[-1])
    names = ["v"] if m == 1 else ["v" + SUBSCRIPTS[i] for i in range(m)]
    labels = [signed(f"{weight:g}") for weight in WEIGHTS]
    reach = RADIUS + 16  # space to grab the corners
    left, top = (part - reach for part in OUTPUTS)
    return Explorer(
        _picture(f, [float(number) for number in x], outputs, n),
        *(
            Control(name, WEIGHTS, WEIGHTS.index(weight), labels)
            for name, weight in zip(names, START[:m], strict=True)
        ),
        size=SIZE,
        title="Vector-Jacobian product",
        stills=[tuple(WEIGHTS.index(weight) for weight in v) for v in STILLS[m]],
        scale=scale,
        grips=[Grip(names, lambda *v: outputs.at(v), (left, top, 2 * reach, 2 * reach))],
        cuts=(236.0, 620.0),  # v, the rows, and their sum
    )


def product(f: Callable[[Any], Any], x: Sequence[float], v: Sequence[float]) -> list[float]:
    """Return the gradient of x after `f(x).backward(v)`."""
    start = mg.tensor(x, requires_grad=True)
    y = f(start)
    y.backward(mg.tensor(v).reshape(y.shape))
    return [0.0] * len(x) if start.grad is None else start.grad.tolist()


def _picture(
    f: Callable[[Any], Any], x: Sequence[float], outputs: Space, n: int
) -> Callable[..., Frame]:
    """Draw the frames, with the same axes for every v."""
    m = outputs.dimensions
    rows = [product(f, x, [float(i == k) for k in range(m)]) for i in range(m)]
    products = {v: product(f, x, v) for v in each_of(WEIGHTS, repeat=m)}
    parts = [abs(part) for result in products.values() for part in result if isfinite(part)]
    lengths = [hypot(*p) for p in products.values() if all(map(isfinite, p))]
    words = [_short(entry) for result in products.values() for entry in result]
    words += [_short(entry) for row in rows for entry in row]
    widest = max(text_width(word, TYPE) for word in words)
    fixed = [
        label(f"v: {_count(m, 'output')}", 24, 30, font_weight="bold"),
        label(f"J: {m} × {n}", MIDDLE[0], 30, font_weight="bold"),
        label(f"vᵀJ: {_count(n, 'input')}", 636, 30, font_weight="bold"),
        outputs.axes("v"),
    ]
    if n <= 2:
        longest = max(lengths, default=0.0) or 1.0
        inputs = Space(n, (736.0, 160.0), RADIUS, RADIUS / longest)
        fixed.append(inputs.axes("x"))

    def frame(*v: float) -> Frame:
        result = products[v]
        pieces = [
            *fixed,
            says(outputs.arrow(v, "gradient-line"), gradient=[f"v = {_row(v)}"]),
            *_matrix(v, rows, result, widest),
        ]
        if n <= 2:
            drawn = inputs.arrow(result, "gradient-line")
        else:
            drawn = element("g", *_bars(result, max(parts, default=0.0) or 1.0))
        pieces.append(says(drawn, gradient=["vᵀJ", _row(result)]))
        return Frame(pieces, sentence(v, rows, result))

    return frame


def sentence(v: Sequence[float], rows: Sequence[Sequence[float]], result: Sequence[float]) -> str:
    mix = "".join(
        f" {'−' if weight < 0 else '+'} {_weighted(weight, row)}"
        for weight, row in zip(v, rows, strict=True)
    )
    mix = mix[3:] if mix.startswith(" +") else "−" + mix[3:]
    sign = "=" if adds_up(v, rows, result) else "≈"
    text = f"With v = {_row(v)}, vᵀJ = {mix} {sign} {_row(result)}."
    if list(v) == [1.0]:
        text += " For a scalar result, backward() uses this v by default, so vᵀJ is the gradient."
    return text


def _weighted(weight: float, row: Sequence[float]) -> str:
    return f"{_cell(abs(weight))} × {_row(row)}"


def adds_up(v: Sequence[float], rows: Sequence[Sequence[float]], result: Sequence[float]) -> bool:
    """Return whether the printed numbers add up exactly to the printed result."""
    if not all(isfinite(entry) for row in (*rows, result) for entry in row):
        return False
    weights = [Decimal(_short(weight)) for weight in v]
    return all(
        sum(w * Decimal(_short(row[j])) for w, row in zip(weights, rows, strict=True))
        == Decimal(_short(entry))
        for j, entry in enumerate(result)
    )


def _matrix(
    v: Sequence[float], rows: Sequence[Sequence[float]], result: Sequence[float], widest: float
) -> list[Markup]:
    """Draw each row of the Jacobian next to its weight, bolder for larger weights, and the sum."""
    words = [[_cell(entry) for entry in row] for row in rows]
    total = [_cell(entry) for entry in result]
    left, right = MIDDLE[0] + 74, MIDDLE[1]
    cell = min(max(widest + 12, 84.0), (right - left) / len(result))
    if widest > cell - 2:
        words, total = (
            [[_narrow(entry) for entry in row] for row in rows],
            list(map(_narrow, result)),
        )
    sign = "=" if adds_up(v, rows, result) and widest <= cell - 2 else "≈"
    top = 74.0 + 24 * (2 - len(rows))
    parts = []
    for i, (weight, row) in enumerate(zip(v, words, strict=True)):
        y = top + i * 48
        name = _weighted(weight, rows[i])
        parts.append(label(f"{_cell(weight)} ×", left - 10, y + 24, anchor="end"))
        band = _band(left, y, cell * len(row), "gradient-line", 0.06 + 0.2 * abs(weight))
        parts.append(says(band, gradient=[name]))
        if weight < 0:
            parts.append(_hatching(left, y, cell * len(row)))
        parts.append(_entries(row, left, y + 24, cell))
    y = top + len(rows) * 48 + 12
    ruled = f"M{left - 62} {y - 8:g}H{number(left + cell * len(result))}"
    parts.append(element("path", d=ruled, stroke=LIVE["line"]))
    parts.append(label(f"vᵀJ {sign}", left - 10, y + 24, anchor="end"))
    band = _band(left, y, cell * len(result), "gradient", 1.0)
    parts.append(says(band, gradient=["vᵀJ", _row(result)]))
    parts.append(_entries(total, left, y + 24, cell))
    return parts


def _band(x: float, y: float, width: float, role: str, opacity: float) -> Markup:
    line = "gradient-line" if role == "gradient" else "line"
    style = {"stroke": LIVE[line], "stroke_width": 1.25, "rx": 6, "fill": LIVE[role]}
    faint = None if opacity == 1 else round(opacity, 2)
    return element("rect", x=x, y=y, width=round(width, 1), height=38, fill_opacity=faint, **style)


def _hatching(x: float, y: float, width: float) -> Markup:
    """Mark a row whose direction is reversed because its weight is negative."""
    d, high = "", 38.0
    for start in np.arange(6.0, width + high, 12.0):
        low, up = max(start - high, 0.0), min(start, width)
        d += f"M{x + low:.0f} {y + start - low:.0f}L{x + up:.0f} {y + start - up:.0f}"
    style = {"stroke": LIVE["gradient-line"], "stroke_width": 1, "stroke_opacity": 0.4}
    return element("path", d=d, **style)


def _entries(words: Sequence[str], left: float, y: float, cell: float) -> Markup:
    places = [left + cell * (j + 0.5) for j in range(len(words))]
    texts = [label(word, x, y, anchor="middle") for word, x in zip(words, places, strict=True)]
    return element("g", *texts)


def _bars(result: Sequence[float], highest: float) -> list[Markup]:
    """Draw one bar for each input, if there are more inputs than a plane has dimensions."""
    left, width, zero, tall = 636.0, 212.0, 158.0, 80.0
    step = width / len(result)
    wide = min(40.0, step - 14)
    words = [_cell(entry) for entry in result]
    parts = [element("path", d=f"M{left} {zero}h{width}", stroke=LIVE["line"])]
    for j, entry in enumerate(result):
        middle = left + step * (j + 0.5)
        under = zero - 7 if entry < 0 else zero + 17
        parts.append(label("x" + SUBSCRIPTS[j], middle, under, "faint", "middle"))
        length = tall * abs(entry) / highest if isfinite(entry) else 0.0
        size = {"width": round(wide, 1), "height": round(length, 1)}
        place = {"x": round(middle - wide / 2, 1), "y": round(zero - length * (entry > 0), 1)}
        style = {"fill": LIVE["gradient"], "stroke": LIVE["gradient-line"], "stroke_width": 1.5}
        parts.append(element("rect", **size, **place, **style))
        if max(text_width(word, TYPE) for word in words) < step:
            level = zero + length + 17 if entry < 0 else zero - length - 7
            parts.append(label(words[j], middle, level, anchor="middle"))
    return parts


def _sizes(f: Callable[[Any], Any], x: Sequence[float]) -> tuple[int, int]:
    if not 1 <= len(x) <= 6:
        raise ValueError(f"vector_jacobian(): can draw 1 to 6 inputs, not {len(x)}")
    y = f(mg.tensor([float(number) for number in x], requires_grad=True))
    if not hasattr(y, "grad_fn"):
        kind = type(y).__name__
        raise TypeError(f"vector_jacobian(): f must return a tensor, not {kind}")
    if not y.requires_grad:
        raise ValueError("vector_jacobian(): the result of f doesn't depend on its input")
    if y.dim() > 1 or not 1 <= y.numel() <= 2:
        shape = list(y.shape)
        raise ValueError(f"vector_jacobian(): can draw one or two outputs, not shape {shape}")
    return y.numel(), len(x)


def _count(n: int, noun: str) -> str:
    return f"{n} {noun}{'s' if n > 1 else ''}"


def _short(entry: float) -> str:
    """Format a number in as few characters as possible."""
    if not isfinite(entry) or abs(entry) >= 1e4 or 0 < abs(entry) < 1e-3:
        return f"{entry:.3g}"
    return f"{entry + 0.0:.4g}"  # + 0.0 turns -0 into 0


def _cell(entry: float) -> str:
    return signed(_short(entry))


def _narrow(entry: float) -> str:
    """Format a number in at most six characters, since the sentence shows all of its digits."""
    size = abs(entry)
    if not isfinite(entry) or size == 0 or 0.01 <= size < 100:
        return signed(f"{entry + 0.0:.3g}")
    return signed(f"{entry:.0f}" if 100 <= size < 9999 else f"{entry:.0e}")


def _row(row: Sequence[float]) -> str:
    return "[" + ", ".join(map(_cell, row)) + "]"
