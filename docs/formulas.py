"""Formulas as MathML, which browsers render without a script.

Not every computer has a math font, so the site includes the subset of STIX Two Math that its
formulas use.
"""

import string
from pathlib import Path
from typing import Any

from docutils import nodes
from latex2mathml.converter import convert

from minigrad.teaching.assets import package

from .fonts import write_subset

FONT = "math.woff2"  # in _static, where site.css expects it
ITALIC = [*range(0x1D434, 0x1D468), *range(0x1D6E2, 0x1D71C)]  # how one-letter names are drawn
GREEK = range(0x391, 0x3CA)
ROOT = "√"  # <msqrt> draws it, so no text contains it


def render_inline(translator: Any, node: nodes.math) -> None:
    translator.body.append(_converted(translator, node, "inline"))
    raise nodes.SkipNode


def render_block(translator: Any, node: nodes.math_block) -> None:
    formula = _converted(translator, node, "block")
    translator.body.append(f'<div class="math-wrapper">{formula}</div>')
    raise nodes.SkipNode


def _converted(translator: Any, node: nodes.Element, display: str) -> str:
    formula: str = convert(node.astext(), display=display)
    translator.builder.app.formula_letters.update(formula)
    return formula


def write_font(letters: set[str], path: Path) -> None:
    """Write a font with the given characters, Latin and Greek letters, and the larger variants."""
    whole = package("@fontsource/stix-two-math") / "files" / "stix-two-math-latin-400-normal.woff"
    always = [*map(ord, string.printable + ROOT), *ITALIC, *GREEK]
    path.parent.mkdir(exist_ok=True)
    features = ("ssty", "mkmk", "mark", "ccmp")
    write_subset(whole, [*always, *map(ord, letters)], path, named="Formula", features=features)


def setup(app: Any) -> dict[str, bool]:
    app.formula_letters = set()
    app.add_html_math_renderer("mathml", (render_inline, None), (render_block, None))
    app.connect("build-finished", _finish)
    return {"parallel_read_safe": True, "parallel_write_safe": False}


def _finish(app: Any, error: Exception | None) -> None:
    if error is None:
        write_font(app.formula_letters, Path(app.outdir) / "_static" / FONT)
