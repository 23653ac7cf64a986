"""Tests of chapters exported with nbconvert, without a kernel and only with local scripts."""

import sys
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from nbformat import NotebookNode
from playwright.sync_api import Browser, Locator, Page

from minigrad.teaching import assets
from minigrad.teaching.live import all_live

from . import chromium, unfriendly
from .accessibility import violations
from .handling import ExplorerDriver
from .report import Report
from .stored import StoredExplorer, explorers

WIDTHS = (1400, 900, 390)
THEMES = ("light", "dark")
BY = ("mouse", "keys", "touch")
Hands = tuple[tuple[int, str, str], ...]


def ways_to_use(number: int) -> Hands:
    """Return six of the ways to use an explorer; any three consecutive numbers give all 18.

    Each set of six covers every combination of width and theme, and every input device at two
    widths.
    """
    return tuple(
        (width, theme, BY[(w + t + number) % 3])
        for w, width in enumerate(WIDTHS)
        for t, theme in enumerate(THEMES)
    )


# Returns the contrast of a button's text and of its border against its background.
CONTRAST = """
button => {
  const style = getComputedStyle(button);
  const light = (color) => {
    const [r, g, b] = color.match(/[\\d.]+/g).map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = light(style.backgroundColor);
  return [style.color, style.borderTopColor].map(light).map((other) =>
    (Math.max(other, ground) + 0.05) / (Math.min(other, ground) + 0.05));
}
"""
PAINTED = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
THEME = "theme => document.body.setAttribute('data-jp-theme-light', theme === 'light')"
LOADED = ("@jupyter-widgets/html-manager", "mathjax", "requirejs")


def check(
    report: Report, browser: Browser, chapters: list[Path], folder: Path, pictures: Path
) -> None:
    """Check that every explorer works without a kernel and that axe-core finds nothing new."""
    assets.copy_files(folder, LOADED)
    known: Counter[str] = Counter()
    number = 0
    with served(folder) as address:
        named = dict(zip([path.stem for path in chapters], all_live(chapters), strict=True))
        for name, notebook in (named | unfriendly.notebooks(folder)).items():
            url = f"{address}/{export(notebook, name, folder).name}"
            hands = []
            figures = explorers(notebook)
            for _ in figures:
                if name.startswith("unfriendly"):
                    hands.append(ways_to_use(0)[:1])
                    continue
                hands.append(ways_to_use(number))
                number += 1
            explore(report, browser, url, figures, known, pictures, hands)
    report.notes.append(f"{number} explorers, 6 ways each")
    for entry, times in known.items():
        report.notes.append(f"axe-core, {entry}: {times} times")


def explore(
    report: Report,
    browser: Browser,
    url: str,
    figures: dict[str, StoredExplorer],
    known: Counter[str],
    pictures: Path,
    hands: Sequence[Hands],
    patience: int = 30_000,
) -> None:
    """Open a page with the given explorers and use each one in its assigned ways."""
    name = url.rpartition("/")[2].removesuffix(".html")
    watch = chromium.Watch(browser, touch=True)
    page = watch.page
    page.goto(url)
    page.set_default_timeout(patience)
    for (title, stored), ways in zip(figures.items(), hands, strict=True):
        place = explorer_of(page, title)
        for width, theme, hand in ways:
            page.set_viewport_size({"width": width, "height": 900})
            page.evaluate(THEME, theme)
            page.evaluate(PAINTED)  # a figure may have another shape at this width
            handle = partial(driven_by, hand)
            report.explorer(f"{name} at {width} px, {theme}, {hand}", page, place, stored, handle)
            report.check(f"{name} at {width} px, {theme}, contrast", partial(check_contrast, place))
            report.check(f"{name} at {width} px, {theme}, width", partial(check_layout, place))
    page.set_viewport_size({"width": 1280, "height": 900})
    page.evaluate(THEME, "light")
    report.check(f"{name}, axe-core", partial(accessible, page, known))
    report.check(f"{name}, markup", partial(unfriendly.nothing_injected, page))
    if name.startswith("unfriendly"):
        unfriendly.pictures(page, pictures, name)
    if not name.startswith("unfriendly"):
        page.emulate_media(reduced_motion="reduce")
        page.reload()
        for title, stored in figures.items():
            place = explorer_of(page, title)
            report.explorer(
                f"{name} without motion", page, place, stored, ExplorerDriver.check_reduced_motion
            )
    for wrong in watch.faults():
        report.fault(name, wrong)
    page.close()


