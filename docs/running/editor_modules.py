"""CodeMirror's modules, changed so that they import each other by path instead of by name.

Browsers can't find a package by name unless the page lists it in an import map, and an import map
would be another script.
"""

import json
import re
from pathlib import Path

from minigrad.teaching.assets import package

ENTRY = "@codemirror/lang-python", "@codemirror/autocomplete", "@codemirror/commands"
NAMES = r"(?:import|export)\s*(?:\{[^}]*\}|\*(?:\s*as\s+\w+)?|\w+)\s*from\s*|import\s*"
IMPORT = re.compile(rf"""^({NAMES})(["'])([@\w][\w./-]*)\2""", re.MULTILINE)


def write(folder: Path) -> list[str]:
    """Write the packages that the editor needs; return the packages' names."""
    folder.mkdir(parents=True, exist_ok=True)
    waiting, written = list(ENTRY), dict[str, None]()
    while waiting:
        if (name := waiting.pop()) in written:
            continue
        text = _entry(name).read_text(encoding="utf-8")
        needed = {found for _, _, found in IMPORT.findall(text)}
        (folder / file(name)).write_text(by_path(text), encoding="utf-8")
        written[name] = None
        waiting += sorted(needed)
    return sorted(written)


def by_path(text: str) -> str:
    """Return a module's code, changed so that it imports other packages from files next to it."""
    return IMPORT.sub(lambda found: f'{found[1]}"./{file(found[3])}"', text)


def file(name: str) -> str:
    """Return the filename of a package's module.

    >>> file("@codemirror/view"), file("crelt")
    ('codemirror-view.js', 'crelt.js')
    """
    return f"{name.removeprefix('@').replace('/', '-')}.js"


def _entry(name: str) -> Path:
    folder = package(name)
    described = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    module = described.get("module") or described["exports"]["import"]
    return folder / module
