"""Explorers on a page: their state in the page's address."""

import json
import subprocess
from pathlib import Path

from minigrad.explore.content import front_end
from minigrad.teaching.site import explorers
from minigrad.teaching.site.running.kernel.bundle import front_name

from .in_node import NODE, needs_node

SCRIPT = Path("minigrad/teaching/site/static/explorers.js")
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
  const model = modelOf({ first: 0 }, () => ({}));
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
    done = subprocess.run([str(NODE), "-"], input=script, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-800:]
    assert json.loads(done.stdout) == "http://localhost/page.html?one=1&other=2"


def test_the_pages_kernel_finds_a_front_end_by_its_name(tmp_path: Path) -> None:
    still = {"image/svg+xml": '<svg xmlns="http://www.w3.org/2000/svg"></svg>', "text/plain": ""}
    explorers.write("figure", {"_esm": front_end()}, still, tmp_path)
    assert (tmp_path / f"{front_name(front_end())}.js").is_file()
