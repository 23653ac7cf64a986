"""A Sphinx extension that converts docstrings, written as plain text, to reStructuredText.

For each name that a chapter teaches, the extension also adds a link to the section that teaches it,
and the source code.
"""

import functools
import re
from typing import Any

from minigrad.teaching.assets import ROOT

from .contents import reference_names
from .lesson_links import Place, taught
from .markup import escaped, indented
from .source_lines import source

LABEL = re.compile(r"^([A-Z][a-z]+(?: and [a-z]+)*): (?=\S)")
NOT_GIVEN = re.compile(r"<object object(?: at 0x[0-9a-f]+)?>")
FUNCTION = re.compile(r"<function (\w+)(?: at 0x[0-9a-f]+)?>")
MEMBER = re.compile(r"\b[A-Z]\w*\.\w+$")
LONG = 40  # lines; for a longer source, only the location is shown
GAP = ";   "  # separates a value from its derivative


def restructured(lines: list[str]) -> list[str]:
    """Leave examples alone, and turn `Shapes: ...` and `d/dx = ...` into fields and paragraphs."""
    paragraphs: list[str] = []
    example = field = False
    before = ""
    for line in lines:
        if line.lstrip().startswith(">>>") and not example:
            example, field = True, False
            paragraphs.append("")
        if not line.strip():
            example = field = False
        if example:
            paragraphs.append(line)
            continue
        label = LABEL.match(line)
        if label:
            paragraphs += [] if field else [""]
            field = True
            line = f":{label[1]}: {escaped(line[label.end() :])}"
        elif field and line.startswith("``") and before.endswith("."):
            field = False
            paragraphs.append("")
            line = escaped(line)
        elif field:
            line = f"   {escaped(line.strip())}"
        elif GAP in line:
            value, slope = line.split(GAP, 1)
            paragraphs += [escaped(value), ""]
            line = escaped(slope)
        else:
            line = escaped(line)
        paragraphs.append(line)
        before = line
    return paragraphs


def explained(name: str, docstring: list[str]) -> list[str]:
    """Return the complete reference entry for a name."""
    lines = restructured(docstring)
    place = places().get(name)
    if place is None:
        return lines
    title = escaped(place.title.replace("`", ""))
    lines += ["", ".. rst-class:: near", "", f"Taught in `{title} <../{place.address}>`__", ""]
    return lines + _source(name)


@functools.cache
def places() -> dict[str, Place]:
    return taught(ROOT / "notebooks", reference_names())


def link(name: str) -> str:
    """Return a link to a public name. Its text is, for example, `Module.forward` or `nn.Linear`."""
    short = name.removeprefix("minigrad.")
    member = MEMBER.search(short)
    return f":py:obj:`{member[0] if member else short} <{name}>`"


def _source(name: str) -> list[str]:
    """Return a name's source in a collapsed block, or only its location if the source is long."""
    origin = source(name, reference_names()[name])
    if origin is None:
        return []
    if origin.last - origin.first >= LONG:
        return ["", ".. rst-class:: near", "", f"Source: {origin}", ""]
    fold = f"<details><summary>Source: {origin}</summary>"
    code = indented(origin.text.splitlines())
    lines = [".. raw:: html", "", f"   {fold}", "", ".. code-block:: python", "", *code, ""]
    return [*lines, ".. raw:: html", "", "   </details>", ""]


def process(_app: Any, what: str, name: str, _object: Any, _options: Any, lines: list) -> None:
    lines[:] = explained(name, lines)


def process_signature(
    _app: Any,
    _what: str,
    _name: str,
    _object: Any,
    _options: Any,
    signature: str | None,
    returns: Any,
) -> tuple[str, Any] | None:
    """Show "..." for a default that means "not given", and a default function by name."""
    if not signature:
        return None
    return FUNCTION.sub(r"\1", NOT_GIVEN.sub("...", signature)), returns


def with_dashes(_app: Any, document: Any, _name: str) -> None:
    """Replace the `--` that Sphinx puts between a parameter and its description."""
    from docutils import nodes  # Sphinx's own dependency, which the tests don't install

    for text in list(document.findall(nodes.Text)):
        if text == " -- ":
            text.parent.replace(text, nodes.Text(" \u2013 "))


def setup(app: Any) -> dict[str, bool]:
    app.connect("autodoc-process-docstring", process, priority=400)  # before napoleon's step
    app.connect("autodoc-process-signature", process_signature)
    app.connect("doctree-resolved", with_dashes)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
