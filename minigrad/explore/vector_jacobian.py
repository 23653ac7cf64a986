"""A vector-Jacobian product: v turns in the output space, vᵀJ follows in the input space."""

from collections.abc import Callable, Mapping, Sequence
from math import cos, hypot, isfinite, radians, sin, sqrt
from typing import Any

import minigrad as mg
from minigrad.draw.palette import LIVE
from minigrad.draw.svg import Markup, element, number, text_width

from .axes import SIZE as TYPE
from .axes import label, signed
from .explorer import Control, Explorer
from .frames import Frame
from .space import SUBSCRIPTS, Space

ANGLES = tuple(range(0, 360, 5))
START = 30
RADIUS = 88.0
SIZE = (864, 316)
MIDDLE = (252.0, 616.0)  # where the Jacobian may stand
LONGEST = 40  # characters of a name
Map = tuple[Callable[[Any], Any], Sequence[float]]


def vector_jacobian(
    f: Callable[[Any], Any] | Mapping[str, Map],
    x: Sequence[float] | None = None,
    *,
    scale: float = 1.0,
) -> Explorer:
    """Turn v, and see the rows of the Jacobian of `f` at `x` mixed by its numbers.

    Several maps come as `{"f": (f, x), "g": (g, z)}`: a second slider chooses one. A map may
    have up to three outputs, and up to six inputs.
    """
    maps = dict(f) if isinstance(f, Mapping) else {"f": (f, [] if x is None else x)}
    pictures = {name: _picture(name, *each) for name, each in maps.items()}
    turn = Control("angle of v", ANGLES, ANGLES.index(START), [f"{a}°" for a in ANGLES])
    if not isinstance(f, Mapping):
        return Explorer(
            pictures["f"],
            turn,
            size=SIZE,
            title="Vector-Jacobian product",
            stills=[(ANGLES.index(a),) for a in (0, 90, 150)],
            scale=scale,
        )
    names = list(maps)
    told = [name if len(name) <= LONGEST else name[: LONGEST - 1] + "…" for name in names]
    return Explorer(
        lambda name, angle: pictures[name](angle),
        Control("map", names, len(names) - 1, told),
        Control("angle of v", ANGLES, 0, turn.labels),
        size=SIZE,
        title="Vector-Jacobian products of several maps",
        stills=[
            (i, ANGLES.index(START if i < len(names) - 1 else 0)) for i in range(len(names))[-3:]
        ],
        scale=scale,
    )


def direction(angle: float, m: int) -> list[float]:
    """A v that turns: in three dimensions on the circle through the ends of the three axes."""
    a = radians(angle)
    if m == 1:
        v = [cos(a)]
    elif m == 2:
        v = [cos(a), sin(a)]
    else:
        along, aside = (1 - cos(a)) / 3, sin(a) / sqrt(3)
        v = [cos(a) + along, along + aside, along - aside]
    return [round(part, 6) + 0.0 for part in v]


def product(f: Callable[[Any], Any], x: Sequence[float], v: Sequence[float]) -> list[float]:
    """The gradient of x after `f(x).backward(v)`."""
    start = mg.tensor(x, requires_grad=True)
    y = f(start)
    y.backward(mg.tensor(v).reshape(y.shape))
    return [0.0] * len(x) if start.grad is None else start.grad.tolist()


def _picture(name: str, f: Callable[[Any], Any], x: Sequence[float]) -> Callable[[int], Frame]:
    """The frames of one map, whose axes are the same at all angles."""
    m, n = _sizes(name, f, [float(number) for number in x])
    rows = [product(f, x, [float(i == k) for k in range(m)]) for i in range(m)]
    turned = {angle: direction(angle, m) for angle in ANGLES}
    products = {angle: product(f, x, v) for angle, v in turned.items()}
    parts = [abs(part) for result in products.values() for part in result if isfinite(part)]
    lengths = [hypot(*p) for p in products.values() if all(map(isfinite, p))]
    longest = max(lengths, default=0.0) or 1.0
    words = [_cell(entry, True) for result in products.values() for entry in result]
    words += [_short(entry) for row in rows for entry in row]
    widest = max(text_width(word, TYPE) for word in words)
    outputs = Space(m, (130.0, 176.0), RADIUS, RADIUS / 1.05)
    fixed = [
        label(f"v: {_count(m, 'output')}", 24, 30, font_weight="bold"),
        label(f"J: {m} × {n}", MIDDLE[0], 30, font_weight="bold"),
        label(f"vᵀJ: {_count(n, 'input')}", 624, 30, font_weight="bold"),
        outputs.axes("v"),
        outputs.trace(turned.values(), "gradient-line"),
    ]
    if n <= 2:
        inputs = Space(n, (736.0, 176.0), RADIUS, RADIUS / longest)
        fixed += [inputs.axes("x"), inputs.trace(products.values(), "gradient-line")]

    def frame(angle: int) -> Frame:
        v, result = turned[angle], products[angle]
        pieces = [
            *fixed,
            outputs.arrow(v, "gradient-line"),
            *_matrix(v, rows, result, widest),
        ]
        if n <= 2:
            pieces.append(inputs.arrow(result, "gradient-line"))
        else:
            pieces += _bars(result, max(parts, default=0.0) or 1.0)
        return Frame(pieces, sentence(v, rows, result))

    return frame


def sentence(v: Sequence[float], rows: Sequence[Sequence[float]], result: Sequence[float]) -> str:
    mix = "".join(
        f" {'−' if weight < 0 else '+'} {abs(weight):.2f} × {_row(row)}"
        for weight, row in zip(v, rows, strict=True)
    )
    mix = mix[3:] if mix.startswith(" +") else "−" + mix[3:]
    told = f"v = {_row(v, True)}: vᵀJ = {mix} = {_row(result, True)}."
    if v == [1.0]:
        told += " For a scalar, backward() takes this v by itself: the gradient."
    return told


