"""A Sphinx extension that links public names in the chapters and the glossary to the reference.

The extension links the first mention of a name in each section and in each glossary entry. The
notebooks don't change.
"""

import functools
from typing import Any

from docutils import nodes  # type: ignore[import-untyped]
from sphinx import addnodes

from minigrad.teaching.assets import ROOT

from .contents import reference_names
from .lesson_links import own, read
from .names import meant

NO_PLACE = (nodes.reference, nodes.title, addnodes.pending_xref)


@functools.cache
def _own() -> dict[str, frozenset[str]]:
    return own(read(ROOT / "notebooks"))


def link_names(app: Any, doctree: nodes.document) -> None:
    if app.env.docname not in _own():
        return
    names = _own()[app.env.docname]
    section = nodes.paragraph if app.env.docname == "glossary" else nodes.section
    linked: set[tuple[int, str]] = set()
    for literal in list(doctree.findall(nodes.literal)):
        name = meant(literal.astext(), names, reference_names())
        mention = id(_above(literal, section)), name or ""
        if name and mention not in linked and not _above(literal, *NO_PLACE):
            linked.add(mention)
            literal.replace_self(_reference(app.env.docname, name, literal))


def _above(node: nodes.Node, *kinds: type) -> nodes.Node | None:
    """Return the nearest enclosing node of one of the given kinds."""
    while (node := node.parent) is not None:
        if isinstance(node, kinds):
            return node
    return None


def _reference(docname: str, name: str, literal: nodes.literal) -> addnodes.pending_xref:
    """Return a link for Sphinx to resolve. If Sphinx can't resolve it, the build stops."""
    return addnodes.pending_xref(
        "",
        literal.deepcopy(),
        refdomain="py",
        reftype="obj",
        reftarget=name,
        refdoc=docname,
        refexplicit=True,
        refwarn=True,
    )


def setup(app: Any) -> dict[str, bool]:
    app.connect("doctree-read", link_names)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
