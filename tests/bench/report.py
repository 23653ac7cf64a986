"""The Markdown tables that a run prints."""

import math

import numpy as np

from .peers import CONTROL, LIMIT, OURS, PEERS, TORCH
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
    beaten = not ratio(times, OURS, row.below) > 1 if row.below else True  # nan: nothing to beat
    if slowdown <= row.goal and beaten:
        return "goal met"
    return "must met, goal missed" if slowdown <= row.must else "missed"


def table(head: list[str], rows: list[list[str]]) -> str:
    widths = [max(len(cell) for cell in column) for column in zip(head, *rows, strict=True)]
    rule = ["-" * w for w in widths]
    return "\n".join(
        "| " + " | ".join(c.ljust(w) for c, w in zip(cells, widths, strict=True)) + " |"
        for cells in (head, rule, *rows)
    )


def medians(measured: list[tuple[Row, dict, dict]], names: list[str]) -> str:
    """Return each library's median time, starred if the library doesn't compute in float32."""
    rows = []
    for row, times, dtypes in measured:
        cells = []
        for name in names:
            if name in times:
                star = "" if dtypes[name] == "float32" else "*"
                cells.append(seconds(float(np.nanmedian(times[name]))) + star)
            else:
                cells.append("-")
        rows.append([f"{row.key}. {row.title}", *cells])
    return table(["one step", *names], rows)


def ratios(measured: list[tuple[Row, dict, dict]]) -> str:
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
            number(ratio(times, OURS, "micrograd")),
            f"{ratio(times, CONTROL, OURS):.2f}",
            str(len(times[OURS])),
        ]
        for row, times, _ in measured
    ]
    head = ["row", "/ NumPy", "goal", "must", "verdict", "/ PyTorch", "goal", "/ micrograd"]
    return table([*head, "A/A", "rounds"], rows)


def shown_peers(measured: list[tuple[Row, dict, dict]]) -> list[str]:
    """Return the libraries that get a column: those timed in any row, except for the control."""
    taking_part = set().union(*(times for _, times, _ in measured))
    return [name for name in PEERS if name in taking_part and name != CONTROL]
