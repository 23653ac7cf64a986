"""A place in an explorer's picture that can be taken into the hand."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Grip:
    """A point of the picture that moves with controls, and moves them when it is led.

    Led by mouse or finger, the controls go to the position whose point lies nearest.
    """

    moves: Sequence[str]  # names of the controls; what the others stand at stays
    at: Callable[..., tuple[float, float] | None]  # from a value of each control to the point
    area: tuple[float, float, float, float]  # left, top, width, height: a press in it takes hold
    ringed: bool = True  # drawn with a ring, to be dragged; without, its places are clicked

    def __post_init__(self) -> None:
        if not self.moves:
            raise ValueError("Grip: it has to move a control")
