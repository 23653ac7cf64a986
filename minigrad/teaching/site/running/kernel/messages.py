"""Messages to the page: a line of JSON each, on standard output, after a mark.

What a program writes to the file descriptor itself has no mark, and the page shows it as text.
"""

import io
import json
import os
import sys
import time
from typing import Any

MARK = "\x1e"
OFTEN = 0.1  # seconds between two messages of a program that prints a lot
MUCH = 20_000  # letters that are sent at once


def send(type: str, **content: Any) -> None:
    data = (MARK + json.dumps({"type": type, **content}) + "\n").encode()
    while data:
        data = data[os.write(1, data) :]


class Stream(io.TextIOBase):
    """`sys.stdout` or `sys.stderr` of the cells: it collects what they print for a moment."""

    def __init__(self, name: str) -> None:
        self.stream, self.parts, self.sent = name, list[str](), time.monotonic()

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.parts.append(text)
        if time.monotonic() - self.sent > OFTEN or len(text) > MUCH:
            self.flush()
        return len(text)

    def flush(self) -> None:
        self.sent = time.monotonic()
        if self.parts:
            send("stream", name=self.stream, text="".join(self.parts))
            self.parts.clear()


def flush() -> None:
    sys.stdout.flush()
    sys.stderr.flush()
