"""Tests of chapters in JupyterLab: not run yet, after a run, reopened, and untrusted."""

import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from urllib.parse import unquote, urlsplit

import nbformat
from playwright.sync_api import Browser, Locator, Page, expect

from minigrad.teaching.live import live

from . import chromium
from .handling import ExplorerDriver
from .lab import served
from .report import Report
from .stored import StoredExplorer, explorers

OPEN = """
async path => {
  const app = window.jupyterapp;
  const panel = await app.commands.execute("docmanager:open", { path, factory: "Notebook" });
  await panel.context.ready;
  await panel.revealed;
  await panel.sessionContext.ready;
  window.mgPanel = panel;
}
"""
RUN_ALL = """
async () => {
  const app = window.jupyterapp;
  await app.commands.execute("notebook:run-all-cells");
  const cells = [...window.mgPanel.content.model.cells].filter((cell) => cell.type === "code");
  const waiting = () => cells.some((cell) => cell.executionState === "running"
    || (cell.executionCount === null && cell.sharedModel.source.trim()));
  for (let i = 0; waiting() && i < 300; i++) await new Promise((next) => setTimeout(next, 100));
  return cells.map((cell) => ({
    id: cell.id, empty: !cell.sharedModel.source.trim(), count: cell.executionCount,
    expected: (cell.getMetadata("tags") ?? []).includes("raises-exception"),
    errors: cell.outputs.toJSON().filter((out) => out.output_type === "error")
      .map((out) => `${out.ename}: ${out.evalue}`),
  }));
}
"""
# Whether the heading is in the upper half of the visible part of the notebook panel.
AT_HEADING = """
([path, id]) => {
  const panels = [...window.jupyterapp.shell.widgets("main")];
  const panel = panels.find((widget) => widget.context?.path === path);
  const heading = panel?.node.querySelector(
    ["data-jupyter-id", "id"].map((key) => `:is(h1, h2, h3)[${key}="${CSS.escape(id)}"]`).join());
  if (!heading) return false;
  const place = panel.content.node.getBoundingClientRect();
  const { top, height } = heading.getBoundingClientRect();
  return height > 0 && top >= place.top - 2 && top <= place.top + place.height / 2;
}
"""
# A kernel that reruns the chapter may produce a different last digit after training. Values are in
# pixels, and coordinates are rounded to tenths.
ANEW = 0.15
LINK = re.compile(r"\]\([^)\s]*\.ipynb")
CLOSE = """
path => [...window.jupyterapp.shell.widgets("main")]
  .find((widget) => widget.context?.path === path).dispose()
"""
SAVE = "() => window.mgPanel.context.save()"
SHUT = """
async () => {
  await window.mgPanel.sessionContext.shutdown();
  window.mgPanel.dispose();
}
"""


def check(
    report: Report, browser: Browser, chapters: list[Path], folder: Path, pictures: Path
) -> None:
    """Check every chapter before and after a run, when reopened, and in an untrusted copy."""
    with served(folder, chapters[0].parent) as address:
        watch = chromium.Watch(browser)
        page = watch.page
        _enter(page, address)
        for chapter in chapters:
            name = chapter.stem
            figures = explorers(live(chapter))
            report.check(f"{name} opened", partial(_opened, report, page, chapter, 0))
            report.check(f"{name} only opened", partial(_unchanged, page))
            report.check(f"{name} run", partial(_run_all, page))
            _explore(report, f"{name} run", page, figures, ExplorerDriver.check_thoroughly, ANEW)
            report.check(f"{name} pictures", partial(_pictures, page, pictures, name, figures))
            page.evaluate(SAVE)
            page.evaluate(SHUT)
            if figures:
                again = f"{name} reopened after its run"
                report.check(again, partial(_opened, report, page, chapter, len(figures)))
                _explore(report, again, page, figures, ExplorerDriver.check_quickly)
                page.evaluate(SHUT)
                report.check(
                    f"{name} untrusted", partial(_untrusted, page, folder, chapter, figures)
                )
        if len(chapters) > 1:
            report.check("links into closed chapters", partial(_links, page, chapters[0].parent))
        for wrong in watch.faults():
            report.fault("page", wrong)
        page.close()


def _enter(page: Page, address: str) -> None:
    page.goto(f"{address}/lab?reset")
    page.wait_for_function("() => window.jupyterapp", timeout=120_000)
    page.evaluate("() => window.jupyterapp.restored.then(() => null)")


def _opened(report: Report, page: Page, chapter: Path, figures: int) -> None:
    """Open a notebook and make sure that its saved explorers are there before any cell runs.

    JupyterLab waits for the kernel's widgets before it restores the ones stored in the notebook.
    Until then, it may show "model not found" or nothing, and never update it
    (jupyterlab/jupyterlab#15361). Reopening the notebook helps, so we try that up to twice and
    report it. Saving it first would store that no widget is there.
    """
    for attempt in (1, 2, 3):
        page.evaluate(OPEN, chapter.name)
        shown = page.locator(".jp-NotebookPanel .mg-figure")
        try:
            expect(shown).to_have_count(figures, timeout=60_000)
            return
        except AssertionError:
            if attempt == 3:
                raise
            report.notes.append(f"JupyterLab lost the widgets of {chapter.name}; reopened it")
            page.evaluate(SHUT)


