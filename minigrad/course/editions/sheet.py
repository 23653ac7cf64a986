"""The exercises on paper: one HTML page that prints well and fetches nothing."""

import html
import io
import re
from pathlib import Path
from typing import Any

import nbformat

from minigrad.course.numbering import chapter_id

from .reading import TASK, Exercise, exercises

STYLE = """
@page { size: A4; margin: 18mm 16mm; }
body { font: 11pt/1.45 Georgia, 'DejaVu Serif', serif; max-width: 178mm; margin: 2em auto;
  padding: 0 1em; color: #111; background: #fff; }
h1 { font-size: 17pt; margin: 0 0 1em; } h2 { font-size: 14pt; margin: 0 0 0.8em; }
section + section { break-before: page; margin-top: 3em; }
article { break-inside: avoid; margin-bottom: 1.6em; }
pre { border: 1px solid #999; border-radius: 4px; padding: 6px 9px; margin: 6px 0;
  white-space: pre-wrap; }
pre, code { font: 9.5pt/1.4 ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace; }
.room { height: 34mm; border: 1px dashed #999; border-radius: 4px; }
svg { overflow: visible; }
@media print { body { margin: 0; padding: 0; max-width: none; } section + section { margin: 0; } }
"""


def make(notebooks: Path, file: Path) -> Path:
    sections = [_section(path) for path in sorted(notebooks.glob("*.ipynb"))]
    page = (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Exercises</title>'
        f"<style>{STYLE}</style></head>\n<body><h1>minigrad: exercises</h1>\n"
        + "\n".join(filter(None, sections))
        + "\n</body></html>\n"
    )
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(page, encoding="utf-8")
    return file


def _section(path: Path) -> str:
    notebook = nbformat.read(path, as_version=4)
    tasks = [_article(exercise) for exercise in exercises(notebook)]
    if not tasks:
        return ""
    title = re.search(r"^# (.+)$", notebook.cells[0].source, re.MULTILINE)
    heading = f"{chapter_id(path.name)}. {title[1] if title else path.stem}"
    return f"<section><h2>{html.escape(heading)}</h2>\n{''.join(tasks)}</section>"


def _article(exercise: Exercise) -> str:
    """The cells up to the stub, and room to write; the check is for the computer."""
    task = TASK.search(exercise.cells[0].source)
    parts = [_markdown(task[0] if task else exercise.cells[0].source)]
    for cell in exercise.cells[1:-1]:
        is_code = cell.cell_type == "code"
        parts.append(
            f"<pre>{html.escape(cell.source)}</pre>" if is_code else _markdown(cell.source)
        )
    return f'<article>{"".join(parts)}<div class="room"></div></article>\n'


def _markdown(source: str) -> str:
    import mistune  # which comes with JupyterLab, as nbconvert's

    class Printed(mistune.HTMLRenderer):
        def link(self, text: str, url: str, title: str | None = None) -> str:
            return text

        def inline_math(self, text: str) -> str:
            return formula(text)

        def block_math(self, text: str) -> str:
            return f"<p>{formula(text)}</p>"

    convert: Any = mistune.create_markdown(renderer=Printed(), plugins=["math", "table"])
    return convert(source)


def formula(tex: str) -> str:
    """A formula as a drawing with a text alternative, on the line of the text around it."""
    import matplotlib
    from matplotlib.mathtext import math_to_image

    drawn = io.StringIO()
    with matplotlib.rc_context({"mathtext.fontset": "dejavuserif", "svg.hashsalt": "sheet"}):
        depth = math_to_image(f"${tex.strip()}$", drawn, dpi=72, format="svg")
    svg = drawn.getvalue()[drawn.getvalue().index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    attributes = f'role="img" aria-label="{html.escape(tex)}" style="vertical-align:-{depth:.3g}pt"'
    return svg.replace("<svg", f"<svg {attributes}", 1)
