"""The layout of a graph, which is the same for all frames and fits on a page."""

from collections.abc import Sequence

from minigrad.draw.layout import Edge, Layout, Point, tight

WIDEST = 888.0  # the figure is at most 916 wide, including its margins
HIGHEST = 640.0
HIGH = 440.0  # the height at which you have to start scrolling
HIGHEST_DOWN = 900.0


def plan(
    sizes: Sequence[Point], edges: Sequence[Edge], tightness: Sequence[float]
) -> Layout | None:
    """Lay out the graph to the right or, if it's too wide, downward. If it's too big, return None.

    The gaps are the largest of `tightness` that fit.
    """
    for factor in tightness:
        laid = tight(sizes, edges, False, factor)
        if laid.width <= WIDEST and laid.height <= HIGHEST:
            return laid
    laid = tight(sizes, edges, True, factor)
    return laid if laid.width <= WIDEST and laid.height <= HIGHEST_DOWN else None


def downward(
    sizes: Sequence[Point], edges: Sequence[Edge], tightness: Sequence[float], widest: float
) -> Layout | None:
    """Lay out the graph from top to bottom, or return None if it would be wider than `widest`.

    If the graph is short, the gaps are as large as possible. Otherwise, they're as small as
    possible.
    """
    for factor in tightness:
        laid = tight(sizes, edges, True, factor)
        if laid.height <= HIGH:
            break
    return laid if laid.width <= widest else None
