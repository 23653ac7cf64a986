"""Tests of the web edition without building it; `tests/teaching/in_browser` tests built pages."""

import json
import re
from pathlib import Path

import nbformat
import pytest
import yaml

import minigrad
from docs import (
    addresses,
    build,
    docstrings,
    notebook_links,
    pages,
    reference,
)
from minigrad.api import entry
from minigrad.course.chapters import chapter_id

NOTEBOOKS = sorted(Path("notebooks").glob("*.ipynb"))


def read(path: Path) -> nbformat.NotebookNode:
    return nbformat.read(path, as_version=4)


def documented(folder: Path) -> set[str]:
    reference.write_reference(folder)
    text = "".join(page.read_text(encoding="utf-8") for page in folder.rglob("*.rst"))
    return set(re.findall(r"auto(?:function|class|method|property):: (\S+)", text))


def test_every_operation_is_in_the_reference(tmp_path: Path) -> None:
    names = documented(tmp_path)
    as_functions = {name for name in entry.FUNCTIONS if f"minigrad.{name}" in names}
    as_methods = {name for name in entry.FUNCTIONS if f"minigrad.Tensor.{name}" in names}
    assert entry.FUNCTIONS.keys() == as_functions | as_methods
    assert as_methods >= {"detach", "is_floating_point", "numel"}


def test_every_module_optimizer_and_gradient_is_in_the_reference(tmp_path: Path) -> None:
    names = documented(tmp_path)
    for place in (minigrad.nn, minigrad.optim):
        for name, value in vars(place).items():
            assert not isinstance(value, type) or f"{place.__name__}.{name}" in names, name
    assert {"minigrad.autograd.grad", "minigrad.no_grad", "minigrad.Tensor.backward"} <= names
    assert {"minigrad.nn.functional.cross_entropy", "minigrad.linalg.norm"} <= names
    data = {f"minigrad.utils.data.{name}" for name in ("DataLoader", "Subset", "TensorDataset")}
    assert data | {"minigrad.Generator", "minigrad.autograd.Function"} <= names


def test_symbols_in_a_docstring_are_escaped_and_fields_are_formatted() -> None:
    assert docstrings.restructured(["|x|;   d/dx = w_t*"]) == [r"\|x\|", "", r"d/dx = w\_t\*"]
    lines = docstrings.restructured(["Shapes: `v`", "as x.", "``y`` is."])
    assert lines == ["", ":Shapes: ``v``", "   as x.", "", "``y`` is."]
    example = [">>> 2 ** 3", "8"]
    assert docstrings.restructured(example) == ["", *example]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_no_stored_output_has_terminal_colors(path: Path) -> None:
    """The site leaves out the style rules for terminal colors (`OF_TERMINALS`)."""
    outputs = [output for cell in read(path).cells for output in cell.get("outputs", [])]
    assert "\\u001b" not in json.dumps(outputs)


ANSWERED = re.compile(r'\n\n<div id="exercise-[^"]+"></div>')
# Elements that stay hidden until there's a guess.
FOLLOWS = re.compile(r"\A:::\{container\} follows .*\n((?:.|\n)+?)\n:::")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_page_has_the_notebooks_cells_and_a_link_to_it_under_its_title(
    path: Path, tmp_path: Path
) -> None:
    notebook = read(path)
    page = pages.page(notebook, path.name, tmp_path)
    assert [cell.id for cell in page.cells] == [cell.id for cell in notebook.cells]
    assert '\n<p class="doors if-reads"><a href="' in page.cells[0].source
    for cell, original in zip(page.cells[1:], notebook.cells[1:], strict=True):
        text = ANSWERED.sub("", cell.source.replace(notebook_links.where_it_runs(path.name), ""))
        text = FOLLOWS.sub(r"\1", text)
        is_text = original.cell_type == "markdown"
        expected = pages.rewrite_for_page(original.source) if is_text else original.source
        if added := pages.ADDED.get(cell.id):
            expected += f"\n\n{added}"
        assert text == expected or text.startswith('<form class="guess"')
    assert "slides/" not in page.cells[0].source


def test_the_start_page_lists_every_chapter() -> None:
    listed = pages.chapters(read(Path("notebooks/00_start_here.ipynb")))
    files = [path.name for path in NOTEBOOKS if re.match(r"0[1-9]|1", path.name)]
    assert [chapter.file for chapter in listed] == files
    assert [chapter.number for chapter in listed] == [chapter_id(file) for file in files]


def test_no_other_file_contains_the_repositorys_name() -> None:
    citation = yaml.safe_load(Path("CITATION.cff").read_text(encoding="utf-8"))
    assert citation["version"] == addresses.PROJECT["version"]
    sources = [*Path("minigrad").rglob("*.*"), *NOTEBOOKS, *Path(".github").rglob("*.yml")]
    for path in sources:
        if path.is_file() and path.suffix != ".pyc":
            assert addresses.NAME.encode() not in path.read_bytes(), path


def test_a_pages_theme_determines_the_colors_of_its_figures() -> None:
    colors = build.colors()
    assert 'body[data-theme="dark"]{--mg-text:' in colors
    assert "data-jp-theme-light" not in colors


def test_a_minified_style_sheet_keeps_its_rules() -> None:
    style = (
        "/* why */\na :is(b, c) {\n  color: red; /* x */\n}\n\n@media print { p { top: 0 1px } }"
    )
    assert build.compact(style) == "a :is(b, c){color: red;}@media print{p{top: 0 1px}}"
