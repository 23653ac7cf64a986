"""Points in an explorer's figure that the reader can drag."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Grip:
    """A point in the figure that follows its controls, and sets them when the reader drags it.

    During a drag, the controls take the position whose point is nearest to the pointer.
    """

    moves: Sequence[str]  # the names of the controls; the other controls keep their values
    # A function from a value of each control to the point.
    at: Callable[..., tuple[float, float] | None] | None
    # Left, top, width, and height of the area that can be grabbed; None: only the point itself.
    area: tuple[float, float, float, float] | None
    # The part of the picture that moves with the point and is held as well, relative to the point.
    body: tuple[float, float, float, float] | None = None
    runs: bool = False  # dropping it starts Play from the first position
    hinted: bool = True  # the first grip has a hint; without one, the question is about a slider
    ringed: bool = True  # drawn with a ring, for dragging; without one, you click its places
    # Instead of `at`, for one or two controls: the first's start from the left and its steps
    # to the right; the second's start from the top and its steps downward. A single one can
    # have both steps.
    grid: tuple[float, float, float, float] | None = None
    heights: Sequence[float] = ()  # for a grid of one control that follows a curve

    def __post_init__(self) -> None:
        if not self.moves:
            raise ValueError("Grip: name at least one control to move")
        if (self.at is None) == (self.grid is None):
            raise ValueError("Grip: pass either `at` or `grid`")
