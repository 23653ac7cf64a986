"""The modules in `formula/` as one script, because browsers load no modules from a disk.

They are written as modules that import each other. Here each becomes a function that returns its
exports, after the modules that it imports.
"""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "formula"
IMPORT = re.compile(r'^import (\{[^}]*\}) from "\./(.*)\.js";\n', re.MULTILINE)
EXPORT = re.compile(r"^export ((?:async )?(?:const|function|class) (\w+))", re.MULTILINE)
COMMENT = re.compile(r"^ *//.*\n", re.MULTILINE)


def bundle(*names: str, then: str = "") -> str:
    """Return one classic script of these modules. `then` runs last, and sees their exports."""
    modules = "".join(map(_module, _ordered(names)))
    seen = "".join(f"const {_exports(name)} = modules.{name};\n" for name in names) if then else ""
    return f"(() => {{\nconst modules = {{}};\n{modules}{seen}{then}\n}})();\n"


def write_first_page(static: Path) -> None:
    (static / "formula.js").write_text(bundle("first_page"), encoding="utf-8")


def load_on_first_page(app: Any, page: str, *_context: Any) -> None:
    if page == "index":
        app.add_js_file("formula.js", loading_method="defer")
        app.add_css_file("formula.css")


def setup(app: Any) -> dict[str, bool]:
    app.connect("html-page-context", load_on_first_page)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _source(name: str) -> str:
    return (FOLDER / f"{name}.js").read_text(encoding="utf-8")


def _exports(name: str) -> str:
    return f"{{ {', '.join(found for _, found in EXPORT.findall(_source(name)))} }}"


def _module(name: str) -> str:
    text = IMPORT.sub(r"const \1 = modules.\2;\n", COMMENT.sub("", _source(name)))
    body = EXPORT.sub(r"\1", text)
    return f"modules.{name} = (() => {{\n{body}return {_exports(name)};\n}})();\n"


def _ordered(names: Iterable[str]) -> list[str]:
    """Return these modules and everything they import, each one after its imports."""
    done: list[str] = []

    def add(name: str, under: tuple[str, ...] = ()) -> None:
        if name in under:
            raise ValueError(f"{' imports '.join((*under, name))}: these go round in a circle")
        for _, needed in IMPORT.findall(_source(name)):
            add(needed, (*under, name))
        if name not in done:
            done.append(name)

    for name in names:
        add(name)
    return done
