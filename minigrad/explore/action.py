"""Moves that the reader makes with a button above the figure or by pressing part of it."""

from collections.abc import Callable
from dataclasses import dataclass

Position = tuple[int, ...]  # the positions of all controls


@dataclass(frozen=True)
class Action:
    """A move whose effect depends on the explorer's current position.

    `to` takes the controls' positions and returns their next positions, or a sentence that says why
    the move isn't possible.
    """

    label: str
    to: Callable[[Position], Position | str]
    group: str = ""  # the label in front of the buttons, which are next to each other
    # Left, top, width, and height of the area to press.
    area: tuple[float, float, float, float] | None = None
    on: Callable[[Position], bool] | None = None  # for a switch: whether it's on
