"""A figure that compares the two orders in which a row and three matrices can be multiplied."""

from typing import Any

from minigrad import draw
from minigrad.draw.svg import Drawing

N = 3
CELL, GAP = 1.0, 1.3
ROW, MATRIX = 1, N  # the number of rows of squares
# The factors of each product: how many rows of squares, and a name if it isn't a result.
STEPS = {
    "from the loss": [
        ((ROW, "v"), (MATRIX, "J3")),
        ((ROW, ""), (MATRIX, "J2")),
        ((ROW, ""), (MATRIX, "J1")),
    ],
    "from the inputs": [
        ((MATRIX, "J2"), (MATRIX, "J1")),
        ((MATRIX, "J3"), (MATRIX, "")),
        ((ROW, "v"), (MATRIX, "")),
    ],
}
COLORS = {ROW: "#ffe2c4", MATRIX: "#d8eafa"}
ALT = (
    f"Two orders of multiplication. Starting from the loss, a row of {N} squares is multiplied by "
    f"one {N}-by-{N} table after another, and each result is another row. Starting from the "
    "inputs, two products of tables each give another table, and then a row is multiplied by a "
    "table."
)


def two_orders() -> Drawing:
    fig, ax = draw.figure(8, 3.2)
    for line, (name, steps) in enumerate(STEPS.items()):
        middle = -6.8 * line
        ax.text(0, middle + 2.1, name, ha="left", va="bottom")
        left = 0.0
        for first, second in steps:
            left = _squares(ax, left, middle, *first)
            left = _sign(ax, left, middle, "·")
            left = _squares(ax, left, middle, *second)
            left = _sign(ax, left, middle, "=")
            left = _squares(ax, left, middle, first[0]) + 2 * GAP
    ax.set_aspect("equal")
    ax.autoscale_view()
    ax.axis("off")
    return draw.show(fig, ALT)


def _squares(ax: Any, left: float, middle: float, rows: int, name: str = "") -> float:
    """Draw rows of squares around the height `middle`, and return their right edge."""
    from matplotlib.patches import Rectangle

    for i in range(rows):
        for j in range(N):
            corner = (left + j * CELL, middle + (rows / 2 - 1 - i) * CELL)
            ax.add_patch(Rectangle(corner, CELL, CELL, fc=COLORS[rows], ec="#7a818c"))
    ax.text(left + N * CELL / 2, middle - rows / 2 - 0.15, name, ha="center", va="top")
    return left + N * CELL


def _sign(ax: Any, left: float, middle: float, sign: str) -> float:
    ax.text(left + GAP / 2, middle, sign, ha="center", va="center")
    return left + GAP
