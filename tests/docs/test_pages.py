"""Tests for what only pages have: ways to run, explorers without a kernel, and columns."""

import base64
import gzip
import itertools
import json
import re
from pathlib import Path

import nbformat
import pytest
from pygments import highlight  # type: ignore[import-untyped]
from pygments.lexers import PythonLexer  # type: ignore[import-untyped]

from docs import (
    build,
    chapter_pictures,
    explorers,
    gallery,
    notebook_links,
    pages,
)
from docs.highlighting import Formatter
from minigrad.explore.explorer import HOW_TO
from minigrad.teaching import live

FOLDER = Path("notebooks")
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
NO_DECKS = Path("no decks")
SHOWN = [one for path in NOTEBOOKS for one in gallery.explorers(path)]

each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def page_of(path: Path, static: Path) -> nbformat.NotebookNode:
    return pages.page(nbformat.read(path, as_version=4), path.name, static)


@each_notebook
def test_every_exercise_links_to_places_where_it_can_be_run(path: Path, tmp_path: Path) -> None:
    page = page_of(path, tmp_path)
    where = notebook_links.where_it_runs(path.name)
    asked = sum(cell.source.startswith("check(") for cell in page.cells)
    assert sum(cell.source.count(where) for cell in page.cells) == asked
    anchors = re.findall(r'id="exercise-([^"]+)"', "".join(cell.source for cell in page.cells))
    tags = [tag for cell in page.cells for tag in cell.metadata.get("tags", [])]
    assert [f"checks-{name}" for name in anchors] == [t for t in tags if t.startswith("checks-")]
    for cell, after in itertools.pairwise(page.cells):
        if where in cell.source:
            assert after.cell_type == "code"
        if cell.source.startswith("check("):  # "change the cell above" makes no sense on a page
            assert "remove-output" in cell.metadata["tags"]


def test_a_notebook_to_download_has_no_outputs(tmp_path: Path) -> None:
    build.write_learners_copies(tmp_path)
    for path in NOTEBOOKS:
        cells = nbformat.read(tmp_path / path.name, as_version=4).cells
        assert not any(cell.get("outputs") for cell in cells)  # no answer is in view


def test_a_chapters_page_opens_with_the_image_on_its_card(tmp_path: Path) -> None:
    listed = pages.chapters(nbformat.read(FOLDER / "00_start_here.ipynb", as_version=4))
    for chapter in listed:
        stem = Path(chapter.file).stem
        title, _, rest = page_of(FOLDER / chapter.file, tmp_path).cells[0].source.partition("\n")
        opening = rest.strip().partition("</svg>")[0]
        assert title.startswith("# ")
        assert opening.startswith('<div class="opening" role="img" aria-label="'), chapter.file
        assert chapter_pictures.picture(stem).partition("</svg>")[0] in opening, chapter.file


EXPLORED = """\
from minigrad.explore.explorer import Control, Explorer
from minigrad.explore.frames import Frame
def frame(n):
    return Frame([], f"n is {n}")
Explorer(frame, Control("n", [1, 2]), size=(9, 9), title="Numbers")"""


def test_a_page_has_an_explorer_from_a_fresh_run_of_the_chapter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "KEPT", tmp_path / "kept")
    picture = {"image/svg+xml": "<svg/>", "text/plain": f"Numbers: an explorer with {HOW_TO}"}
    title = nbformat.v4.new_markdown_cell("# A chapter\n", id="title")
    cell = nbformat.v4.new_code_cell(EXPLORED, id="numbers-1")
    cell.outputs = [nbformat.v4.new_output("execute_result", picture, execution_count=1)]
    path = tmp_path / "12_numbers.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=[title, cell]), path)
    page = pages.page(live.live(path), "12_what_you_can_do_now.ipynb", tmp_path)
    assert "widgets" not in page.metadata
    (output,) = page.cells[1].outputs
    name = "12_what_you_can_do_now-numbers-1"
    assert f'data-explorer="{name}" data-state="numbers-1"' in output.data["text/html"]
    folder = tmp_path / explorers.FOLDER
    script = (folder / f"{name}.js").read_text(encoding="utf-8")
    packed = json.loads(script.partition('"] = ')[2].rstrip(";\n"))
    state = json.loads(gzip.decompress(base64.b64decode(packed)))
    assert (folder / f"{state.pop('front')}.js").is_file()
    assert state["sentences"] == ["n is 1", "n is 2"]
    assert (folder / f"{name}.svg").read_text(encoding="utf-8").count("n is 2") >= 1


def test_the_explorers_page_lists_each_with_its_question_and_chapter() -> None:
    text = gallery.gallery(FOLDER)
    assert gallery.QUESTIONS.keys() == {one.cell for one in SHOWN}
    assert len(set(gallery.QUESTIONS.values())) == len(SHOWN)
    for one in SHOWN:
        part = text[text.index(f"**{gallery.QUESTIONS[one.cell]}**") :].partition("\n## ")[0]
        assert f'data-explorer="{one.name}"' in part
        assert f"({one.file}#" in part.replace("<", "").replace(">", "")


@each_notebook
def test_code_keeps_its_colors_when_it_is_edited(path: Path) -> None:
    """A page colors a word only in ways that its editor does, too."""
    editor = (Path("docs") / "running" / "page" / "editor.js").read_text(encoding="utf-8")
    cells = nbformat.read(path, as_version=4).cells
    code = "\n".join(cell.source for cell in cells if cell.cell_type == "code")
    shown = re.findall(r'<span class="(\w+)">', highlight(code, PythonLexer(), Formatter()))
    assert set(shown) <= set(re.findall(r'class: "(\w+)"', editor))


def test_names_and_punctuation_in_code_have_no_spans() -> None:
    html = highlight("f(x, 2)", PythonLexer(), Formatter())
    assert html == (
        '<div class="highlight"><pre><span></span>f(x, <span class="mi">2</span>)\n</pre></div>\n'
    )
