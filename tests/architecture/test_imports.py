"""Tests that imports only go downward, both between layers and within a layer."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import minigrad

PACKAGE = Path(minigrad.__file__).parent
ROOT = PACKAGE.parent
# The map in CONTRIBUTING.md, from top to bottom: a layer imports only from the layers below it.
MAP = re.findall(r"^\| `([\w/]+)/` \|", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.MULTILINE)
LAYERS = ("minigrad", *(folder.removeprefix("minigrad/") for folder in MAP))
# Modules next to `__init__.py`, in the same layer.
TOP = {"as_torch", "func", "functional", "linalg", "places", "random"}


def modules() -> dict[str, Path]:
    """Return the modules and stubs of the package and of the web edition, by full name."""
    paths = {}
    for path in (*PACKAGE.rglob("*.py*"), *(ROOT / "docs").rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        if path.suffix in (".py", ".pyi"):
            paths[name if path.suffix == ".py" else f"{name}-stub"] = path
    return paths


# It describes methods that higher layers attach, so it has to name the types that they return.
UPWARD = {"minigrad.engine.methods-stub"}


MODULES = modules()


def imports(name: str, path: Path) -> Iterator[str]:
    """Return the modules of the package that a module imports, anywhere in its source."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in MODULES)
        if isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - max(node.level - 1, 0)]
            start = ".".join([*above * bool(node.level), *filter(None, [node.module])])
            for alias in node.names:
                inside = f"{start}.{alias.name}"
                if start in MODULES:
                    yield inside if inside in MODULES else start


def layer(name: str) -> str:
    parts = name.split(".")
    if parts[0] == "docs":
        return "docs"
    return parts[1] if len(parts) > 1 and parts[1] not in TOP else "minigrad"


@pytest.fixture(scope="module")
def arrows() -> list[tuple[str, str]]:
    return sorted(
        (name, other) for name, path in MODULES.items() for other in {*imports(name, path)} - {name}
    )


def test_the_map_in_contributing_lists_every_layer() -> None:
    assert {layer(name) for name in MODULES} == {*LAYERS}


def test_a_layer_imports_only_from_the_layers_below_it(arrows: list[tuple[str, str]]) -> None:
    places = {name: i for i, name in enumerate(LAYERS)}
    upward = [
        f"{name} imports {other}, which is above it"
        for name, other in arrows
        if places[layer(name)] > places[layer(other)] and other != "minigrad" and name not in UPWARD
    ]
    # Figures and lessons use only public names, as a reader would.
    users = {layer(name) for name, other in arrows if other == "minigrad"}
    assert upward == []
    assert users <= {"docs", "teaching", "course", "explore"}


def test_layers_have_no_circular_imports(arrows: list[tuple[str, str]]) -> None:
    waiting: dict[str, set[str]] = {name: set() for name in MODULES}
    for name, other in arrows:
        if layer(name) == layer(other):
            waiting[name].add(other)
    while free := [name for name, others in waiting.items() if not others & waiting.keys()]:
        for name in free:
            del waiting[name]
    circles = [f"{name} imports {others & waiting.keys()}" for name, others in waiting.items()]
    assert "\n".join(circles) == ""
