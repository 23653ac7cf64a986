"""Moves that the reader chooses: a button above the picture, and a place in it."""

from collections.abc import Callable
from dataclasses import dataclass

Position = tuple[int, ...]  # of all controls


@dataclass(frozen=True)
class Action:
    """A move whose effect depends on the explorer's current position.

    `to` leads from a position of the controls to another one, or says in a sentence why not.
    """

    label: str
    to: Callable[[Position], Position | str]
    group: str = ""  # the name before the buttons, which are side by side
    area: tuple[float, float, float, float] | None = None  # left, top, width, height, to be pressed
    on: Callable[[Position], bool] | None = None  # of a switch
