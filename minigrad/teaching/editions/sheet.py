"""A printable worksheet: one self-contained page with room for answers, and an answer key."""

import html
import io
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import nbformat

from minigrad.course.chapters import chapter_id
from minigrad.course.working_copy import write_whole
from minigrad.teaching.credits import AUTHOR, CREDIT, LICENSE_URL
from minigrad.teaching.grading.points import POINTS

from .reading import TASK, Exercise, exercises

LINE = 7  # mm between blank lines
FEWEST = 3
# Exercises whose answer (a rate or a starting point) has to be tested on a computer.
COMPUTER = {("4", "disproof"), ("5", "start")}
BESIDE = (
    "<p>Keep the chapter open next to you, because tasks refer to names in "
    "it and to code “above”.</p>\n"
)
STYLE = """
@page { size: A4; margin: 18mm 16mm;
  @bottom-center { content: counter(page) " / " counter(pages); font: 9pt serif; } }
body { font: 11pt/1.45 Georgia, 'DejaVu Serif', serif; max-width: 178mm; margin: 2em auto;
  padding: 0 1em; color: #111; background: #fff; }
h1 { font-size: 17pt; margin: 0 0 0.6em; } h2 { font-size: 14pt; margin: 0 0 0.8em; }
h3 { display: flex; justify-content: space-between; font-size: 11.5pt; margin: 0 0 0.4em; }
h3 span { font-weight: normal; white-space: nowrap; }
.name { display: flex; gap: 8mm; margin: 0 0 8mm; }
.name span { flex: 1; border-bottom: 1px solid #333; } .name .short { flex: 0.5; }
.name :last-child { flex: none; border: 0; }
section + section { break-before: page; margin-top: 3em; }
article { break-inside: avoid; margin-bottom: 1.6em; }
pre { border: 1px solid #555; border-radius: 4px; padding: 6px 9px; margin: 6px 0;
  white-space: pre-wrap; }
pre, code { font: 9.5pt/1.4 ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace; }
.room { background: repeating-linear-gradient(#fff 0 6.7mm, #777 6.7mm 7mm);
  print-color-adjust: exact; }
pre.output { border: 0; border-left: 3px solid #555; border-radius: 0; }
svg { overflow: visible; }
footer { margin-top: 6mm; border-top: 1px solid #555; padding-top: 1mm; font-size: 8.5pt; }
@media print { body { margin: 0; padding: 0; max-width: none; } section + section { margin: 0; } }
"""


def make(notebooks: Path, file: Path, chosen: Collection[str] = ()) -> Path:
    """Write the worksheet for the given chapters (by default, all) and its answer key."""
    paths = [path for path in _paths(notebooks) if not chosen or chapter_id(path.name) in chosen]
    for written, title, key in (
        (file, "minigrad: exercises", False),
        (key_of(file), "minigrad: key to the exercises", True),
    ):
        sections = "\n".join(filter(None, (_section(path, key=key) for path in paths)))
        write(written, title, f"{sections}\n")
    return file


def chapters(notebooks: Path) -> list[str]:
    """Return the chapters that have exercises."""
    read = {path.name: nbformat.read(path, as_version=4) for path in _paths(notebooks)}
    return [chapter_id(name) for name, notebook in read.items() if any(exercises(notebook))]


def _paths(notebooks: Path) -> list[Path]:
    return sorted(notebooks.glob("*.ipynb"))


def write(file: Path, title: str, body: str, style: str = "") -> None:
    """Write a paper as one self-contained page."""
    file.parent.mkdir(parents=True, exist_ok=True)
    page = (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="author" content="{AUTHOR}"><meta name="license" content="{LICENSE_URL}">'
        f"<style>{STYLE}{style}</style></head>\n<body><h1>{title}</h1>\n{body}"
        f"<footer>{title} · {CREDIT}</footer></body></html>\n"
    )
    write_whole(file, page.encode())


def key_of(file: Path) -> Path:
    return file.with_name(f"{file.stem}_key{file.suffix}")


def _section(path: Path, *, key: bool) -> str:
    notebook = nbformat.read(path, as_version=4)
    titled = list(_titled(notebook))
    if not titled:
        return ""
    title = re.search(r"^# (.+)$", notebook.cells[0].source, re.MULTILINE)
    chapter = chapter_id(path.name)
    heading = html.escape(f"{chapter}. {title[1] if title else path.stem}")
    name = "" if key else name_line(len(titled)) + BESIDE
    articles = "".join(
        _answer(title, exercise) if key else _article(title, exercise, chapter)
        for title, exercise in titled
    )
    return f"<section><h2>{heading}</h2>\n{name}{articles}</section>"


