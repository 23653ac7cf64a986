"""Places in an explorer's picture that can be dragged."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Grip:
    """A point of the picture that moves with controls, and moves them when dragged.

    Led by mouse or finger, the controls go to the position whose point lies nearest.
    """

    moves: Sequence[str]  # names of the controls; the others keep their values
    at: Callable[..., tuple[float, float] | None] | None  # from a value of each control to it
    # Left, top, width, height: a press in it takes hold; None: only a press on the point.
    area: tuple[float, float, float, float] | None
    ringed: bool = True  # drawn with a ring, to be dragged; without, its places are clicked
    # In place of `at`, for one or two controls: where the first begins from the left and its steps
    # to the right, where the second begins from the top and its steps downward.
    grid: tuple[float, float, float, float] | None = None

    def __post_init__(self) -> None:
        if not self.moves:
            raise ValueError("Grip: it has to move a control")
        if (self.at is None) == (self.grid is None):
            raise ValueError("Grip: its points are told by `at`, or by a `grid`")
