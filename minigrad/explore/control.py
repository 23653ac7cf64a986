"""Parameters of an explorer, and how the reader sets them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Control:
    """A parameter: its name, its values, and the value at which the explorer starts."""

    name: str
    values: Sequence[Any]
    start: int = 0
    labels: Sequence[str] = ()  # the texts next to the slider; by default, the values as they print
    choice: bool = False  # a few alternatives, with buttons next to each other instead of a slider
    play: bool = False  # a sequence that can be played
    led: bool = False  # moved only by actions

    @property
    def has_slider(self) -> bool:
        return not (self.choice or self.led)

    def __post_init__(self) -> None:
        labels = self.labels or [
            f"{value:.6g}" if isinstance(value, float) else str(value) for value in self.values
        ]
        object.__setattr__(self, "labels", list(labels))
        if not len(self.values) == len(labels) > 0:
            raise ValueError(f"Control: {len(self.values)} values, {len(labels)} labels")
        if not 0 <= self.start < len(labels):
            raise ValueError(f"Control: start is {self.start}, of {len(labels)} positions")
