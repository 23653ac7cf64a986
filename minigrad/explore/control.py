"""An explorer's parameters, and the ways in which the reader sets them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .pixels import Bits
from .typed import Words

FEW = 64  # with more positions, a step between two of them is hardly visible


@dataclass(frozen=True)
class Control:
    """A parameter with its name, its values, and the index of its initial value."""

    name: str
    values: Sequence[Any]
    start: int = 0
    labels: Sequence[str] = ()  # the texts next to the slider; by default, the values as they print
    choice: bool = False  # a few alternatives, shown as a row of buttons instead of a slider
    play: bool = False  # a sequence that can be played
    waits: bool = False  # Play stops at the start, where the reader chooses how it goes on
    slow: int = 0  # how many of the first positions Play shows long enough to read
    fast: int = 0  # the position from which on Play hurries, because little changes; 0 is never
    runs: bool = False  # a click, or dropping the slider, starts Play from the first position
    led: bool = False  # moved only by actions, by typing, or by drawing
    # For each value, the positions to which choosing it moves other controls, by name.
    sets: Sequence[Mapping[str, int]] = ()

    @property
    def has_slider(self) -> bool:
        return not (self.choice or self.led)

    @property
    def smooth(self) -> bool:
        """Return whether the figure follows a grip even between two positions."""
        return self.size <= FEW and all(isinstance(value, float) for value in self.values)

    @property
    def size(self) -> int:
        return self.values.size if isinstance(self.values, Words | Bits) else len(self.values)

    def index(self, value: Any) -> int:
        """Return the position of a value."""
        if value not in self.values:
            options = self.labels or "other values"
            raise ValueError(f"{self.name!r} can't be {value!r}; the options are {options}")
        return self.values.index(value)

    def label(self, i: int) -> str:
        return str(self.values[i]) if isinstance(self.values, Words | Bits) else self.labels[i]

    def __post_init__(self) -> None:
        if isinstance(self.values, Words | Bits):
            object.__setattr__(self, "led", True)
            object.__setattr__(self, "labels", [])
            if not 0 <= self.start < self.size:
                raise ValueError(
                    f"Control: start is {self.start}, but there are {self.size} values"
                )
            return
        labels = self.labels or [
            f"{value:.6g}" if isinstance(value, float) else str(value) for value in self.values
        ]
        object.__setattr__(self, "labels", list(labels))
        if not len(self.values) == len(labels) > 0:
            raise ValueError(
                f"Control: pass one label for each value; there are {len(self.values)} "
                f"values and {len(labels)} labels"
            )
        if not 0 <= self.start < len(labels):
            raise ValueError(
                f"Control: start is {self.start}, but there are {len(labels)} positions"
            )
