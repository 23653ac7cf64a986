"""Tests that a traceback shows the learner's lines and the message, and `%tb` shows everything."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from shutil import ignore_patterns
from typing import Any

import IPython
import nbformat
import pytest

from tests.notebooks.running import run

FIRST = "import minigrad as mg\nfrom minigrad.course.chapter_1 import check, compare, hint"
CELLS = {
    "a call of the package": "def f(x):\n    y = x\n    return y @ mg.ones(3)\n\nf(mg.ones(2, 2))",
    "all of it": "%tb",
    "of Python": "x = mg.tensor(2.0)\nx.grad * 2",
    "of the checks": "check('nothing', 1)",
    "of a library": "import json\njson.loads('[')",
    "several lines": "mg.stack(\n    [1, 2],\n)",
    "too deep": "def g(x):\n    return g(x)\n\n\ng(1)",
    "one behind another": "try:\n    {}['a']\nexcept KeyError:\n    mg.ones(2) + mg.ones(3)",
    "of a helper": "import my_helper\nmy_helper.double(None)",
    "syntax": "1 +",
    "a copied minus": "guess = \u22121.9",
    "a bare word": "guess = yes",
    "magic": "%nosuch",
}


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("learner")
    (folder / "my_helper.py").write_text("def double(x):\n    return 2 * x.sum()\n")
    cells = [
        nbformat.v4.new_code_cell(source, metadata={"tags": ["raises-exception"]})
        for source in (FIRST, *CELLS.values())
    ]
    notebook = nbformat.v4.new_notebook(cells=cells)
    outputs = [_reported(cell.outputs) for cell in run(notebook, folder).cells]
    return dict(zip(CELLS, outputs[1:], strict=True))


def _reported(outputs: list[Any]) -> str:
    return "\n".join("\n".join(o.traceback) if "traceback" in o else o.text for o in outputs)


def test_a_mistake_shows_the_learners_lines_and_the_message(shown: dict[str, str]) -> None:
    assert shown["a call of the package"].splitlines() == [
        "Cell In[2], line 5",
        "----> 5 f(mg.ones(2, 2))",
        "",
        "Cell In[2], line 3, in f",
        "----> 3     return y @ mg.ones(3)",
        "",
        "RuntimeError: size mismatch, got input (2), mat (2x2), vec (3)",
        "The matrix must have as many columns as the vector has elements.",
    ]


def test_the_full_traceback_is_available(shown: dict[str, str]) -> None:
    # The normal form replaces frames outside the cells with their count.
    assert "Traceback (most recent call last)" in shown["all of it"]


def test_pythons_own_errors_are_explained(shown: dict[str, str]) -> None:
    assert shown["of Python"].splitlines()[-1].startswith("One side is `None`")


def test_frames_of_checks_and_libraries_are_hidden(shown: dict[str, str]) -> None:
    for case in ("of the checks", "of a library", "one behind another"):
        assert shown[case].count("Cell In[") == 1
        assert "File " not in shown[case]
    assert 'Chapter 1 has no exercise "nothing"' in shown["of the checks"]
    assert "KeyError" not in shown["one behind another"]


def test_a_multiline_statement_is_shown_in_full(shown: dict[str, str]) -> None:
    lines = shown["several lines"].splitlines()
    assert lines[1:4] == ["----> 1 mg.stack(", "      2     [1, 2],", "      3 )"]


def test_recursive_frames_are_counted_rather_than_listed(shown: dict[str, str]) -> None:
    assert len(shown["too deep"].splitlines()) < 12
    assert re.search(r"\(\d{3,} times\)", shown["too deep"])


def test_an_invalid_cell_shows_only_its_invalid_line(shown: dict[str, str]) -> None:
    assert "SyntaxError: invalid syntax" in shown["syntax"]
    assert "1 +" in shown["syntax"]
    assert "site-packages" not in shown["syntax"]
    assert "interactiveshell" not in shown["syntax"]


def test_a_pasted_minus_sign_is_explained(shown: dict[str, str]) -> None:
    lines = shown["a copied minus"]
    assert "invalid character" in lines
    assert "Type the one on your keyboard: `-`." in lines


def test_a_word_without_quotes_is_explained(shown: dict[str, str]) -> None:
    assert shown["a bare word"].splitlines()[-1] == 'A word needs quotes: guess = "yes"'


def test_after_a_guess_that_fails_no_earlier_guess_is_judged(tmp_path: Path) -> None:
    sources = ["import minigrad.course"]
    for failing in ("guess = 5 +", "guess = yes", "guess=three"):
        sources += ["guess = 5", failing, "guess"]
    cells = [
        nbformat.v4.new_code_cell(source, metadata={"tags": ["raises-exception"]})
        for source in sources
    ]
    ran = run(nbformat.v4.new_notebook(cells=cells), tmp_path).cells
    assert [cell.outputs[0].data["text/plain"] for cell in ran[3::3]] == ["Ellipsis"] * 3


def test_a_check_does_not_judge_the_answer_before_a_syntax_error(tmp_path: Path) -> None:
    checks = 'check("cubes", f)'
    sources = [
        "from minigrad.course.chapter_0 import check",
        "def f(x):\n    return 2 * x",
        "def f(x):\n    return 3x * x",
        checks,
        "def f(x):\n    return 3 * x * x",
        checks,
        "check('cubes', f",
        checks,
    ]
    cells = [
        nbformat.v4.new_code_cell(source, metadata={"tags": ["raises-exception"]})
        for source in sources
    ]
    ran = run(nbformat.v4.new_notebook(cells=cells), tmp_path).cells
    replies = [cell.outputs[0].data["text/plain"] for cell in ran if cell.source == checks]
    assert [reply[:30] for reply in replies] == [
        "Not yet. Python couldn't read ",
        "Right. x reaches x · x · x on ",
        "Right. x reaches x · x · x on ",
    ]


def test_magics_are_left_unchanged(shown: dict[str, str]) -> None:
    assert "`%nosuch` not found" in shown["magic"]


IN_A_TERMINAL = """
import sys
from IPython.core.interactiveshell import InteractiveShell

