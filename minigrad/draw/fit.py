"""A line fitted to points."""

from typing import Any

from .palette import SERIES, STILL
from .plots import figure, show
from .svg import Drawing


def fitted_line(x: Any, y: Any, w: Any, b: Any) -> Drawing:
    """Draw points, the line w x + b through them, and the points' residuals."""
    fig, ax = figure(5.2, 2.8)
    xs, slope, height = x.tolist(), w.item(), b.item()
    fitted = [slope * a + height for a in xs]
    ax.plot(xs, y.tolist(), "o", color=SERIES[1], label="points")
    ax.plot(xs, fitted, color=SERIES[0], label="fitted line")
    ax.vlines(xs, fitted, y.tolist(), color=STILL["line"], linewidth=1)
    ax.set_xlabel("x")
    ax.set_ylabel("y")
    ax.legend(frameon=False, loc="upper left")
    off = max(abs(a - c) for a, c in zip(fitted, y.tolist(), strict=True))
    return show(
        fig,
        f"{len(xs)} points and the line y = {slope:.2f} x {'+' if height >= 0 else '−'} "
        f"{abs(height):.2f} through them; the farthest point is {off:.2f} from the line.",
    )
