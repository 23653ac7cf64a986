"""The Markdown tables that a run prints."""

import math

import numpy as np

from .peers import CONTROL, LIMIT, OURS, TORCH
from .rows import Row
from .runner import ratio


def seconds(t: float) -> str:
    """Format a time with three significant digits and a unit."""
    for unit, factor in (("s", 1), ("ms", 1e3), ("µs", 1e6)):
        if t * factor >= 1 or unit == "µs":
            x = t * factor
            return f"{x:.0f} {unit}" if x >= 100 else f"{x:.3g} {unit}"
    raise AssertionError


def verdict(row: Row, times: dict) -> str:
    """Return whether minigrad meets the goal, meets only the "must" threshold, or misses both."""
    slowdown = ratio(times, OURS, LIMIT)
    if slowdown <= row.goal:
        return "goal met"
    return "must met, goal missed" if slowdown <= row.must else "missed"


def table(head: list[str], rows: list[list[str]]) -> str:
    widths = [max(len(cell) for cell in column) for column in zip(head, *rows, strict=True)]
    rule = ["-" * w for w in widths]
    return "\n".join(
        "| " + " | ".join(c.ljust(w) for c, w in zip(cells, widths, strict=True)) + " |"
        for cells in (head, rule, *rows)
    )


def medians(measured: list[tuple[Row, dict]]) -> str:
    """Return each library's median time."""
    names = (LIMIT, OURS, TORCH)
    rows = [
        [f"{row.key}. {row.title}", *(seconds(float(np.median(times[n]))) for n in names)]
        for row, times in measured
    ]
    return table(["one step", *names], rows)


def ratios(measured: list[tuple[Row, dict]]) -> str:
    """Return minigrad's target ratios and the ratios it reached."""

    def number(x: float) -> str:
        return "-" if math.isnan(x) else f"{x:.3g}"

    rows = [
        [
            row.key,
            number(ratio(times, OURS, LIMIT)),
            number(row.goal),
            number(row.must),
            verdict(row, times),
            number(ratio(times, OURS, TORCH)),
            number(row.goal_torch),
            f"{ratio(times, CONTROL, OURS):.2f}",
            str(len(times[OURS])),
        ]
        for row, times in measured
    ]
    head = ["row", "/ NumPy", "goal", "must", "verdict", "/ PyTorch", "goal"]
    return table([*head, "A/A", "rounds"], rows)
