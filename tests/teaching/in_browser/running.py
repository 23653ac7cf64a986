"""Checks that a chapter's page runs its cells as a reader would and gets the stored outputs.

Python starts in the page, from files next to it.
"""

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nbformat
from playwright.sync_api import Error, Locator, Page, expect

NOTEBOOKS = Path(__file__).resolve().parents[3] / "notebooks"
STARTS = 120_000  # milliseconds, because a busy machine fetches, compiles, and starts Python
RUNS = 180_000
SOON = 30_000
# A page keeps progress, so a check's reply has an extra line about the chapter.
PROGRESS = re.compile(r"(?:^|\n)Chapter \w+: \d+ of \d+ exercises done.*")
KEEPS = re.compile(r"(?:<br>)?Chapter \w+: \d+ of \d+ exercises done[^<]*")
NOWHERE = re.compile(r"No progress is saved here\..*?a line for each chapter\.", re.DOTALL)
BAR = re.compile(r"\d+ steps")
DRAWN = re.compile(r"mg[0-9a-f]{8}-")
DIGITS = re.compile(r"\d+\.\d{4,}")
WARNED = re.compile(r"^\S*<cell[^>]*>:", re.MULTILINE)  # a cell's name in a warning
SOLUTION = re.compile(r"```python\n(.*?)\n?```", re.DOTALL)
WRONG_ANSWER = re.compile(r"\.\.\.")
# A value whose HTML tries to take over the page.
MARKUP = """
class Markup:
    def _repr_html_(self):
        act = "document.title = 'taken'"
        tried = f'<img src="data:," onerror="{act}"><script>{act}</script><iframe></iframe>'
        return f'<b onclick="{act}">bold</b>' + tried
Markup()"""
DONE = """() => new Promise((done) => {
  const request = indexedDB.open("minigrad");
  request.onsuccess = () => {
    const read = request.result.transaction("kept").objectStore("kept").get("done");
    read.onsuccess = () => done(read.result);
  };
})"""
WATCH = """
() => {
  window.mgRan = [];
  window.mgIdle = 0;
  document.addEventListener("mg-idle", () => window.mgIdle++);
  document.addEventListener("mg-ran", ({ detail }) => window.mgRan.push(detail));
}
"""


@dataclass
class Run:
    """The results of running a chapter."""

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


def run_button(page: Page, cell: str) -> Locator:
    """Return the button that runs a cell."""
    return page.locator(f".tag_cell-{cell} .run-go")


def outputs(page: Page, cell: str) -> Locator:
    return page.locator(f".tag_cell-{cell} .run-outputs")


def ran(page: Page, within: float = STARTS + RUNS) -> list[dict[str, Any]]:
    """Wait until no cell is running and return the outputs of all cells."""
    page.wait_for_function("() => window.mgIdle > 0", timeout=within)
    results: list[dict[str, Any]] = page.evaluate("window.mgRan")
    return results


def every_cell(page: Page, stem: str) -> Run:
    """Run all cells with the page's button and compare their outputs with the notebook."""
    notebook = nbformat.read(NOTEBOOKS / f"{stem}.ipynb", as_version=4)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    page.evaluate(WATCH)
    run, start = Run(), time.monotonic()
    page.get_by_role("button", name="Run all cells").click()
    results = {result["id"]: result for result in ran(page)}
    run.seconds = time.monotonic() - start
    run.memory = max((result["memory"] for result in results.values()), default=0)
    for cell in code:
        run.cells += 1
        if cell.id not in results:
            run.faults.append(f"{cell.id} doesn't run")
            continue
        stored, given = form(cell.outputs), form(as_outputs(results[cell.id]["outputs"]))
        if stored == given:
            run.equal += 1
        else:
            run.faults.append(
                f"{cell.id} outputs {given!r:.400}, but the stored output is {stored!r:.400}"
            )
    return run


def as_outputs(messages: list[dict[str, Any]]) -> list[Any]:
    """Return a page's messages in the form in which a notebook stores outputs."""
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
    """Return outputs in a form that's the same for a page and for a kernel."""
    return [_one(output) for output in stored if not _is_progress(output)]


