"""Broadcasting: two shapes aligned on the right, and the sums that undo it on the way back."""

from collections.abc import Sequence
from itertools import zip_longest
from math import prod
from typing import Any

import minigrad as mg
from minigrad.draw.palette import LIVE
from minigrad.draw.svg import Markup, element, number, says

from .axes import label, title
from .explorer import Control, Explorer
from .frames import Frame
from .words import listed

Shape = tuple[int, ...]
Column = tuple[int | None, int | None]  # both lengths along one dimension; None if there is none
PAIRS: tuple[tuple[Shape, Shape], ...] = (
    ((8, 1), (8,)),
    ((2, 3), (3,)),
    ((2, 3), (2,)),
    ((2, 1), (3,)),
)
STEPS = ("as written", "lined up", "compared", "repeated", "backward")
WRITTEN, LINED_UP, COMPARED, REPEATED, BACKWARD = STEPS
NAMES = ("first", "second", "result")
LONGEST = 8  # the longest dimension that is drawn
MOST = 6  # the pairs of shapes to choose with buttons
SIZE = (714, 222)
TABLE, COLUMN, ROWS = 104.0, 74.0, (58.0, 102.0, 174.0)
GRIDS, TOP, WIDE = (316.0, 446.0, 576.0), 62.0, 120.0


def shapes(*pairs: tuple[Sequence[int], Sequence[int]]) -> Explorer:
    """Show two shapes step by step: as written, aligned, compared, repeated, and summed back.

    To show other shapes, with at most two dimensions, pass them as pairs:
    `shapes(((4, 1), (1, 5)))`.
    """
    drawable = dict.fromkeys((_drawable(a), _drawable(b)) for a, b in pairs or PAIRS)
    return Explorer(
        frame,
        Control(
            "shapes",
            list(drawable),
            labels=[f"{written(a)} + {written(b)}" for a, b in drawable],
            choice=len(drawable) <= MOST,
        ),
        Control("step", STEPS, play=True),
        size=SIZE,
        title="Two shapes, lined up",
        stills=[{"step": step} for step in (LINED_UP, REPEATED)],
        cuts=(300.0,),  # a narrow page cuts between the lengths and the numbers
    )


def lined_up(first: Shape, second: Shape) -> list[Column]:
    """Return the lengths of both shapes, dimension by dimension, aligned on the right."""
    return list(zip_longest(reversed(first), reversed(second)))[::-1]


def together(first: Shape, second: Shape) -> Shape | None:
    """Return the shape of `a + b`, or None if two lengths differ and neither is 1."""
    columns = [[n for n in column if n is not None] for column in lined_up(first, second)]
    if any(len({n for n in column if n != 1}) > 1 for column in columns):
        return None
    return tuple(next((n for n in column if n != 1), 1) for column in columns)


def undoing(shape: Shape, result: Shape) -> list[str]:
    """Return the sums that reduce the gradient of the result to the shape of one input."""
    missing = len(result) - len(shape)
    if missing == len(result) > 0:
        return ["sum()"]
    repeated = [str(d) for d, n in enumerate(shape) if n == 1 and result[missing + d] > 1]
    sums = ["sum(0)"] * missing
    if repeated:
        dims = repeated[0] if len(repeated) == 1 else f"({', '.join(repeated)})"
        sums.append(f"sum({dims}, keepdim=True)")
    return sums


def shares(shape: Shape, result: Shape) -> int:
    """Return each entry of an input's gradient if the result's gradient is all ones."""
    a: Any = mg.zeros(shape, requires_grad=True)
    (a + mg.zeros(result)).backward(mg.ones(result))
    return int(a.grad.max().item())


def written(shape: Shape) -> str:
    return "[" + ", ".join(map(str, shape)) + "]"


def frame(pair: tuple[Shape, Shape], step: str) -> Frame:
    result = together(*pair)
    pieces = [*_table(pair, result, step), *_grids(pair, result, step)]
    return Frame(pieces, sentence(pair, result, step))


