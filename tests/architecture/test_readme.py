"""Tests that the README's code runs and that its table matches the course."""

import contextlib
import io
import re
import subprocess
import sys
import traceback
from pathlib import Path

import nbformat
import pytest

from docs.pages import chapters as listed
from docs.start import parts_of
from tests.course.cells import NOTEBOOKS

ROOT = NOTEBOOKS.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
START = nbformat.read(NOTEBOOKS / "00_start_here.ipynb", as_version=4)
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("[mt]*/**/README.md"))]


def test_the_code_in_readme_prints_its_output() -> None:
    program, shown = re.findall(r"```(?:python|text)\n(.*?)```", README, re.DOTALL)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        try:
            exec(program, {})
        except RuntimeError as error:
            print("".join(traceback.format_exception_only(error)), end="")
    assert printed.getvalue() == shown


def test_the_table_lists_the_same_chapters_as_the_start_page() -> None:
    rows = re.findall(r"^\| (\w+) \| \[(.+?)\]\(notebooks/(.+?)\) \| (.+?) \|$", README, re.M)
    first, *others = rows
    assert first[1:3] == ("Start here", "00_start_here.ipynb")
    assert others == [(c.number, c.title, c.file, c.question) for c in listed(START)]


def test_the_parts_match_the_start_page() -> None:
    parts = re.split(r"^### ", README.partition("## The chapters\n")[2], flags=re.M)[1:]
    linked = [(p.splitlines()[0], re.findall(r"\(notebooks/(\d.+?)\)", p)) for p in parts]
    expected = [(name, [c.file for c in part]) for name, part in parts_of(listed(START))]
    expected[0][1].insert(0, "00_start_here.ipynb")
    assert linked == expected


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_command_on_a_page_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"(?<![\w-])make ([a-z][a-z-]*)", _code(text)):
        assert re.search(rf"^([a-z-]+ )*{target}\b[a-z -]*:", makefile, re.MULTILINE), (
            f"make {target}"
        )
    for module in re.findall(r"python -m ((?:minigrad|tests)[\w.]*)", _code(text)):
        file = ROOT.joinpath(*module.split("."))
        assert file.with_suffix(".py").is_file() or (file / "__main__.py").is_file(), module


def test_every_course_command_exists() -> None:
    run = [sys.executable, "-m", "minigrad.course", "--help"]
    known = subprocess.run(run, capture_output=True, text=True, check=True).stdout
    for command in re.findall(r"python -m minigrad\.course (\w+)", README):
        assert re.search(rf"\b{command}\b", known), command


def _code(text: str) -> str:
    """Return a page's code blocks and code spans."""
    blocks = re.findall(r"^```.*?^```", text, re.DOTALL | re.MULTILINE)
    spans = re.findall(
        r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    )
    return "\n".join(blocks + spans)
