"""`python -m tests.architecture.package_map`: update the package map in CONTRIBUTING.md.

It fills in which packages each package imports, based on the import statements.
"""

import re
from pathlib import Path

from .test_imports import ARROWS, LAYERS, layer

PAGE = Path(__file__).resolve().parents[2] / "CONTRIBUTING.md"
ROW = re.compile(r"^\| `(\w+)/` \| ([^|]*) \|([^|]*)\|$", re.MULTILINE)


def imported_by(package: str) -> list[str]:
    """Return the packages that a package imports, in layer order."""
    found = {layer(other) for name, other in ARROWS if layer(name) == package}
    return [name for name in LAYERS if name in found - {package}]


def with_current_imports(page: str) -> str:
    """Return the page with the imports in its map updated."""
    return ROW.sub(
        lambda row: f"| `{row[1]}/` | {row[2]} | {', '.join(imported_by(row[1])) or '-'} |", page
    )


def main() -> None:
    PAGE.write_text(with_current_imports(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    print(f"{PAGE.name}: the map is up to date")


if __name__ == "__main__":
    main()