def sentence(pair: tuple[Shape, Shape], result: Shape | None, step: str) -> str:
    columns = list(enumerate(lined_up(*pair)))
    counts = [prod(shape) for shape in pair]
    if step == WRITTEN:
        return (
            f"The first shape, {written(pair[0])}, has {_numbers(counts[0])}. "
            f"The second, {written(pair[1])}, has {counts[1]}."
        )
    if step == LINED_UP:
        parts = [f"dimension {d} has {_in_words(a)} over {_in_words(b)}" for d, (a, b) in columns]
        return f"Lined up from the right, {listed(parts) or 'there are 0 dimensions'}."
    if step == COMPARED:
        parts = [f"In dimension {d}, {_verdict(*column)}." for d, column in columns]
        return " ".join(parts) or "There are 0 dimensions to compare."
    if result is None:
        where = next(d for d, column in columns if together(*map(_alone, column)) is None)
        a, b = columns[where][1]
        return f"There's no result. In dimension {where}, {a} and {b} differ, and neither is 1."
    if step == REPEATED:
        times = [prod(result) // count for count in counts]
        used = [
            f"each number in the {name} is used {_times(n)}"
            for name, n in zip(NAMES[:2], times, strict=True)
        ]
        return (
            f"The result has shape {written(result)}, so it has {_numbers(prod(result))}. "
            f"That's because {listed(used)}."
        )
    back = [
        f"{name}.grad = {_sums(shape, result)} has shape {written(shape)}, "
        f"with {shares(shape, result)} in each position."
        for name, shape in zip(NAMES[:2], pair, strict=True)
    ]
    return f"A gradient g of ones, of shape {written(result)}, arrives. {' '.join(back)}"


def _sums(shape: Shape, result: Shape) -> str:
    return ".".join(["g", *undoing(shape, result)])


def _verdict(a: int | None, b: int | None) -> str:
    if a == b:
        return f"the lengths are equal, {a} and {b}"
    if a is not None and b is not None and 1 not in (a, b):
        return f"{a} and {b} differ, and neither is 1"
    name = NAMES[0] if a in (None, 1) else NAMES[1]
    lengths = f"{_in_words(a)} meets {_in_words(b)}"
    return f"{lengths}, so the {name} is repeated {_times(max(a or 1, b or 1))}"


def _word(a: int | None, b: int | None) -> str:
    if a == b:
        return "equal"
    fits = together(_alone(a), _alone(b)) is not None
    return f"{max(a or 1, b or 1)} times" if fits else "no fit"


def _table(pair: tuple[Shape, Shape], result: Shape | None, step: str) -> list[Markup]:
    """Draw the two shapes in two rows, a comment for each column, and the result's shape."""
    dims = max(map(len, pair))
    at = STEPS.index(step)
    pieces = [says(label(name, 24, y + 24), name) for name, y in zip(NAMES, ROWS, strict=True)]
    pieces.append(title("shapes", 24, 30))
    columns = lined_up(*pair)
    for d in range(dims):
        x = TABLE + COLUMN * d
        middle = x + COLUMN / 2 - 4
        pieces.append(label(f"dim {d}", middle, 50, "faint", "middle") if at > 0 else Markup(""))
        word = _word(*columns[d])
        style: dict[str, Any] = {"font_weight": "bold"} if word == "no fit" else {}
        said = label(word, middle, 157, anchor="middle", **style)
        pieces.append(said if at >= STEPS.index(COMPARED) else Markup(""))
    for shape, y in zip(pair, ROWS[:2], strict=True):
        shift = dims - len(shape) if at > 0 else 0
        pieces += [
            _length(shape[d - shift], d, y, f"dimension {d}" if at else None)
            if shift <= d < shift + len(shape)
            else Markup("")
            for d in range(dims)
        ]
        pieces.append(Markup("") if shape else label("none", TABLE, y + 24, "faint"))
    rule = f"M24 {ROWS[2] - 12}H{number(TABLE + COLUMN * max(dims, 1) - 8)}"
    pieces.append(element("path", d=rule, stroke=LIVE["line"]))
    if at >= STEPS.index(REPEATED):
        lengths = result if result is not None else ()
        pieces += [_length(n, d, ROWS[2], "result") for d, n in enumerate(lengths)]
        if result is None:
            pieces.append(label("an error", TABLE, ROWS[2] + 24, font_weight="bold"))
        elif not result:
            pieces.append(label("one number", TABLE, ROWS[2] + 24))
    return pieces


def _length(n: int, dim: int, y: float, name: str | None) -> Markup:
    x = TABLE + COLUMN * dim
    style = {"fill": LIVE["value"], "stroke": LIVE["value-line"], "stroke_width": 1.25, "rx": 6}
    box = element("rect", x=x, y=y, width=COLUMN - 8, height=38, **style)
    text = label(str(n), x + COLUMN / 2 - 4, y + 24, anchor="middle")
    return element("g", box, text, data_says=name)


def _grids(pair: tuple[Shape, Shape], result: Shape | None, step: str) -> list[Markup]:
    """Draw a cell for each number, dashed if it's a copy. On the way back, show each cell's sum."""
    at = STEPS.index(step)
    seen: list[Shape | None] = [*pair, result if at >= STEPS.index(REPEATED) else None]
    longest = max(max(shape, default=1) for shape in (*pair, result or ()))
    side = min(36.0, WIDE / longest)
    role = "gradient" if step == BACKWARD and result is not None else "value"
    pieces = []
    for name, shape, x in zip(NAMES, seen, GRIDS, strict=True):
        if shape is None:
            pieces += [Markup("")] * 4
            continue
        heading = f"{name}.grad" if role == "gradient" and name != NAMES[2] else name
        heading = "g" if role == "gradient" and name == NAMES[2] else heading
        lengths = label(written(shape), x, 50, "faint")
        pieces.append(element("g", label(heading, x, 30, font_weight="bold"), lengths))
        pieces.append(
            Markup("")
            if result is None or at < STEPS.index(REPEATED)
            else _cells(result, x, side, role, copies=True)
        )
        cells = _cells(shape, x, side, role)
        is_gradient = role == "gradient"
        pieces.append(says(cells, gradient=[heading]) if is_gradient else says(cells, name))
        if role == "gradient" and result is not None:
            pieces.append(_counts(shape, x, side, shares(shape, result)))
        else:
            pieces.append(Markup(""))
    return pieces


def _cells(shape: Shape, x: float, side: float, role: str, copies: bool = False) -> Markup:
    rows, columns = _flat(shape)
    size = number(side - 3)
    squares = [
        f"M{number(x + j * side)} {number(TOP + i * side)}h{size}v{size}h-{size}z"
        for i in range(rows)
        for j in range(columns)
    ]
    style = {
        "fill": "none" if copies else LIVE[role],
        "stroke_dasharray": "2 3" if copies else None,
    }
    return element("path", d="".join(squares), stroke=LIVE[f"{role}-line"], **style)


def _counts(shape: Shape, x: float, side: float, count: int) -> Markup:
    rows, columns = _flat(shape)
    middle = (side - 3) / 2
    return element(
        "g",
        *(
            label(str(count), x + j * side + middle, TOP + i * side + middle + 4.5, anchor="middle")
            for i in range(rows)
            for j in range(columns)
        ),
    )


def _flat(shape: Shape) -> tuple[int, int]:
    """Return how many rows and columns a shape takes up in the figure. A vector takes one row."""
    rows, columns = ((1, 1) + shape)[-2:]
    return rows, columns


def _drawable(shape: Sequence[int]) -> Shape:
    lengths = tuple(int(n) for n in shape)
    if len(lengths) > 2 or not all(1 <= n <= LONGEST for n in lengths):
        raise ValueError(
            f"shapes(): can draw up to two dimensions of lengths 1 to {LONGEST}, not {list(shape)}"
        )
    return lengths


def _alone(n: int | None) -> Shape:
    return () if n is None else (n,)


def _in_words(n: int | None) -> str:
    return "none" if n is None else str(n)


def _times(n: int) -> str:
    return "once" if n == 1 else f"{n} times"


def _numbers(n: int) -> str:
    return f"{n} number{'' if n == 1 else 's'}"
