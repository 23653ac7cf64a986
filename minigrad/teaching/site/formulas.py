"""Formulas for a page without scripts, as MathML, which browsers render on their own.

With scripts, MathJax renders the content of `.tex`, and browsers ignore `<noscript>`.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from docutils import nodes
from latex2mathml.converter import convert
from sphinx.ext.mathjax import html_visit_displaymath, html_visit_math

Visit = Callable[[Any, Any], None]
LAST = 1000  # because MyST replaces this renderer with its own


def with_still(visit: Visit, tag: str, display: str) -> Visit:
    """Return a renderer that also keeps the formula's text."""

    def visited(translator: Any, node: nodes.Element) -> None:
        start = len(translator.body)
        with suppress(nodes.SkipNode):
            visit(translator, node)
        written = "".join(translator.body[start:])
        still = f"<noscript>{convert(node.astext(), display=display)}</noscript>"
        translator.body[start:] = [f'<{tag} class="tex">{written}</{tag}>{still}']
        raise nodes.SkipNode

    return visited


def setup(app: Any) -> dict[str, bool]:
    app.setup_extension("sphinx.ext.mathjax")  # loads MathJax on pages with formulas
    app.connect("builder-inited", _render, priority=LAST)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _render(app: Any) -> None:
    inline, block = app.registry.html_inline_math_renderers, app.registry.html_block_math_renderers
    inline["mathjax"] = with_still(html_visit_math, "span", "inline"), None
    block["mathjax"] = with_still(html_visit_displaymath, "div", "block"), None
