"""Tests that in large print, page numbers, headers, and footers are as large as the text."""

import re
from pathlib import Path

import pytest

from minigrad.teaching.__main__ import main


@pytest.mark.parametrize("place", ["body", "footer", "@top-left", "@top-right", "@bottom-center"])
def test_large_print_has_at_least_18_points(place: str, tmp_path: Path) -> None:
    file = tmp_path / "exam.html"
    main(["exam", str(file), "--chapters", "0", "--large"])
    style = file.read_text(encoding="utf-8").partition("</style>")[0]
    sizes = re.findall(rf"{place} {{[^}}]*?font(?:-size)?: ([\d.]+)pt", style)
    assert len(sizes) == 2  # the usual size, and the one that replaces it
    assert float(sizes[-1]) >= 18
