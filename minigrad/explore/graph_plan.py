"""The layout of a graph, which is the same for all frames and fits on a page.

If a graph is too wide, it's broken into lines, like text. Where one line ends, its edges continue
on the next line.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from minigrad.draw.layout import STUB, Edge, Layout, Point, tight

WIDEST = 888.0  # the figure is at most 916 wide, including its margins
HIGHEST = 640.0
HIGH = 440.0  # the height at which you have to start scrolling
HIGHEST_IN_LINES = 900.0
LINE_GAP = 22.0
EMPTY = 24.0  # the largest gap between boxes in a line
END = 7.0  # how far an edge continues past the end of a line


@dataclass(frozen=True)
class Plan:
    """A layout like `Layout`, except that an edge may consist of several parts."""

    width: float
    height: float
    sizes: Sequence[Point]
    centers: list[Point]
    routes: list[list[list[Point]]]
    down: bool

    @property
    def in_lines(self) -> bool:
        return any(len(parts) > 1 for parts in self.routes)


def plan(sizes: Sequence[Point], edges: Sequence[Edge], tightness: Sequence[float]) -> Plan | None:
    """Lay out the graph in one or more lines, or downward; return None if no layout fits."""
    for factor in tightness:
        laid = tight(sizes, edges, False, factor)
        if laid.width <= WIDEST and laid.height <= HIGHEST:
            return _whole(laid)
    in_lines = _in_lines(laid, factor) if laid.height <= HIGHEST else None
    if in_lines is not None and in_lines.height <= HIGHEST:
        return in_lines
    downward = _whole(tight(sizes, edges, True, factor))
    choices = [choice for choice in (in_lines, downward) if choice is not None]
    fitting = [p for p in choices if p.width <= WIDEST and p.height <= HIGHEST_IN_LINES]
    return min(fitting, key=lambda choice: choice.height, default=None)


def downward(
    sizes: Sequence[Point], edges: Sequence[Edge], tightness: Sequence[float], widest: float
) -> Plan | None:
    """Lay out the graph from top to bottom, or return None if it would be wider than `widest`.

    If the graph is short, the gaps are as large as possible. Otherwise, they're as small as
    possible.
    """
    for factor in tightness:
        laid = tight(sizes, edges, True, factor)
        if laid.height <= HIGH:
            break
    return _whole(laid) if laid.width <= widest else None


def _whole(laid: Layout) -> Plan:
    routes = [[route] for route in laid.routes]
    return Plan(laid.width, laid.height, laid.sizes, laid.centers, routes, laid.down)


def _in_lines(laid: Layout, tightness: float) -> Plan | None:
    depth: dict[float, float] = {}
    for (x, _), (w, _) in zip(laid.centers, laid.sizes, strict=True):
        depth[x] = max(depth.get(x, 0), w)
    stub = STUB * tightness
    lefts = [x - depth[x] / 2 - stub for x in sorted(depth)]
    cuts = _cuts([*lefts, laid.width], WIDEST)
    if not cuts:
        return None
    tidy = _lined(laid, lefts, _evenly([*lefts, laid.width], WIDEST, len(cuts)))
    if tidy.height <= HIGH:
        return tidy
    # Lines of equal lengths are tidier, but for a large graph the lowest figure is best.
    choices = [tidy]
    narrow = WIDEST
    shorter: list[float] | None = cuts
    while shorter is not None and len(shorter) == len(cuts):
        choices.append(_lined(laid, lefts, shorter))
        narrow -= 20
        shorter = _cuts([*lefts, laid.width], narrow)
    return min(choices, key=lambda choice: choice.height)


def _lined(laid: Layout, lefts: Sequence[float], cuts: Sequence[float]) -> Plan:
    split = [_parts(route, cuts) for route in laid.routes]
    taken: list[list[Point]] = [[] for _ in range(len(cuts) + 1)]  # from top to bottom
    wide = [0.0] * len(taken)
    for parts in split:
        for line, part in parts:
            taken[line] += [(y, y) for _, y in part]
            wide[line] = max(wide[line], *(x for x, _ in part))
    for (x, y), (_, h) in zip(laid.centers, laid.sizes, strict=True):
        taken[_line(x, cuts)].append((y - h / 2, y + h / 2))
    starts = [(lefts[0] if line == 0 else cuts[line - 1]) - 2 * END for line in range(len(taken))]
    levels, at = [], 0.0
    for inside in taken:
        squeezed, height = _squeezed(inside, at + LINE_GAP / 2)
        levels.append(squeezed)
        at += height + LINE_GAP

    def moved(point: Point, line: int) -> Point:
        _, shift = max(level for level in levels[line] if level[0] <= point[1] + 1e-6)
        return point[0] - starts[line], point[1] + shift

    centers = [moved(c, _line(c[0], cuts)) for c in laid.centers]
    routes = [[[moved(p, line) for p in part] for line, part in parts] for parts in split]
    right = max((c[0] + s[0] / 2 for c, s in zip(centers, laid.sizes, strict=True)), default=0)
    reach = max(x - start for x, start in zip(wide, starts, strict=True))
    edge = max(reach, right)
    for route in routes:
        for part in route[:-1]:
            part[-1] = (edge, part[-1][1])  # all lines end at the same place
    return Plan(edge + END, at, laid.sizes, centers, routes, False)


def _squeezed(taken: Sequence[Point], top: float) -> tuple[list[Point], float]:
    """Narrow wide empty bands; return the start and size of each shift, and the new height.

    Parts that overlap, or nearly do, keep their relative positions.
    """
    ordered = sorted(taken)
    shift = top - ordered[0][0]
    levels, bottom = [(ordered[0][0], shift)], ordered[0][1]
    for low, high in ordered:
        if low - bottom > EMPTY:
            shift -= low - bottom - EMPTY
            levels.append((low, shift))
        bottom = max(bottom, high)
    return levels, bottom + shift - top


def _cuts(lefts: Sequence[float], width: float) -> list[float] | None:
    """Return the layers at which lines of this width begin, or None if some layer is too wide."""
    cuts: list[float] = []
    for left, following in pairwise(lefts):
        start = cuts[-1] if cuts else lefts[0]
        if following + 2 * END - start > width:
            if left == start:
                return None
            cuts.append(left)
    return cuts


def _evenly(lefts: Sequence[float], width: float, count: int) -> list[float]:
    """Return `count` cuts that make the lines as equal in length as possible."""
    # For each layer, the least sum of squared lengths of the lines before it, and their cuts.
    best: dict[int, tuple[float, list[float]]] = {0: (0.0, [])}
    for line in range(count + 1):
        found: dict[int, tuple[float, list[float]]] = {}
        for start, (total, cuts) in best.items():
            for end in range(start + 1, len(lefts)):
                length = lefts[end] - lefts[start]
                if length + 2 * END > width:
                    break
                more = [lefts[start]] if line else []
                tried = total + length**2, [*cuts, *more]
                found[end] = min(tried, found.get(end, tried))
        best = found
    return best[len(lefts) - 1][1]


def _line(x: float, cuts: Sequence[float]) -> int:
    return sum(x > cut for cut in cuts)


def _parts(route: Sequence[Point], cuts: Sequence[float]) -> list[tuple[int, list[Point]]]:
    """Return an edge's route, split where it enters the first layer of a line."""
    parts, rest, line = [], list(route), _line(route[0][0], cuts)
    for number, cut in enumerate(cuts):
        at = next((i for i in range(2, len(rest), 2) if abs(rest[i][0] - cut) < 0.01), None)
        if at is not None:
            y = rest[at][1]
            parts.append((line, [*rest[: at + 1], (cut + END, y)]))
            rest, line = [(cut - END, y), *rest[at + 1 :]], number + 1
    parts.append((line, rest))
    return parts