def _matrix(
    v: Sequence[float], rows: Sequence[Sequence[float]], result: Sequence[float], widest: float
) -> list[Markup]:
    """Each row behind its weight, the heavier the stronger its color; below them their sum."""
    words = [[_short(entry) for entry in row] for row in rows]
    total = [_cell(entry, True) for entry in result]
    left, right = MIDDLE[0] + 74, MIDDLE[1]
    cell = min(max(widest + 12, 46.0), (right - left) / len(result))
    if widest > cell - 2:
        words, total = (
            [[_narrow(entry) for entry in row] for row in rows],
            list(map(_narrow, result)),
        )
    top = 62.0 + 24 * (3 - len(rows))
    parts = []
    for i, (weight, row) in enumerate(zip(v, words, strict=True)):
        y = top + i * 48
        parts.append(label(f"{signed(_short(weight, True))} ×", left - 10, y + 24, anchor="end"))
        parts.append(_band(left, y, cell * len(row), "gradient-line", 0.06 + 0.4 * abs(weight)))
        parts.append(_entries(row, left, y + 24, cell))
    y = top + len(rows) * 48 + 12
    ruled = f"M{left - 62} {y - 8:g}H{number(left + cell * len(result))}"
    parts.append(element("path", d=ruled, stroke=LIVE["line"]))
    parts.append(label("vᵀJ =", left - 10, y + 24, anchor="end"))
    parts.append(_band(left, y, cell * len(result), "gradient", 1.0))
    parts.append(_entries(total, left, y + 24, cell))
    return parts


def _band(x: float, y: float, width: float, role: str, opacity: float) -> Markup:
    line = "gradient-line" if role == "gradient" else "line"
    style = {"stroke": LIVE[line], "stroke_width": 1.25, "rx": 6, "fill": LIVE[role]}
    faint = None if opacity == 1 else round(opacity, 2)
    return element("rect", x=x, y=y, width=round(width, 1), height=38, fill_opacity=faint, **style)


def _entries(words: Sequence[str], left: float, y: float, cell: float) -> Markup:
    places = [left + cell * (j + 0.5) for j in range(len(words))]
    texts = [label(word, x, y, anchor="middle") for word, x in zip(words, places, strict=True)]
    return element("g", *texts)


def _bars(result: Sequence[float], highest: float) -> list[Markup]:
    """More inputs than a plane has axes: one bar for each, from a line at zero."""
    left, width, zero, tall = 624.0, 224.0, 170.0, 84.0
    step = width / len(result)
    wide = min(40.0, step - 14)
    words = [_cell(entry, True) for entry in result]
    parts = [element("path", d=f"M{left} {zero}h{width}", stroke=LIVE["line"])]
    for j, entry in enumerate(result):
        middle = left + step * (j + 0.5)
        parts.append(label("x" + SUBSCRIPTS[j], middle, 294, "faint", "middle"))
        length = tall * abs(entry) / highest if isfinite(entry) else 0.0
        size = {"width": round(wide, 1), "height": round(length, 1)}
        place = {"x": round(middle - wide / 2, 1), "y": round(zero - length * (entry > 0), 1)}
        style = {"fill": LIVE["gradient"], "stroke": LIVE["gradient-line"], "stroke_width": 1.5}
        parts.append(element("rect", **size, **place, **style))
        if max(text_width(word, TYPE) for word in words) < step:
            level = zero + length + 17 if entry < 0 else zero - length - 7
            parts.append(label(words[j], middle, level, anchor="middle"))
    return parts


def _sizes(name: str, f: Callable[[Any], Any], x: Sequence[float]) -> tuple[int, int]:
    if not 1 <= len(x) <= 6:
        raise ValueError(f"vector_jacobian(): {name} is drawn for 1 to 6 inputs, not {len(x)}")
    y = f(mg.tensor(x, requires_grad=True))
    if not hasattr(y, "grad_fn"):
        kind = type(y).__name__
        raise TypeError(f"vector_jacobian(): {name} must compute with tensors; it returned {kind}")
    if not y.requires_grad:
        raise ValueError(f"vector_jacobian(): what {name} returns does not depend on its input")
    if y.dim() > 1 or not 1 <= y.numel() <= 3:
        shape = list(y.shape)
        raise ValueError(
            f"vector_jacobian(): {name} is drawn for a vector of 1 to 3 outputs, not shape {shape}"
        )
    return y.numel(), len(x)


def _count(n: int, noun: str) -> str:
    return f"{n} {noun}{'s' if n > 1 else ''}"


def _short(entry: float, fixed: bool = False) -> str:
    """Few characters: two decimals where all numbers have them, else as many as it needs."""
    if not isfinite(entry) or abs(entry) >= 1e4 or 0 < abs(entry) < 1e-3:
        return f"{entry:.3g}"
    return f"{entry:.2f}" if fixed else f"{entry:.4g}"


def _cell(entry: float, fixed: bool = False) -> str:
    return signed(_short(entry, fixed))


def _narrow(entry: float) -> str:
    """Six characters at most: the sentence has the digits."""
    size = abs(entry)
    if not isfinite(entry) or size == 0 or 0.01 <= size < 100:
        return signed(f"{entry:.3g}")
    return signed(f"{entry:.0f}" if 100 <= size < 9999 else f"{entry:.0e}")


def _row(row: Sequence[float], fixed: bool = False) -> str:
    return "[" + ", ".join(_cell(entry, fixed) for entry in row) + "]"
