"""An explorer's frame at one position, and the compact format that stores all frames.

The frames of an explorer differ only a little. So each piece is stored once, and each frame stores
only the slots that differ from the previous frame.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from minigrad.draw import Drawing
from minigrad.draw.palette import LIVE, STILL
from minigrad.draw.svg import Markup, document, element

from .grip import Grip

_COLOR = re.compile(r"var\(--mg-([\w-]+), #\w+\)")


@dataclass(frozen=True)
class Frame:
    """A drawing, as elements ordered from back to front, and one sentence that describes it.

    Colors come from `LIVE`. An element that stays the same from frame to frame, at the same index,
    is stored only once.
    """

    pieces: Sequence[Markup]
    sentence: str
    brief: str = ""  # what Play says when it's fast; by default, only where it is

    def drawing(self, width: float, height: float, colors: str = "still") -> Drawing:
        """Return the whole figure on its card, in fixed ("still") or page ("live") colors."""
        parts = [card(width, height), *self.pieces]
        if colors == "still":
            parts = [Markup(_COLOR.sub(lambda match: STILL[match[1]], part)) for part in parts]
        return Drawing(document(width, height, self.sentence, *parts), self.sentence)


@dataclass(frozen=True)
class Narrow:
    """The same figure for a narrow page, such as a phone's: its pieces, and its press areas.

    Its frames have the same sentences. `areas` contains one press area for each action, and `grips`
    has the explorer's grips at their places in this shape. `data` contains the entries of the
    program's data that differ.
    """

    pieces: Callable[..., Sequence[Markup]]
    size: tuple[float, float]
    areas: Sequence[tuple[float, float, float, float] | None] = ()
    grips: Sequence[Grip] = ()
    data: Mapping[str, Any] = field(default_factory=dict)


def card(width: float, height: float) -> Markup:
    """Draw the background of a frame. The colors are readable only on this background."""
    return element("rect", width=width, height=height, rx=10, fill=LIVE["card"])


def packed(frames: Sequence[Sequence[Markup]]) -> tuple[list[str], list[list[int]]]:
    """Return the distinct pieces, and each frame's changes as slot, piece, slot, piece, ...

    The first frame's changes start from an empty drawing. Piece 0 is empty.
    """
    number: dict[str, int] = {"": 0}
    slots = max(map(len, frames))
    before, changes = [0] * slots, []
    for frame in frames:
        now = [number.setdefault(piece, len(number)) for piece in frame]
        now += [0] * (slots - len(now))
        differing = [slot for slot in range(slots) if now[slot] != before[slot]]
        changes.append([entry for slot in differing for entry in (slot, now[slot])])
        before = now
    return [in_page(piece) for piece in number], changes


def unpacked(pieces: Sequence[str], changes: Sequence[Sequence[int]]) -> list[list[str]]:
    """Return each frame's nonempty pieces, unpacked the way the front end unpacks them."""
    now: dict[int, int] = {}
    frames = []
    for change in changes:
        now.update(zip(change[::2], change[1::2], strict=True))
        frames.append([pieces[now[slot]] for slot in sorted(now) if now[slot]])
    return frames


def in_page(piece: str) -> str:
    """Return a piece with a still's colors replaced by the page's."""
    return _COLOR.sub(r"var(--mg-\1)", piece)
