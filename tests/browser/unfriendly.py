"""Explorers with awkward content: markup in names, infinite values, and very large graphs."""

from pathlib import Path

import nbformat
from nbformat import NotebookNode
from playwright.sync_api import Page

from minigrad.teaching.live import run

CELLS = {
    "names": """
import minigrad as mg
from minigrad.explore.graph import forward_and_backward
from minigrad.explore.vector_jacobian import vector_jacobian
evil = '<img src="x" onerror="planted = 7"><script>planted = 7</script>'
x, w = (mg.tensor(v, requires_grad=True) for v in (float("inf"), 0.0))
z = (x * w).log() + w.reciprocal()
display(forward_and_backward(z, {evil: x, "a name that never ends " * 9: w, 'z & "co"': z}))
display(vector_jacobian(lambda x: x * float("nan"), [0.0, 1.0]))
""",
    "10000_operations": """
import minigrad as mg
from minigrad.explore.graph import forward_and_backward
x = y = mg.tensor(1.0, requires_grad=True)
for _ in range(10_000):
    y = y.sin()
display(forward_and_backward(y, x=x, y=y))
""",
    "60_boxes": """
import minigrad as mg
from minigrad.explore.graph import forward_and_backward
mg.manual_seed(0)
known = {}
def weight(name):
    known[name] = mg.randn(1).squeeze().requires_grad_()
    return known[name]
total = weight("c")
for j in range(5):
    inside = weight(f"w{j}") * 0.5 + weight(f"u{j}") * -1.0 + weight(f"b{j}")
    total = total + weight(f"v{j}") * inside.tanh()
display(forward_and_backward((total - 1) ** 2, known))
""",
}
INJECTED = """
() => [...document.querySelectorAll(".mg-explorer :is(img, script)")].length
  + Number(window.planted !== undefined)
"""


def notebooks(folder: Path) -> dict[str, NotebookNode]:
    """Return a live notebook for each of these explorers, by name."""
    ran = {}
    for name, source in CELLS.items():
        cell = nbformat.v4.new_code_cell(source.strip(), id=name.replace("_", "-"))
        ran[f"unfriendly_{name}"] = run(nbformat.v4.new_notebook(cells=[cell]), folder)
    return ran


def nothing_injected(page: Page) -> None:
    assert page.evaluate(INJECTED) == 0, "a name became markup"


def pictures(page: Page, folder: Path, name: str) -> None:
    for number, place in enumerate(page.locator(".mg-explorer").all()):
        place.screenshot(path=folder / f"{name}-{number}.png")
