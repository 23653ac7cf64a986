"""Highlighted code in the colors that it keeps when a reader edits it.

Spans without a color, which make up a fifth of a chapter's page, are left out.
"""

from typing import Any

from pygments.formatters import HtmlFormatter  # type: ignore[import-untyped]

# Names, punctuation, and spaces, which are colored like other text. The editor
# (running/page/editor.js) can't tell the names of built-ins, exceptions, and modules from others.
PLAIN = {"n", "p", "w", "nb", "ne", "nn", "vm", "se", "si"}
# Pygments's finer distinctions, and the editor's class for them.
AS_EDITED = {"kn": "k", "mf": "mi", "s2": "s1", "sa": "s1", "fm": "nf"}


class Formatter(HtmlFormatter):  # type: ignore[misc]
    def _get_css_class(self, ttype: Any) -> str:
        name: str = super()._get_css_class(ttype)
        return "" if name in PLAIN else AS_EDITED.get(name, name)


def setup(_app: Any) -> dict[str, bool]:
    from sphinx.highlighting import PygmentsBridge

    PygmentsBridge.html_formatter = Formatter
    return {"parallel_read_safe": True}
