"""Tests that type checkers find no error in the code cells of the chapters (`make types`)."""

import sys
from pathlib import Path

import pytest
from nbformat.v4 import new_code_cell

from . import cells, checkers

HERE = Path(__file__).parent
CHAPTERS = sorted(path.stem for path in cells.NOTEBOOKS.glob("*.ipynb"))
PLANTED = 'from minigrad import ones\n\n\ndef f():\n    return ones("two").sun()\n'


def mypy(folder: Path) -> list[str]:
    config = ["--config-file", str(HERE / "chapters.ini"), "--cache-dir", str(folder / "cache")]
    return checkers.errors(["mypy", *config, "--no-error-summary", "."], folder)


def pyright(folder: Path) -> list[str]:
    config = (HERE / "chapters.json").read_text("utf-8")
    (folder / "pyrightconfig.json").write_text(config, "utf-8")
    return checkers.errors(
        ["basedpyright", "--pythonpath", sys.executable, "--level", "error"], folder
    )


@pytest.mark.parametrize("checker", [mypy, pyright])
def test_a_chapter_has_no_type_error_except_a_seeded_one(checker, tmp_path: Path) -> None:
    for chapter in CHAPTERS:
        cells.write(chapter, tmp_path)
    (tmp_path / "planted.py").write_text(PLANTED, "utf-8")
    found = checker(tmp_path)
    assert [error for error in found if "planted.py" not in error] == []
    assert len([error for error in found if "planted.py" in error]) == 2


def test_a_cell_imports_each_name_from_the_last_cell_that_bound_it() -> None:
    sources = [
        "import minigrad as mg\nfrom math import e, pi",
        "x, y = 1, 2",
        "class x: ...",
        "x, y, pi",
    ]
    meant = new_code_cell("y = no_number", id="e", metadata={"tags": ["raises-exception"]})
    code = [new_code_cell(source, id=f"{i}") for i, source in enumerate(sources)]
    found = cells.modules([*code[:3], meant, code[3]], extended={"x"})
    assert [*found] == ["cell_0", "cell_1", "cell_2", "cell_3"]
    assert found["cell_3"].splitlines()[1:] == [
        "from math import pi",
        "from . import cell_1",
        "from . import cell_2",
        "x: Any = cell_2.x",
        "y = cell_1.y",
        "x, y, pi",
    ]