def _unchanged(page: Page) -> None:
    """Check that no answer is in view, and that JupyterLab doesn't ask to save the notebook."""
    outputs = page.locator(".jp-NotebookPanel .jp-OutputArea-output").count()
    assert outputs == 0, f"{outputs} outputs are in view before any cell has run"
    page.wait_for_timeout(1500)  # JupyterLab stores the kernel's language once it knows it
    changed = page.evaluate("() => window.mgPanel.context.model.dirty")
    assert not changed, "the chapter counts as modified although it was only opened"


def _explore(
    report: Report,
    where: str,
    page: Page,
    figures: dict[str, StoredExplorer],
    handle: Callable[[ExplorerDriver], None],
    off: float = 0,
) -> None:
    for title, stored in figures.items():
        report.explorer(where, page, _explorer(page, title), stored, handle, off)


def _explorer(page: Page, title: str) -> Locator:
    figure = page.locator(f'.mg-figure[aria-label="{title}"]')
    return page.locator(".jp-NotebookPanel .mg-explorer").filter(has=figure)


def _run_all(page: Page) -> None:
    """Run every cell. A cell may fail only if it's tagged `raises-exception`."""
    wrong = []
    for cell in page.evaluate(RUN_ALL):
        if cell["count"] is None and not cell["empty"]:
            wrong.append(f"{cell['id']} wasn't run")
        if bool(cell["errors"]) != cell["expected"]:
            wrong.append(
                f"{cell['id']}: {cell['errors'] or 'no error although the cell is tagged'}"
            )
    assert not wrong, "; ".join(wrong)


def _pictures(page: Page, folder: Path, name: str, figures: dict[str, StoredExplorer]) -> None:
    """Save screenshots of each explorer in both themes for people to look at."""
    execute = "name => window.jupyterapp.commands.execute('apputils:change-theme', {theme: name})"
    for theme in ("Dark", "Light"):
        page.evaluate(execute, f"JupyterLab {theme}")
        light = str(theme == "Light").lower()
        page.locator(f'body[data-jp-theme-light="{light}"]').wait_for(state="attached")
        for number, title in enumerate(figures):
            place = _explorer(page, title)
            place.scroll_into_view_if_needed()
            page.wait_for_timeout(100)
            place.screenshot(path=folder / f"{name[:2]}-{number}-{theme.lower()}.png")


def _links(page: Page, notebooks: Path) -> None:
    """Follow the glossary's links into closed chapters and check that the headings are in view."""
    page.evaluate(OPEN, "glossary.ipynb")
    links = page.locator(".jp-NotebookPanel .jp-RenderedMarkdown a[href*='.ipynb']")
    # Cells are attached one by one, and links are found by index, so every cell has to be attached.
    texts = [
        cell["source"]
        for cell in nbformat.read(notebooks / "glossary.ipynb", as_version=4)["cells"]
        if cell["cell_type"] == "markdown"
    ]
    expect(links).to_have_count(len(LINK.findall("\n".join(texts))), timeout=60_000)
    targets: dict[str, tuple[int, str]] = {}
    for number, link in enumerate(links.all()):
        address = urlsplit(link.get_attribute("href") or "")
        path = address.path.rpartition("/")[2]
        if address.fragment and (notebooks / path).exists():
            targets.setdefault(path, (number, unquote(address.fragment)))
    assert len(targets) > 5, f"links into {sorted(targets)} alone"
    for path, (number, heading) in sorted(targets.items())[:4]:
        page.evaluate(OPEN, "glossary.ipynb")
        links.nth(number).click()
        page.wait_for_function(AT_HEADING, arg=[path, heading], timeout=60_000)
        page.evaluate(CLOSE, path)


def _untrusted(page: Page, folder: Path, chapter: Path, figures: dict[str, StoredExplorer]) -> None:
    """Check that an untrusted copy, like a fresh clone, shows text that says what to do."""
    notebook = json.loads(chapter.read_text(encoding="utf-8"))
    cell = {"cell_type": "markdown", "id": "a-stranger", "metadata": {}, "source": "A stranger."}
    notebook["cells"].append(cell)  # this copy was never run or signed on this machine
    copy = folder / "my_notebooks" / f"untrusted_{chapter.name}"
    copy.write_text(json.dumps(notebook), encoding="utf-8")
    page.evaluate(OPEN, copy.name)
    try:
        texts = page.locator(".jp-NotebookPanel .jp-OutputArea-output")
        hints = texts.filter(has_text="If you don't see a slider, run the notebook up to this cell")
        # JupyterLab attaches the cells below the window only when it's idle.
        expect(hints).to_have_count(len(figures), timeout=60_000)
        assert page.locator(".jp-NotebookPanel .mg-explorer").count() == 0, "a widget is shown"
    finally:
        page.evaluate(SHUT)
