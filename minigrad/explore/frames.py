"""What an explorer shows at one position, and how many of them are stored together.

Frames of one explorer differ little. The pieces of all drawings are kept once, and of each frame
only the slots in which it differs from the frame before.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from minigrad.draw import Drawing
from minigrad.draw.palette import LIVE, STILL
from minigrad.draw.svg import Markup, document, element

_COLOR = re.compile(r"var\(--mg-([\w-]+), #\w+\)")


@dataclass(frozen=True)
class Frame:
    """A drawing as its elements, from back to front, and one sentence that says what is seen.

    Colors are taken from `LIVE`. An element that stays the same from frame to frame, at the same
    place of the sequence, is stored once.
    """

    pieces: Sequence[Markup]
    sentence: str
    trace: tuple[float, float] | None = None  # where its visit leaves a mark in the picture

    def drawing(self, width: float, height: float, colors: str = "still") -> Drawing:
        """The whole picture on its card: "still" in fixed colors, "live" in those of the page."""
        parts = [card(width, height), *self.pieces]
        if colors == "still":
            parts = [Markup(_COLOR.sub(lambda match: STILL[match[1]], part)) for part in parts]
        return Drawing(document(width, height, self.sentence, *parts), self.sentence)


def card(width: float, height: float) -> Markup:
    """The ground on which every frame is drawn: its colors can be read on no other."""
    return element("rect", width=width, height=height, rx=10, fill=LIVE["card"])


def packed(frames: Sequence[Frame]) -> tuple[list[str], list[list[int]]]:
    """The pieces of all frames, each once; and per frame its changes: slot, piece, slot, piece ...

    The first frame changes an empty drawing. Piece 0 is empty.
    """
    number: dict[str, int] = {"": 0}
    slots = max(len(frame.pieces) for frame in frames)
    before, changes = [0] * slots, []
    for frame in frames:
        now = [number.setdefault(piece, len(number)) for piece in frame.pieces]
        now += [0] * (slots - len(now))
        differing = [slot for slot in range(slots) if now[slot] != before[slot]]
        changes.append([entry for slot in differing for entry in (slot, now[slot])])
        before = now
    return [in_page(piece) for piece in number], changes


def unpacked(pieces: Sequence[str], changes: Sequence[Sequence[int]]) -> list[list[str]]:
    """The pieces of each frame, empty ones left out: what the front end makes of `packed`."""
    now: dict[int, int] = {}
    frames = []
    for change in changes:
        now.update(zip(change[::2], change[1::2], strict=True))
        frames.append([pieces[now[slot]] for slot in sorted(now) if now[slot]])
    return frames


def in_page(piece: str) -> str:
    """A piece in the colors of the page, without those of a still."""
    return _COLOR.sub(r"var(--mg-\1)", piece)
