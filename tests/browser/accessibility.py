"""Find axe-core violations on a page, except for the ones known to come from libraries."""

from collections import Counter
from dataclasses import dataclass

from playwright.sync_api import Page

from minigrad.teaching import assets

AXE = """
async libraries => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  const serious = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
  return serious.flatMap(({ id, nodes }) => nodes.map(({ target, html }) => {
    const element = document.querySelector(target[0]);
    const from = libraries.findIndex(
      ([rule, selector]) => rule === id && element.closest(selector) !== null);
    return [from, `${id}: ${target} ${html.slice(0, 90)}`];
  }));
}
"""

TWICE = """
() => {
  const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
  const drawn = [...document.querySelectorAll(".mg-explorer [id]")].map((element) => element.id);
  return [...new Set(drawn)].filter((id) => ids.filter((other) => other === id).length > 1);
}
"""


@dataclass(frozen=True)
class FromLibrary:
    """A violation caused by a library: the rule, the element, the library, and the bug report."""

    rule: str
    selector: str
    whose: str
    report: str


KNOWN = (
    FromLibrary(
        "color-contrast",
        ".jp-InputPrompt, .jp-OutputPrompt",
        "the prompts In [1] and Out [1] in the colors of JupyterLab's theme, which nbconvert takes",
        "https://github.com/jupyterlab/jupyterlab/issues/8832",
    ),
    FromLibrary(
        "color-contrast",
        ".highlight",
        "code in the colors of JupyterLab's theme, which nbconvert takes",
        "https://github.com/jupyter/notebook/issues/6929",
    ),
    FromLibrary(
        "link-in-text-block",
        ".jp-RenderedMarkdown a",
        # JupyterLab declined a proposal (pull request 14914) to underline every link.
        "links without a line under them in JupyterLab's theme, which nbconvert takes",
        "https://github.com/jupyterlab/jupyterlab/issues/9399",
    ),
)


def violations(page: Page) -> tuple[list[str], Counter[str]]:
    """Return our own serious violations and how often each known one occurred.

    The violations include duplicate ids in explorers, which axe-core no longer reports.
    """
    page.add_script_tag(path=str(assets.package("axe-core") / "axe.min.js"))
    ours = [f"the id {name!r} is there twice" for name in page.evaluate(TWICE)]
    of_libraries = Counter[str]()
    for known, what in page.evaluate(AXE, [[entry.rule, entry.selector] for entry in KNOWN]):
        if known < 0:
            ours.append(what)
        else:
            entry = KNOWN[known]
            of_libraries[f"{entry.rule}, {entry.whose} ({entry.report})"] += 1
    return ours, of_libraries
