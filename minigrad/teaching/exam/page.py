"""The pages of exam papers and keys, each in one self-contained file."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from minigrad.course.working_copy import write_whole
from minigrad.teaching.credits import AUTHOR, CREDIT, LICENSE_URL

STYLE = """
@page { size: A4; margin: 18mm 16mm;
  @bottom-center { content: counter(page) " / " counter(pages); font: 9pt serif; } }
body { font: 11pt/1.45 Georgia, 'DejaVu Serif', serif; max-width: 178mm; margin: 2em auto;
  padding: 0 1em; color: #111; background: #fff; }
h1 { font-size: 17pt; margin: 0 0 0.6em; }
h3 { display: flex; justify-content: space-between; font-size: 11.5pt; margin: 0 0 0.4em; }
h3 span { font-weight: normal; white-space: nowrap; }
.name { display: flex; gap: 8mm; margin: 0 0 8mm; }
.name span { flex: 1; border-bottom: 1px solid #333; }
article { break-inside: avoid; margin-bottom: 1.6em; }
pre { border: 1px solid #555; border-radius: 4px; padding: 6px 9px; margin: 6px 0;
  white-space: pre-wrap; }
pre, code { font: 9.5pt/1.4 ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace; }
svg { overflow: visible; }
footer { margin-top: 6mm; border-top: 1px solid #555; padding-top: 1mm; font-size: 8.5pt; }
@media print { body { margin: 0; padding: 0; max-width: none; } }
"""


def write(file: Path, title: str, body: str, style: str) -> None:
    """Write a paper as one self-contained page."""
    file.parent.mkdir(parents=True, exist_ok=True)
    page = (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="author" content="{AUTHOR}"><meta name="license" content="{LICENSE_URL}">'
        f"<style>{STYLE}{style}</style></head>\n<body><h1>{title}</h1>\n{body}"
        f"<footer>{title} · {CREDIT}</footer></body></html>\n"
    )
    write_whole(file, page.encode())


def markdown(source: str, formula: Callable[[str], str] = str) -> str:
    """Return Markdown as HTML, with each formula as `formula` makes it from its TeX code."""
    import mistune  # comes with JupyterLab, as a dependency of nbconvert

    class Printed(mistune.HTMLRenderer):
        def link(self, text: str, url: str, title: str | None = None) -> str:
            return text

        def inline_math(self, text: str) -> str:
            return formula(text)

        def block_math(self, text: str) -> str:
            return f"<p>{formula(text)}</p>"

    convert: Any = mistune.create_markdown(renderer=Printed(), plugins=["math", "table"])
    return convert(source)
