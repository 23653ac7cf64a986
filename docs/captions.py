"""Heading levels, which Sphinx omits, for the captions in the table of contents."""

from typing import Any

HEADING = 'class="caption" role="heading"'


def with_levels(_app: Any, _page: str, _template: str, context: dict[str, Any], _tree: Any) -> None:
    tree = context["furo_navigation_tree"]
    context["furo_navigation_tree"] = tree.replace(HEADING, f'{HEADING} aria-level="2"')


def setup(app: Any) -> dict[str, bool]:
    app.connect("html-page-context", with_levels, priority=900)  # after Furo makes the tree
    return {"parallel_read_safe": True, "parallel_write_safe": True}