def _is_progress(output: Any) -> bool:
    """Return whether an output was a progress bar, which a page shows at the bottom instead."""
    return bool(BAR.fullmatch(output.get("data", {}).get("text/plain", "")))


def _one(output: Any) -> Any:
    if output["output_type"] == "stream":
        return output["name"], WARNED.sub("<cell>:", output["text"])
    if output["output_type"] == "error":
        return output["ename"], output["evalue"]
    data = {mime: _text(mime, value) for mime, value in output["data"].items()}
    # A notebook stores only an explorer's picture and text. It's compared where it's drawn.
    if ": an explorer with " in data.get("text/plain", ""):
        return "explorer", data["text/plain"]
    return data


def _text(mime: str, value: Any) -> Any:
    if mime == "text/plain":
        return PROGRESS.sub("", NOWHERE.sub("", value))
    if mime not in ("text/html", "image/svg+xml"):
        return value
    # The last digits, and the ids derived from them, differ between machines.
    same = DIGITS.sub(lambda number: f"{float(number[0]):.3g}", DRAWN.sub("", value))
    return KEEPS.sub("", NOWHERE.sub("", same))


def sources(page: Page) -> list[dict[str, str]]:
    cells: list[dict[str, str]] = page.evaluate(
        """async () => {
          const { chapter } = document.querySelector("[data-chapter]").dataset;
          return (await (await fetch(`_static/running/chapters/${chapter}.json`)).json()).cells;
        }"""
    )
    return cells


def write(page: Page, cell: str, source: str) -> None:
    """Replace the code of a cell in its editor, as a reader with a keyboard would."""
    place = page.locator(f".tag_cell-{cell}")
    place.locator(".run-tools button", has_text="Edit").click()
    editor = place.locator(".cm-content")
    expect(editor).to_be_focused(timeout=SOON)
    editor.press("ControlOrMeta+a")
    page.keyboard.insert_text(source)


