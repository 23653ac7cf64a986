"""Tests that explorers on a page keep their state in the page's address."""

from pathlib import Path

from ipywidgets.embed import embed_data
from nbformat.v4 import new_code_cell, new_notebook, new_output

from docs import explorers
from docs.running.kernel.bundle import front_name
from minigrad.explore.content import front_end
from minigrad.explore.descent import learning_rate
from minigrad.teaching.live import STATE

from .in_node import needs_node, printed

SCRIPT = Path("docs/static/explorers.js")
PAGE = """
const document = { currentScript: { src: "http://localhost/explorers.js" }, addEventListener() {} };
const window = {};
const location = { href: "http://localhost/page.html" };
const history = { replaceState: (_, __, address) => { location.href = String(address); } };
const due = [];
const setTimeout = (act) => due.push(act);
const clearTimeout = () => {};
"""
MOVED = """
const controls = [{ labels: "abc", start: 0 }];
const [one, other] = ["one", "other"].map((key) => {
  const model = modelOf({ first: 0 });
  keepInAddress(model, key, controls);
  return model;
});
one.set("first", 1);
other.set("first", 2);
due.forEach((act) => act());
console.log(JSON.stringify(location.href));
"""


@needs_node
def test_an_explorer_keeps_the_state_of_the_others_in_the_address() -> None:
    script = PAGE + SCRIPT.read_text(encoding="utf-8") + MOVED
    assert printed(script) == "http://localhost/page.html?one=1&other=2"


def test_the_pages_kernel_finds_a_front_end_by_its_name(tmp_path: Path) -> None:
    still = {"image/svg+xml": '<svg xmlns="http://www.w3.org/2000/svg"></svg>', "text/plain": ""}
    explorers.write("figure", {"_esm": front_end()}, still, tmp_path)
    assert (tmp_path / f"{front_name(front_end())}.js").is_file()


def test_the_code_of_a_figure_is_folded_and_other_code_is_not(tmp_path: Path) -> None:
    explorer = learning_rate()
    bundle, metadata = explorer._repr_mimebundle_()
    output = new_output("display_data", bundle, metadata=metadata)
    shown = new_code_cell("learning_rate()", outputs=[output])
    notebook = new_notebook(cells=[new_code_cell("1 + 1"), shown])
    notebook.metadata["widgets"] = {
        STATE: embed_data([explorer.widget], drop_defaults=False)["manager_state"]
    }
    explorers.put_places(notebook, "05", tmp_path)
    tags = [cell.metadata.get("tags", []) for cell in notebook.cells]
    assert tags == [[], ["hide-input"]]
