"""The chapters as nbconvert's HTML: no kernel, every script from this machine."""

import shutil
import subprocess
import tarfile
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import anywidget
from playwright.sync_api import Page

PACKAGES = {
    "@jupyter-widgets/html-manager": "1.0.15",
    "axe-core": "4.14.1",
    "mathjax": "2.7.9",
    "requirejs": "2.3.8",
}
# What the pages take from nbconvert's theme, by rule: its prompts, its colors of code, its links.
LIBRARIES = {
    "color-contrast": ".jp-InputPrompt, .jp-OutputPrompt, .highlight",
    "link-in-text-block": ".jp-RenderedMarkdown a",
}
AXE = """
async libraries => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  return violations.filter(({ impact }) => ["serious", "critical"].includes(impact)).flatMap(
    ({ id, nodes }) => nodes.map(({ target, html }) => {
      const element = document.querySelector(target[0]);
      const theirs = id in libraries && element.closest(libraries[id]) !== null;
      return [theirs, id, `${target} ${html.slice(0, 90)}`];
    }));
}
"""


def scripts(folder: Path) -> None:
    """The npm packages, each unpacked below its own name, and anywidget's module."""
    for name, version in PACKAGES.items():
        place = folder / name
        if place.is_dir():
            continue
        told = ["npm", "pack", "--silent", f"{name}@{version}", "--pack-destination", str(folder)]
        archive = subprocess.run(told, check=True, capture_output=True, text=True).stdout.split()
        with tarfile.open(folder / archive[-1]) as packed:
            packed.extractall(folder / "unpacked", filter="data")
        (folder / archive[-1]).unlink()
        place.parent.mkdir(exist_ok=True)
        shutil.move(folder / "unpacked" / "package", place)
    module = Path(anywidget.__file__).parent / "nbextension" / "index.js"
    shutil.copy(module, folder / "anywidget.js")


def export(notebook: Path, folder: Path) -> Path:
    from nbconvert import HTMLExporter  # it is slow to import

    exporter = HTMLExporter(
        require_js_url="requirejs/require.js",
        mathjax_url="mathjax/MathJax.js?config=TeX-AMS_CHTML-full,Safe",
        widget_renderer_url="@jupyter-widgets/html-manager/dist/embed-amd.js",
    )
    page, _ = exporter.from_filename(str(notebook))
    written = folder / notebook.with_suffix(".html").name
    written.write_text(page, encoding="utf-8")
    return written


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def violations(page: Page, folder: Path) -> tuple[list[str], Counter[str]]:
    """axe-core's serious violations: ours, and how many of a library by rule."""
    page.add_script_tag(path=str(folder / "axe-core" / "axe.min.js"))
    ours, theirs = [], Counter[str]()
    for of_library, rule, where in page.evaluate(AXE, LIBRARIES):
        if of_library:
            theirs[rule] += 1
        else:
            ours.append(f"{rule}: {where}")
    return ours, theirs
