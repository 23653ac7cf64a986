"""Test a chapter's page with the other backend, Pyodide, from the npm package.

The package contains Python and its standard library. NumPy is available only over the network, so
cells that need it don't run here.
"""

import json
from collections.abc import Iterator

from playwright.sync_api import Error, Page, Route, expect

from minigrad.teaching.assets import package

from .running import SOON, STARTS, WATCH, outputs, sources, write

FOLDER = "pyodide-from-npm"


def runs(page: Page, address: str) -> Iterator[str]:
    step = "says where Python comes from"

    def chosen(route: Route) -> None:
        backend = {"worker": "pyodide.js", "address": f"{address}/{FOLDER}/", "packages": []}
        route.fulfill(body=json.dumps(backend))

    def of_npm(route: Route) -> None:
        route.fulfill(path=package("pyodide") / route.request.url.rpartition("/")[2])

    try:
        page.route("**/backend.json", chosen)
        page.route(f"**/{FOLDER}/*", of_npm)
        page.reload()
        expect(page.locator(".run-place")).to_contain_text("fetches Python, from 127.0.0.1")
        code = [cell for cell in sources(page) if not cell.get("guess")]
        first, last = code[0]["id"], code[-1]["id"]
        page.evaluate(WATCH)
        step = "runs a cell"
        write(page, first, "import sys\nkept = 6 * 7\nkept, sys.platform")
        page.keyboard.press("Shift+Enter")
        expect(outputs(page, first)).to_have_text("(42, 'emscripten')", timeout=STARTS)
        step = "shows the reader's line of an error"
        write(page, last, "print('before')\n1 / 0")
        page.keyboard.press("Shift+Enter")
        error = outputs(page, last)
        expect(error.locator(".traceback")).to_contain_text(
            "line 2, in <module>\n    1 / 0", timeout=SOON
        )
        expect(error.locator(".stream")).to_have_text("before")
        step = "stops, and brings back what cells computed"
        write(page, last, "while True: pass")
        page.keyboard.press("Shift+Enter")
        expect(page.locator(".run-bar")).to_contain_text("Running", timeout=SOON)
        page.wait_for_timeout(500)
        page.locator(".run-bar button").click()
        expect(error).to_contain_text("Stopped", timeout=SOON)
        write(page, last, "kept + 1")
        page.keyboard.press("Shift+Enter")
        expect(error).to_have_text("43", timeout=STARTS)
    except (AssertionError, Error) as wrong:
        yield f"pyodide: {step}: {str(wrong)[:400]}"
