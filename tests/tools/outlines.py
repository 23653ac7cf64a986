"""`python -m tests.tools.outlines` writes `outlines.txt`: the slides of every chapter's deck.

A slide has its title there, and the cells that stand on it. So a tag that is dropped or added is
seen in review, as the lecture it makes.
"""

from pathlib import Path

import nbformat
from nbformat import NotebookNode

from minigrad.course.publish.slides.build import chapters
from minigrad.course.publish.slides.lecture import lecture

RECORDED = Path(__file__).with_name("outlines.txt")


def outline(name: str, chapter: NotebookNode) -> str:
    """A line for each slide, and below it its cells; + is before what a key brings."""
    lines = [name]
    for slide in lecture(chapter):
        cells = [f"{'+' * part.fragment}{_shown(part.cell)}" for part in slide.parts]
        lines += [f"  {slide.title}", f"    {' '.join(cells)}"]
    skipped = [c.id for c in chapter.cells if _how(c).get("slide_type") == "skip"]
    lines += ["  (skipped)", f"    {' '.join(skipped)}"] if skipped else []
    return "\n".join(lines) + "\n"


def _shown(cell: NotebookNode) -> str:
    """A code cell may show half of itself; of a text, the part that is shown is the title."""
    half = _how(cell).get("show", "") if cell.cell_type == "code" else ""
    return f"{cell.id}:{half}" if half else cell.id


def _how(cell: NotebookNode) -> dict[str, str]:
    return cell.metadata.get("slideshow", {})


def recorded() -> dict[str, str]:
    """The outlines as they were written, by chapter."""
    outlines = RECORDED.read_text(encoding="utf-8").split("\n\n")
    return {text.partition("\n")[0]: text.strip("\n") + "\n" for text in outlines}


def main() -> None:
    outlines = [outline(path.stem, nbformat.read(path, as_version=4)) for path in chapters()]
    RECORDED.write_text("\n".join(outlines), encoding="utf-8")


if __name__ == "__main__":
    main()
