"""The duration of a lecture: the time to speak, to read, to type, and to wait on each slide."""

import re
from collections.abc import Iterable

from .script import Note

A_MINUTE = 130  # a lecturer's speaking rate, in words per minute
READ = 240  # the words that adults read silently in a minute (Brysbaert 2019)
A_LINE = 25  # seconds to find a blank and type a line that students call out, with its mistakes
WORD = re.compile(r"[^\s—–+*/=|-]\S*")
NAME = re.compile(r"[^\W_]+")
FORMULA = re.compile(r"\$+[^$]+\$+")


def seconds(notes: Iterable[Note], texts: Iterable[str]) -> float:
    """Return how many seconds a slide takes: to speak, read, type, and wait."""
    words = sum(len(WORD.findall(n.text)) for n in notes if n.kind in ("Say", "Ask"))
    read = sum(len(NAME.findall(FORMULA.sub(" formula ", text))) for text in texts)
    pauses = sum(note.seconds for note in notes if note.kind in ("Wait", "Show"))
    typed = A_LINE * sum(note.lines for note in notes if note.kind == "Type")
    return 60 * words / A_MINUTE + 60 * read / READ + typed + pauses


def clock(minute: float) -> str:
    """Format minutes as a clock time, rounded to ten seconds.

    >>> clock(12.34), clock(0.2)
    ('12:20', '0:10')
    """
    tens = round(minute * 6)
    return f"{tens // 6}:{tens % 6}0"


def between(start: float, end: float) -> str:
    """Format the time between two clock times as they're printed.

    >>> clock(0.58), between(0.58, 1.09), clock(1.09)
    ('0:30', '0:40', '1:10')
    """
    return clock((round(end * 6) - round(start * 6)) / 6)
