"""Scripts bundled from the modules in `formula/` and `playground/`, for pages opened from disk.

Browsers don't load modules from disk. So each module becomes a function that returns the module's
exports, placed after the modules that it imports. A module can also include the explorers' files.
"""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from minigrad.explore import content
from minigrad.explore.content import source

FOLDERS = [Path(__file__).parent / name for name in ("formula", "playground")]
FOLDERS.append(Path(content.__file__).parent / "front" / "engine")
IMPORT = re.compile(r'^import (\{[^}]*\}) from "(?:\./|\.\./\w+/)(\w+)\.js";\n', re.MULTILINE)
EXPORT = re.compile(r"^export ((?:async )?(?:const|function|class) (\w+))", re.MULTILINE)
OF_EXPLORERS = re.compile(r"^/\* of the explorers: (.+) \*/\n", re.MULTILINE)
COMMENT = re.compile(r"^ *//.*\n", re.MULTILINE)
INDENT = re.compile(r"^ +", re.MULTILINE)
# Files that a page without cells and explorers doesn't need.
FOR_CHAPTERS = {
    *("predictions.js", "vocabulary.js", "words.js", "arithmetic.js"),
    *("explorers.js", "explorers.css"),
    *("reference.css", "sphinx_highlight.js", "doctools.js"),
    *("clipboard.min.js", "copybutton.js", "copybutton.css"),
}
# All that the first page needs of the explorers' style sheet: linked words.
SHARED = re.compile(r"^\.mg-(?:gradient-)?word\b.*?\}\n", re.MULTILINE | re.DOTALL)


def bundle(*names: str, then: str = "") -> str:
    """Return the modules as one classic script. `then` is code to run last, with their exports."""
    modules = "".join(map(_module, _ordered(names)))
    seen = "".join(f"const {_exports(name)} = modules.{name};\n" for name in names) if then else ""
    return f"(() => {{\nconst modules = {{}};\n{modules}{seen}{then}\n}})();\n"


# The page that loads a script, and the module that the script starts with.
LOADED = {"index": ("formula", "first_page"), "playground": ("playground", "playground")}


def write_bundles(static: Path) -> None:
    for name, start in LOADED.values():
        text = bundle(start)
        if name == "formula":  # the playground's script contains a Python program
            text = INDENT.sub("", text)
        (static / f"{name}.js").write_text(text, encoding="utf-8")
    shared = "".join(SHARED.findall(source("figure.css")))
    (static / "linked.css").write_text(shared, encoding="utf-8")


def load_on_its_page(
    app: Any, page: str, _template: str, context: dict[str, Any], _tree: Any
) -> None:
    if page in LOADED:
        # The lists belong to Sphinx, and the next lines change them.
        for files in (context["css_files"], context["script_files"]):
            files[:] = [one for one in files if not _is_for_chapters(str(one.filename))]
        name, _ = LOADED[page]
        app.add_js_file(f"{name}.js", loading_method="defer")
        for style in (name, "linked") if page == "index" else (name,):
            app.add_css_file(f"{style}.css")


def _is_for_chapters(file: str) -> bool:
    return file in {f"_static/{name}" for name in FOR_CHAPTERS} or "mystnb" in file


def setup(app: Any) -> dict[str, bool]:
    app.connect("html-page-context", load_on_its_page)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _source(name: str) -> str:
    paths = [path for folder in FOLDERS if (path := folder / f"{name}.js").is_file()]
    if len(paths) != 1:
        raise ValueError(f"{len(paths)} modules are called {name}, but a bundle needs exactly one")
    text = paths[0].read_text(encoding="utf-8")
    return OF_EXPLORERS.sub(lambda found: _included(found[1]), text)


def _included(names: str) -> str:
    return "\n".join(source(f"{name}.js") for name in names.split(", "))


def _exports(name: str) -> str:
    return f"{{ {', '.join(found for _, found in EXPORT.findall(_source(name)))} }}"


def _module(name: str) -> str:
    text = IMPORT.sub(r"const \1 = modules.\2;\n", COMMENT.sub("", _source(name)))
    body = EXPORT.sub(r"\1", text)
    return f"modules.{name} = (() => {{\n{body}return {_exports(name)};\n}})();\n"


def _ordered(names: Iterable[str]) -> list[str]:
    """Return the given modules and everything that they import, each after its own imports."""
    done: list[str] = []

    def add(name: str, under: tuple[str, ...] = ()) -> None:
        if name in under:
            raise ValueError(f"{' imports '.join((*under, name))}: these imports are circular")
        for _, needed in IMPORT.findall(_source(name)):
            add(needed, (*under, name))
        if name not in done:
            done.append(name)

    for name in names:
        add(name)
    return done
