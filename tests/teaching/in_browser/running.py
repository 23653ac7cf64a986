"""A chapter's page as a reader works with it: its cells run, and give what the notebook stores.

Python starts in the page, from files next to it.
"""

import re
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nbformat
from playwright.sync_api import Locator, Page

NOTEBOOKS = Path(__file__).resolve().parents[3] / "notebooks"
STARTS = 60_000  # milliseconds: Python is fetched, compiled, and started on a busy machine
RUNS = 120_000
SOON = 10_000
EXPLORER = "application/vnd.minigrad.explorer+json"
VIEW = "application/vnd.jupyter.widget-view+json"
# In a page progress is kept, so a check adds a line about the chapter.
PROGRESS = re.compile(r"\n(?:Chapter \w+|Start page): \d+ of \d+ exercises done.*")
KEEPS = re.compile(r"(?:<br>)?(?:Chapter \w+|Start page): \d+ of \d+ exercises done[^<]*")
WARNED = re.compile(r"^\S*<cell[^>]*>:", re.MULTILINE)  # a cell's name in a warning
WATCH = """
() => {
  window.mgRan = [];
  document.addEventListener("mg-ran", ({ detail }) => window.mgRan.push(detail));
}
"""


@dataclass
class Run:
    """What running a chapter gave."""

    cells: int = 0
    equal: int = 0
    seconds: float = 0
    memory: int = 0
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.equal} of {self.cells} cells as stored, {self.seconds:.0f} s, "
            f"{self.memory // 2**20} MB"
        )


def go(page: Page, cell: str) -> Locator:
    """Return the button that runs a cell."""
    return page.locator(f".tag_cell-{cell} .run-go")


def outputs(page: Page, cell: str) -> Locator:
    return page.locator(f".tag_cell-{cell} .run-outputs")


def ran(page: Page, count: int, within: float = RUNS) -> list[dict[str, Any]]:
    """Wait until so many cells have run, and return what they gave."""
    page.wait_for_function("count => window.mgRan.length >= count", arg=count, timeout=within)
    results: list[dict[str, Any]] = page.evaluate("window.mgRan")
    return results


def every_cell(page: Page, stem: str) -> Run:
    """Run all cells with the page's button, and compare what they give with the notebook."""
    notebook = nbformat.read(NOTEBOOKS / f"{stem}.ipynb", as_version=4)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    page.evaluate(WATCH)
    run, start = Run(), time.monotonic()
    page.get_by_role("button", name="Run all cells").click()
    results = {result["id"]: result for result in ran(page, len(code), STARTS + RUNS)}
    run.seconds = time.monotonic() - start
    run.memory = max(result["memory"] for result in results.values())
    for cell in code:
        run.cells += 1
        stored, given = form(cell.outputs), form(heard(results[cell.id]["outputs"]))
        if stored == given:
            run.equal += 1
        else:
            run.faults.append(f"{cell.id} gives {given!r:.400}, stored is {stored!r:.400}")
    return run


def heard(messages: list[dict[str, Any]]) -> list[Any]:
    """Return a page's messages as a notebook stores outputs."""
    found: list[Any] = []
    for message in messages:
        if message["type"] == "stream":
            last = found[-1] if found else {}
            if last.get("output_type") == "stream" and last["name"] == message["name"]:
                last["text"] += message["text"]
            else:
                stream = {"output_type": "stream", "name": message["name"]}
                found.append({**stream, "text": message["text"]})
        elif message["type"] == "error":
            text = {"ename": message["name"], "evalue": message["text"]}
            found.append({"output_type": "error", **text, "traceback": message["traceback"]})
        else:
            kind = {"result": "execute_result", "display": "display_data"}[message["type"]]
            found.append({"output_type": kind, "data": message["data"]})
    return found


def form(stored: list[Any]) -> list[Any]:
    """Return outputs in a form in which a page and a kernel agree."""
    return [_one(output) for output in stored]


def _one(output: Any) -> Any:
    if output["output_type"] == "stream":
        return output["name"], WARNED.sub("<cell>:", output["text"])
    if output["output_type"] == "error":
        return output["ename"], output["evalue"]
    data = {mime: _text(mime, value) for mime, value in output["data"].items()}
    if EXPLORER in data or VIEW in data:  # what it holds is compared where it's drawn
        return "explorer", data["text/plain"]
    return data


def _text(mime: str, value: Any) -> Any:
    if mime == "text/plain":
        return PROGRESS.sub("", value)
    return KEEPS.sub("", value) if mime == "text/html" else value
