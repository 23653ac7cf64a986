"""The duration of a lecture: the time to speak and to read each slide, plus the pauses."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .lecture import Slide

A_MINUTE = 130  # a lecturer's speaking rate, in words per minute
READ = 240  # the words that adults read silently in a minute (Brysbaert 2019)
WORD = re.compile(r"[^\s—–+*/=|-]\S*")
NAME = re.compile(r"[^\W_]+")
FORMULA = re.compile(r"\$+[^$]+\$+")


def seconds(slide: "Slide") -> float:
    """Return how many seconds a slide takes: to say and ask everything, to read it, and to wait."""
    words = sum(len(WORD.findall(n.text)) for n in slide.notes if n.kind in ("Say", "Ask"))
    pauses = sum(note.seconds for note in slide.notes if note.kind in ("Wait", "Show"))
    return 60 * words / A_MINUTE + 60 * _words_to_read(slide) / READ + pauses


def _words_to_read(slide: "Slide") -> int:
    """Return the words on a slide, in its text, choices, and code. A formula counts as a word."""
    texts = [FORMULA.sub(" formula ", part.markdown) for part in slide.parts]
    texts += [choice.text for part in slide.parts for choice in part.choices]
    texts += [part.code.source for part in slide.parts if part.code]
    return sum(len(NAME.findall(text)) for text in texts)


def ends(slides: Iterable["Slide"]) -> list[float]:
    """Return the minute at which each slide ends."""
    minute, ended = 0.0, []
    for slide in slides:
        minute += seconds(slide) / 60
        ended.append(minute)
    return ended


def clock(minute: float) -> str:
    """Format minutes as a clock time, rounded to ten seconds.

    >>> clock(12.34), clock(0.2)
    ('12:20', '0:10')
    """
    tens = round(minute * 6)
    return f"{tens // 6}:{tens % 6}0"
