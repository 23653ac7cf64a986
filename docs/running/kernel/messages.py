"""Messages to the page, each written to standard output as a marker and a line of JSON.

If a program writes text directly to the file descriptor, the text has no marker. The page shows
such text unchanged.
"""

import io
import json
import os
import sys
import time
from typing import Any

MARK = "\x1e"
OFTEN = 0.1  # seconds between messages from a program that prints a lot
MUCH = 20_000  # the maximum number of characters sent at once


def send(type: str, **content: Any) -> None:
    data = (MARK + json.dumps({"type": type, **content}) + "\n").encode()
    while data:
        data = data[os.write(1, data) :]


class Stream(io.TextIOBase):
    """A `sys.stdout` or `sys.stderr` for the cells, which buffers the cells' output briefly."""

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