def name_line(tasks: int) -> str:
    """Return a line with space for the name, the student number, the date, and the points."""
    points = f"<b>of {tasks * POINTS} points</b>"
    return (
        '<p class="name">Name <span></span> Student number <span class="short"></span> '
        f'Date <span class="short"></span> {points}</p>'
    )


def _titled(notebook: Any) -> Iterator[tuple[str, Exercise]]:
    """Yield each exercise with its number as title or, for a step, with the heading above it."""
    place = {cell.id: i for i, cell in enumerate(notebook.cells)}
    for exercise in exercises(notebook):
        task = TASK.search(exercise.cells[0].source)
        if task:
            number, rest = re.match(r"\*\*(\d+\. .*?)\*\*\s*(.*)", task[0], re.DOTALL).groups()  # type: ignore[union-attr]
            yield number, _with_task(exercise, rest)
            continue
        above = "\n".join(
            cell.source
            for cell in notebook.cells[: place[exercise.cells[0].id] + 1]
            if cell.cell_type == "markdown"
        )
        *_, heading = re.findall(r"^#{2,3} +(.+?) *$", above, re.MULTILINE) or [exercise.name]
        yield heading, exercise


def _with_task(exercise: Exercise, task: str) -> Exercise:
    """Return the exercise with its task but without the number, which the title already shows."""
    first = exercise.cells[0].copy()
    first.source = task
    return replace(exercise, cells=[first, *exercise.cells[1:]])


def _article(title: str, exercise: Exercise, chapter: str) -> str:
    """Return the cells up to the stub, and space to write. The check would need a computer."""
    parts = []
    for cell in exercise.cells[:-1]:
        if cell.cell_type == "code":
            parts.append(f"<pre>{html.escape(cell.source)}</pre>")
            parts += [f'<pre class="output">{html.escape(text)}</pre>' for text in _printed(cell)]
        else:
            parts.append(markdown(cell.source))
    room = f'<div class="room" style="height: {lines(exercise) * LINE}mm"></div>'
    needs = "computer" if (chapter, exercise.name) in COMPUTER else "paper"
    return f"<article>{head(title, f'{needs} · ')}{''.join(parts)}{room}</article>\n"


def _printed(cell: Any) -> Iterator[str]:
    """Return the output of a cell as text, or the message if the output is an error."""
    for output in cell.get("outputs", []):
        if output.output_type == "error":
            yield f"{output.ename}: {output.evalue.splitlines()[0]}"
        else:
            yield output.get("text") or output.get("data", {}).get("text/plain", "")


def lines(exercise: Exercise) -> int:
    """Return how many lines to leave blank: as many as the solution adds to the stub."""
    printed = exercise.stub.source.splitlines()
    fresh = [line for line in exercise.solution.splitlines() if line not in printed]
    return max(FEWEST, len(fresh) + 2)


def _answer(title: str, exercise: Exercise) -> str:
    return f"<article>{head(title)}{markdown(exercise.reasoning)}</article>\n"


def head(title: str, needs: str = "") -> str:
    number, dot, words = title.partition(". ")  # otherwise the number would begin a list
    said = markdown(words or number).strip().removeprefix("<p>").removesuffix("</p>")
    number = html.escape(number + dot) if words else ""
    return f"<h3>{number}{said}<span>{needs}{POINTS} points</span></h3>"


def formula(tex: str) -> str:
    """Return a formula as a drawing with alt text, aligned with the surrounding text."""
    import matplotlib
    from matplotlib.mathtext import math_to_image

    drawn = io.StringIO()
    with matplotlib.rc_context({"mathtext.fontset": "dejavuserif", "svg.hashsalt": "sheet"}):
        depth = math_to_image(f"${tex.strip()}$", drawn, dpi=72, format="svg")
    svg = drawn.getvalue()[drawn.getvalue().index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    attributes = f'role="img" aria-label="{html.escape(tex)}" style="vertical-align:-{depth:.3g}pt"'
    return svg.replace("<svg", f"<svg {attributes}", 1)


def markdown(source: str, formula: Callable[[str], str] = formula) -> str:
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