def works(page: Page, *, quick: bool = False) -> Iterator[str]:
    """Work through a chapter's page and stop at the first step that fails."""
    step = "offers to run"
    try:
        cells = sources(page)
        code = [cell for cell in cells if not cell.get("guess")]
        first, last = code[0]["id"], code[-1]["id"]
        page.evaluate(WATCH)
        step = "runs a cell by Shift + Enter"
        write(page, first, f"{code[0]['source']}\nkept = 6 * 7\nkept")
        page.keyboard.press("Shift+Enter")
        expect(outputs(page, first)).to_have_text("42", timeout=STARTS)
        step = "shows the reader's line of an error first"
        write(page, last, "1")
        page.keyboard.type(" / 0")  # key by key, because elsewhere, "/" focuses the search
        page.keyboard.press("Shift+Enter")
        error = outputs(page, last).locator(".traceback")
        expect(error).to_contain_text("----> 1 1 / 0", timeout=SOON)
        step = "reports the outcome to a screen reader"
        expect(page.locator("div.run-spoken")).to_contain_text("failed. ZeroDivisionError")
        step = "shows what a program prints as text"
        write(page, last, 'print("<img src=x onerror=alert(1)>")')
        page.keyboard.press("Shift+Enter")
        expect(outputs(page, last)).to_contain_text("<img src=x", timeout=SOON)
        step = "runs a cell again that was changed while it ran"
        write(page, last, "import time\ntime.sleep(3)")
        page.keyboard.press("Shift+Enter")
        expect(page.locator(".run-bar")).to_contain_text("Running", timeout=SOON)
        write(page, last, "6 * 9")
        page.keyboard.press("Shift+Enter")
        expect(outputs(page, last)).to_have_text("54", timeout=SOON)
        step = "keeps markup harmless"
        write(page, last, MARKUP)
        page.keyboard.press("Shift+Enter")
        expect(outputs(page, last).locator("b")).to_have_text("bold", timeout=SOON)
        if page.evaluate(
            "document.title === 'taken' || !!document.querySelector('.run-outputs iframe')"
        ):
            yield "running: a cell's markup takes effect"
        if quick:
            return
        step = "stops an endless loop"
        write(page, last, "while True: pass")
        page.keyboard.press("Shift+Enter")
        bar = page.locator(".run-bar")
        expect(bar).to_contain_text("Running", timeout=SOON)
        if (name := f"cell {len(cells)} of {len(cells)}") not in bar.inner_text():
            yield f"running: the bar doesn't name {name}"
        step = "leads to the cell that runs"
        page.evaluate("scrollTo(0, 0)")
        bar.get_by_role("link").click()
        expect(page.locator(f".tag_cell-{last}")).to_be_in_viewport(timeout=SOON)
        step = "stops an endless loop"
        page.wait_for_timeout(500)
        start = time.monotonic()
        bar.locator("button").click()
        expect(outputs(page, last)).to_contain_text("Stopped", timeout=SOON)
        if (took := time.monotonic() - start) > 5:  # it takes a second on an idle machine
            yield f"running: Stop took {took:.1f} s"
        step = "restores the values that cells computed"
        write(page, last, "kept + 1")
        page.keyboard.press("Shift+Enter")
        expect(outputs(page, last)).to_have_text("43", timeout=STARTS)
        step = "saves the written code"
        page.wait_for_timeout(1000)
        page.reload()
        expect(page.locator(f".tag_cell-{last} .cell_input pre")).to_contain_text("kept + 1")
        step = "saves it as a notebook"
        page.locator(f".tag_cell-{first} .run-go").click()
        expect(outputs(page, first)).to_have_text("42", timeout=STARTS)
        page.locator(".run-more summary").click()
        with page.expect_download() as saved:
            page.get_by_role("button", name="Download with my changes").click()
        if not saved.value.suggested_filename.endswith(" (yours).ipynb"):
            yield f"running: the notebook's name is {saved.value.suggested_filename}"
        notebook = nbformat.read(saved.value.path(), as_version=4)
        cell_of = {cell.id: cell for cell in notebook.cells}
        if cell_of[last].source != "kept + 1":
            yield f"running: the notebook has {cell_of[last].source!r}"
        if [one.data.get("text/plain") for one in cell_of[first].outputs] != ["42"]:
            yield f"running: the notebook's output is {cell_of[first].outputs}"
        step = "opens it again"
        page.locator('.run-place input[type="file"]').set_input_files(saved.value.path())
        expect(page.locator(".run-place [role=status]")).to_contain_text("is open", timeout=SOON)
        step = "is reset"
        reset = page.get_by_role("button", name="Reset chapter")
        reset.click()
        page.get_by_role("button", name="Press again").click()
        expect(page.locator(".run-place [role=status]")).to_contain_text(
            "chapter has been reset", timeout=SOON
        )
        page.reload()
        expect(page.locator(f".tag_cell-{last} .cell_input pre")).not_to_contain_text("kept + 1")
    except (AssertionError, Error) as wrong:
        yield f"running: {step}: {str(wrong)[:400]}"
        page.reload()  # stops a loop that may still be running, so that the next check can begin


def elsewhere(page: Page) -> Iterator[str]:
    """Check that a page on which Python can't start is readable and says where cells can run."""
    step = "a browser without WebAssembly"
    try:
        page.add_init_script("delete window.WebAssembly")
        page.reload()
        page.wait_for_load_state("networkidle")
        expect(page.locator("div.where.if-reads").first).to_be_visible(timeout=SOON)
        expect(page.locator("div.where.if-reads a[download]").first).to_be_visible()
        expect(page.locator(".run-go")).to_have_count(0)
        for place in page.locator(".run-place, .if-runs").all():
            expect(place).to_be_hidden()
    except (AssertionError, Error) as wrong:
        yield f"elsewhere: {step}: {str(wrong)[:400]}"


def fails(page: Page) -> Iterator[str]:
    """Check that a page says why Python didn't start and what to do."""
    try:
        page.route("**/python.wasm.gz*", lambda route: route.fulfill(body=b"not a program"))
        page.locator(".run-go").first.click()
        said = page.locator(".run-offer").first
        expect(said).to_contain_text("Python can't run here (CompileError", timeout=SOON)
        expect(said).to_contain_text("download the notebook")
        expect(page.locator(".run-bar")).to_be_hidden()
    except (AssertionError, Error) as wrong:
        yield f"elsewhere: Python that doesn't start: {str(wrong)[:400]}"


