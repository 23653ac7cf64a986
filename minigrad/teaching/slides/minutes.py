"""The duration of a lecture, that is, the speaking time at a lecturer's pace plus the pauses."""

import re
from collections.abc import Iterable

from .script import Note, Slide

A_MINUTE = 130  # a lecturer's speaking rate, in words per minute
WORD = re.compile(r"[^\s—–+*/=|-]\S*")


def seconds(notes: Iterable[Note]) -> float:
    """Return how many seconds a slide takes: the time to say and ask everything, plus pauses."""
    words = sum(len(WORD.findall(n.text)) for n in notes if n.kind in ("Say", "Ask"))
    pauses = sum(note.seconds for note in notes if note.kind in ("Wait", "Show"))
    return words / A_MINUTE * 60 + pauses


def ends(slides: Iterable[Slide]) -> list[float]:
    """Return the minute at which each slide ends."""
    minute, ended = 0.0, []
    for slide in slides:
        minute += seconds(slide.notes) / 60
        ended.append(minute)
    return ended


def clock(minute: float) -> str:
    """Format minutes as a clock time, rounded to ten seconds.

    >>> clock(12.34), clock(0.2)
    ('12:20', '0:10')
    """
    tens = round(minute * 6)
    return f"{tens // 6}:{tens % 6}0"
