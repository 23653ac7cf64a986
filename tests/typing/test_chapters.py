"""Tests that an editor finds no type error in the code cells of the chapters (`make types`)."""

import sys
from pathlib import Path

from . import cells, checkers

HERE = Path(__file__).parent
CHAPTERS = sorted(path.stem for path in cells.NOTEBOOKS.glob("*.ipynb"))
PLANTED = 'from minigrad import ones\n\n\ndef f():\n    return ones("two").sun()\n'


def pyright(folder: Path) -> list[str]:
    config = (HERE / "chapters.json").read_text("utf-8")
    (folder / "pyrightconfig.json").write_text(config, "utf-8")
    return checkers.errors(
        ["basedpyright", "--pythonpath", sys.executable, "--level", "error"], folder
    )


def test_a_chapter_has_no_type_error_except_a_seeded_one(tmp_path: Path) -> None:
    for chapter in CHAPTERS:
        cells.write(chapter, tmp_path)
    (tmp_path / "planted.py").write_text(PLANTED, "utf-8")
    found = pyright(tmp_path)
    assert [error for error in found if "planted.py" not in error] == []
    assert len([error for error in found if "planted.py" in error]) == 2