shell = InteractiveShell.instance(colors="nocolor")
shell.run_cell("import minigrad.course")
shell.run_cell("import my_helper; my_helper.double(None)")
print("=====")
shell.run_line_magic("tb", "")
"""


def test_frames_in_learners_files_are_shown_and_package_frames_on_demand(tmp_path: Path) -> None:
    (tmp_path / "my_helper.py").write_text(
        "import minigrad as mg\n\n\ndef double(x):\n    return mg.ones(2) + mg.ones(3)\n"
    )
    root = Path(__file__).resolve().parents[2]
    ran = subprocess.run(
        [sys.executable, "-c", IN_A_TERMINAL],
        cwd=tmp_path,
        env={"PYTHONPATH": str(root), "HOME": str(tmp_path), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    short, _, whole = ran.stdout.partition("=====")
    assert "my_helper.py" in short
    assert "return mg.ones(2) + mg.ones(3)" in short
    assert "record.py" not in short
    assert "binary" in whole or "record" in whole


def test_libraries_outside_the_interpreters_folders_are_hidden(tmp_path: Path) -> None:
    copied = ignore_patterns("tests", "__pycache__")
    shutil.copytree(Path(IPython.__file__).parent, tmp_path / "IPython", ignore=copied)
    program = (
        "from IPython.core.interactiveshell import InteractiveShell\n"
        "shell = InteractiveShell.instance(colors='nocolor')\n"
        "shell.run_cell('from minigrad.course.chapter_1 import check')\n"
        "shell.run_cell('{}[1]')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(tmp_path), "IPYTHONDIR": str(tmp_path / "profile")},
        capture_output=True,
        text=True,
    )
    assert "{}[1]" in done.stdout
    assert "interactiveshell.py" not in done.stdout


def test_without_ipython_nothing_happens() -> None:
    program = "import sys, minigrad.course; print('IPython' in sys.modules, sys.excepthook)"
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ran.stdout.startswith("False <built-in function excepthook>")


def test_an_ipython_that_was_not_loaded_from_a_file_is_enough() -> None:
    """The kernel in a page provides such a stand-in."""
    program = (
        "import sys, types\n"
        "sys.modules['IPython'] = types.ModuleType('IPython')\n"
        "sys.modules['IPython'].get_ipython = lambda: None\n"
        "import minigrad.course.tracebacks"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
