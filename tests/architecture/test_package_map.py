"""Tests that the map in CONTRIBUTING.md shows every package and its current imports."""

from .package_map import PAGE, ROW, imported_by, with_current_imports
from .test_imports import LAYERS

TEXT = PAGE.read_text(encoding="utf-8")
COMMAND = "run: python -m tests.architecture.package_map"


def test_the_map_has_every_package_from_the_top_down() -> None:
    assert [row[0] for row in ROW.findall(TEXT)] == [name for name in LAYERS if name != "minigrad"]


def test_the_map_shows_the_imports_of_the_code() -> None:
    assert with_current_imports(TEXT) == TEXT, COMMAND


def test_a_package_imports_only_packages_below_it_on_the_map() -> None:
    assert imported_by("messages") == []
    assert "messages" in imported_by("engine")


def test_an_import_missing_from_the_map_is_detected() -> None:
    assert (
        with_current_imports("| `engine/` | what it does | teaching |\n")
        != "| `engine/` | what it does | teaching |\n"
    )