def explorer_of(page: Page, title: str) -> Locator:
    figure = page.locator(f'.mg-figure[aria-label="{title}"]')
    return page.locator(".mg-explorer").filter(has=figure)


def driven_by(hand: str, handled: ExplorerDriver) -> None:
    {"mouse": handled.by_mouse, "touch": handled.by_touch, "keys": handled.check_quickly}[hand]()
    if hand == "mouse":
        handled.check_playback()


def check_contrast(place: Locator) -> None:
    """Check that buttons meet WCAG's minimum contrast: 4.5 for text and 3 for borders."""
    for button in place.locator(".mg-figure button").all():
        text, edge = button.evaluate(CONTRAST)
        name = button.text_content()
        assert text >= 4.5, f"{name!r} has a contrast of {text:.1f}"
        assert edge >= 3, f"the border of {name!r} has a contrast of {edge:.1f}"


# Elements above, below, or in a figure (including the panels of a split figure) that extend beyond
# the page.
BEYOND = """
explorer => {
  const edge = document.documentElement.clientWidth;
  const parts = ".mg-figure button, .mg-pad, .widget-readout, .mg-sentence, .mg-picture,"
    + " .mg-apart > svg";
  return [...explorer.querySelectorAll(parts)]
    .filter((part) => part.getClientRects().length
      && (part.getBoundingClientRect().right > edge + 1 || part.getBoundingClientRect().left < -1))
    .map((part) => part.textContent.slice(0, 30) || part.className);
}
"""
# Groups of buttons that wrap onto several rows although they'd fit in one.
PARTED = """
explorer => [...explorer.querySelectorAll(".mg-part")].filter((part) => {
  const shown = [...part.children].map((child) => child.getBoundingClientRect())
    .filter(({ width }) => width);
  const rows = new Set(shown.map(({ top, height }) => Math.round((top + height / 2) / 12))).size;
  const wanted = shown.reduce((sum, { width }) => sum + width + 6, 0);
  return !part.getClientRects().length
    || (rows > 1 && wanted < explorer.querySelector(".mg-bar").clientWidth - 12);
}).map((part) => part.textContent)
"""
# The font size in a figure: 13 px, or slightly less on the smallest page.
TYPE = """
explorer => Math.min(...[...explorer.querySelectorAll(".mg-picture > svg")]
  .map((svg) => 13 * svg.getScreenCTM().a))
"""


def check_layout(place: Locator) -> None:
    """Check that nothing extends beyond the page and that labels are next to their controls."""
    beyond = place.evaluate(BEYOND)
    assert not beyond, f"beyond the edge of the page: {beyond}"
    parted = place.evaluate(PARTED)
    assert not parted, f"separated from their buttons: {parted}"
    size = place.evaluate(TYPE)
    assert size > 10.5, f"text of {size:.1f} px"


# Wait for MathJax, which adds the text for screen readers last.
SETTLED = "new Promise(done => window.MathJax?.Hub ? MathJax.Hub.Queue(() => done()) : done())"


def accessible(page: Page, known: Counter[str]) -> None:
    page.evaluate(SETTLED)
    ours, of_libraries = violations(page)
    known.update(of_libraries)
    assert not ours, "; ".join(ours)


def export(notebook: NotebookNode, name: str, folder: Path) -> Path:
    from nbconvert import HTMLExporter  # nbconvert is slow to import

    exporter = HTMLExporter(
        require_js_url="requirejs/require.js",
        mathjax_url="mathjax/MathJax.js?config=TeX-AMS_SVG-full",
        widget_renderer_url="@jupyter-widgets/html-manager/dist/embed-amd.js",
    )
    page, _ = exporter.from_notebook_node(notebook, {"metadata": {"name": name}})
    written = folder / f"{name}.html"
    written.write_text(page, encoding="utf-8")
    return written


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass


class Server(ThreadingHTTPServer):
    """A server that ignores errors from browsers that disconnect before a response is complete."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


@contextmanager
def served(folder: Path) -> Iterator[str]:
    server = Server(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
