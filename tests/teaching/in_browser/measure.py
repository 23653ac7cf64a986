"""`python -m tests.teaching.in_browser.measure`: measure how long a first result takes.

It opens a chapter, runs a cell with each of `SOURCES`, and reports the time, the bytes, and the
memory, both with an empty cache and with a warm one. The server sends 20 Mb/s. Chromium's own
throttling can't be used because it doesn't apply to workers, and a worker fetches Python.
"""

import sys
import threading
import time
from functools import partial
from http.server import ThreadingHTTPServer
from typing import Any

from playwright.sync_api import BrowserContext

from tests.browser import chromium, command
from tests.browser.exported import Quiet

from . import running
from .site import SITE

SPEED = 20_000_000 / 8  # bytes per second
PIECE = 32_768
CHAPTER = "00_start_here"
SOURCES = {
    "a number": "6 * 7",
    "minigrad": "import minigrad as mg\nmg.tensor([1.0, 2.0]).sum()",
    "matplotlib": "from minigrad import draw\ndraw.curves({'a': ([0, 1], [0, 1])}, x='x', y='y')",
}


class Line:
    """A connection with a bandwidth limit that all senders share."""

    def __init__(self) -> None:
        self.free, self.lock, self.sent = 0.0, threading.Lock(), 0

    def send(self, count: int) -> None:
        with self.lock:
            self.sent += count
            self.free = max(self.free, time.monotonic()) + count / SPEED
            wait = self.free - time.monotonic()
        time.sleep(max(wait, 0))


class Throttled(Quiet):
    def __init__(self, *arguments: Any, line: Line, **settings: Any) -> None:
        self.line = line
        super().__init__(*arguments, **settings)

    def copyfile(self, source: Any, outputfile: Any) -> None:
        while piece := source.read(PIECE):
            self.line.send(len(piece))
            outputfile.write(piece)


def first_result(context: BrowserContext, address: str, line: Line, source: str) -> str:
    page = context.new_page()
    page.goto(f"{address}/{CHAPTER}.html")
    page.locator(".run-go").first.wait_for()
    cell = running.sources(page)[0]["id"]
    running.write(page, cell, source)
    page.wait_for_load_state("networkidle")
    page.evaluate(running.WATCH)
    before, start = line.sent, time.monotonic()
    page.keyboard.press("Shift+Enter")
    [result] = running.ran(page)
    took = time.monotonic() - start
    page.close()
    if not result["ok"]:
        raise RuntimeError(f"the cell failed: {result['outputs']}")
    fetched = (line.sent - before) / 1e6
    return f"{took:.1f} s, fetched {fetched:.1f} MB, memory {result['memory'] / 1e6:.0f} MB"


def main() -> int:
    options = command.parser("tests.teaching.in_browser.measure", __doc__).parse_args()
    line = Line()
    handler = partial(Throttled, directory=str(SITE), line=line)
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    with chromium.started(chromium.find(options.chrome)) as browser:
        for name, source in SOURCES.items():
            context = browser.new_context()  # both visits share its cache
            for cache in ("cold", "warm"):
                took = first_result(context, address, line, source)
                print(f"{name}, {cache}: {took}", flush=True)
            context.close()
    server.shutdown()
    return 0


if __name__ == "__main__":
    sys.exit(main())
