"""Tables that show values as shades, with labeled rows and columns."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from .palette import STILL
from .svg import Drawing, Markup, document, element

GAP, ROOM = 14, 24  # margins for the names on the left and at the top
FEW, SIDE, SMALL = 6, 56, 20  # up to FEW columns, cells are SIDE wide and show their numbers
SIZE = 13
STRONGEST = 0.6  # the opacity of the largest value below a number, which has to stay readable


def table(
    numbers: Any, rows: Sequence[Any], columns: Sequence[Any], *, title: str = "", alt: str = ""
) -> Drawing:
    """Draw a tensor [rows, columns] as a table. The larger the value, the darker its cell.

    Args:
        numbers: nonnegative values, which a small table also prints in its cells.
        rows: a name for each row, shown to the left of the row.
        columns: a name for each column, shown above the column.
        title: a line of text above the table.
        alt: the first sentence of the alt text.
    """
    cells = np.asarray(numbers.detach().numpy() if hasattr(numbers, "detach") else numbers)
    if cells.shape != (len(rows), len(columns)) or not cells.size:
        named = [len(rows), len(columns)]
        raise ValueError(
            f"table(): the names have shape {named}, but the numbers have shape {list(cells.shape)}"
        )
    side = SIDE if len(columns) <= FEW else SMALL
    height = min(side, SIDE // 2)
    left, top = GAP + ROOM, GAP + ROOM + (ROOM if title else 0)
    width = max(left + len(columns) * side + GAP, 2 * GAP + 8 * len(title))
    most = float(cells.max()) or 1.0
    said = _said(cells, rows, columns, alt or title)
    pieces = [
        element(
            "rect", width=width, height=top + len(rows) * height + GAP, rx=10, fill=STILL["card"]
        ),
        *([_text(title, GAP, GAP + 10, "start", font_weight="bold")] if title else []),
        *(_text(str(n), left + (i + 0.5) * side, top - 8) for i, n in enumerate(columns)),
        *(_text(str(n), left - 8, top + (i + 0.5) * height + 4, "end") for i, n in enumerate(rows)),
    ]
    # One path per shade takes much less space than one rectangle per cell.
    shades = np.round(cells / most * (STRONGEST if side == SIDE else 1), 2)
    for ink in np.unique(shades[shades > 0]).tolist():
        d = "".join(
            f"M{left + j * side + 1} {top + i * height + 1}h{side - 2}v{height - 2}h{2 - side}z"
            for i, j in np.argwhere(shades == ink).tolist()
        )
        pieces.append(element("path", d=d, fill=STILL["value-line"], fill_opacity=ink))
    for (i, j), number in np.ndenumerate(cells) if side == SIDE else ():
        place = left + (j + 0.5) * side, top + (i + 0.5) * height + 4
        pieces.append(_text(f"{number:.3g}", *place))
    return Drawing(document(width, top + len(rows) * height + GAP, said, *pieces), said)


def _text(text: str, x: float, y: float, anchor: str = "middle", **style: Any) -> Markup:
    place = {"x": x, "y": y, "text_anchor": anchor, "font_size": SIZE}
    return element("text", text, **place, **({"fill": STILL["text"]} | style))


def _said(cells: Any, rows: Sequence[Any], columns: Sequence[Any], begin: str) -> str:
    """Describe the whole table or, if it's large, only the largest value in each row."""
    begin = f"{begin.rstrip('.')}. " if begin else ""
    if len(columns) <= FEW:
        told = (
            f"{name}: " + ", ".join(f"{c} {n:.3g}" for c, n in zip(columns, row, strict=True))
            for name, row in zip(rows, cells.tolist(), strict=True)
        )
    else:
        told = (
            f"{name}: {columns[int(row.argmax())]} {row.max():.3g}"
            for name, row in zip(rows, cells, strict=True)
        )
        begin += "The largest of each row. "
    return begin + "; ".join(told) + "."