def exercises(page: Page, stem: str) -> Iterator[str]:
    """Fail the chapter's first exercise, solve it with its own solution, and reload the page."""
    step = "the stub"
    try:
        notebook = nbformat.read(NOTEBOOKS / f"{stem}.ipynb", as_version=4)
        stub, check, solution = exercise(notebook)
        page.evaluate(WATCH)
        step = "is not tried, and what it needs hasn't run yet"
        run_button(page, stub.id).click()
        run_button(page, check.id).click()
        verdict = outputs(page, check.id)
        expect(verdict).to_contain_text("Not tried yet", timeout=STARTS + RUNS)
        step = "is wrong"
        write(page, stub.id, WRONG_ANSWER.sub("0.0", stub.source))
        page.keyboard.press("Shift+Enter")
        run_button(page, check.id).click()
        expect(verdict).to_contain_text("Not yet", timeout=SOON)
        step = "gets a hint"
        given = verdict.locator(".output").count()
        verdict.get_by_role("button", name="Show a hint").click()
        expect(verdict.locator(".output")).to_have_count(given + 1, timeout=SOON)
        step = "is right, although only the check is run"
        write(page, stub.id, solution)
        expect(page.locator(f".tag_cell-{stub.id}.run-stale")).to_have_count(1)
        run_button(page, check.id).click()
        expect(verdict).to_contain_text("Right.", timeout=SOON)
        expect(verdict).to_contain_text("1 of", timeout=SOON)
        mark = page.locator(f".tag_cell-{check.id} .run-solved")
        expect(mark).to_contain_text("You solved this exercise on", timeout=SOON)
        step = "stays done"
        page.wait_for_timeout(1000)
        page.reload()
        expect(page.locator(f".tag_cell-{stub.id} .cell_input pre")).to_have_text(solution)
        expect(mark).to_contain_text("You solved this exercise on", timeout=SOON)
        expect(page.locator(".run-solved")).to_have_count(1)
        done = page.evaluate(DONE)
        if not done or not any(done.values()):
            yield f"an exercise: the solved exercise isn't saved: {done}"
    except (AssertionError, Error) as wrong:
        yield f"an exercise: {step}: {str(wrong)[:400]}"


def exercise(notebook: Any) -> tuple[Any, Any, str]:
    """Return the stub, the check, and the solution of the first exercise."""
    cells = notebook.cells
    at = next(i for i, cell in enumerate(cells) if cell.source.startswith("check("))
    fold = next(cell.source for cell in cells[at:] if "<summary>Solution" in cell.source)
    [solution] = SOLUTION.findall(fold)[:1]
    return cells[at - 1], cells[at], solution


def guesses(page: Page) -> Iterator[str]:
    """Check that a guess in a form is kept and that `compare` receives it."""
    step = "gets a reply"
    try:
        form = page.locator("form.guess").first
        form.scroll_into_view_if_needed()
        typed = form.locator("input[type=text]")
        if typed.count():
            typed.fill("12345")  # counts as a surprise
        else:
            form.locator("input[type=radio]").first.check()
        form.locator("button").click()
        expect(form.locator(".said")).not_to_be_empty(timeout=SOON)
        step = "is saved"
        page.wait_for_timeout(1000)
        page.reload()
        expect(page.locator("form.guess .said").first).not_to_be_empty(timeout=SOON)
        step = "is in the notebook, after another guess"
        if typed.count():
            typed.fill("7")
            form.locator("button").click()
            page.locator(".run-more summary").click()
            with page.expect_download() as saved:
                page.get_by_role("button", name="Download with my changes").click()
            written = nbformat.read(saved.value.path(), as_version=4)
            if "guess = 7\n# My first guess: 12345" not in {c.source for c in written.cells}:
                yield "a guess: the notebook doesn't have the first one"
    except (AssertionError, Error) as wrong:
        yield f"a guess: {step}: {str(wrong)[:400]}"
