"""Moves that the reader makes with a button above the figure or by pressing part of the figure."""

from collections.abc import Callable
from dataclasses import dataclass

Position = tuple[int, ...]  # the positions of all controls


@dataclass(frozen=True)
class Action:
    """A move whose effect depends on the explorer's current position.

    `to` is a function from the controls' positions to their next positions. If the move isn't
    possible, `to` returns a sentence that says why.
    """

    label: str
    to: Callable[[Position], Position | str]
    group: str = ""  # the label in front of the buttons, which are next to each other
    # Left, top, width, and height of the area to press.
    area: tuple[float, float, float, float] | None = None
