"""Who imports whom: downward only, between rooms and inside them."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import minigrad

PACKAGE = Path(minigrad.__file__).parent
# From the top floor down; a room imports from those below it alone.
ROOMS = (
    *("minigrad", "teaching", "course", "explore", "draw", "optim", "nn", "utils", "api"),
    *("autograd", "values", "ops", "engine", "messages"),
)
MOST_ROOMS, MOST_ARROWS = 16, 60


def modules() -> dict[str, Path]:
    """Every module of the package, by its full name."""
    paths = {}
    for path in PACKAGE.rglob("*.py"):
        parts = ("minigrad", *path.relative_to(PACKAGE).with_suffix("").parts)
        paths[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return paths


MODULES = modules()


def imports(name: str, path: Path) -> Iterator[str]:
    """The modules of the package that a module imports, wherever in it the statement stands."""
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


def room(name: str) -> str:
    parts = name.split(".")
    return parts[1] if len(parts) > 1 else "minigrad"


ARROWS = sorted(
    (name, other) for name, path in MODULES.items() for other in {*imports(name, path)} - {name}
)


def test_there_are_few_rooms_and_each_is_on_the_list() -> None:
    there = {path.stem if path.is_file() else path.name for path in PACKAGE.iterdir()}
    assert there - {"__pycache__", "__init__"} == {*ROOMS} - {"minigrad"}
    assert len(ROOMS) <= MOST_ROOMS


def test_a_room_imports_from_the_rooms_below_it_alone() -> None:
    floors = {name: i for i, name in enumerate(ROOMS)}
    upward = [
        f"{name} imports {other}, which is above it"
        for name, other in ARROWS
        if floors[room(name)] > floors[room(other)] and other != "minigrad"
    ]
    # The public face itself is imported by whoever uses it as a reader does.
    users = {room(name) for name, other in ARROWS if other == "minigrad"}
    assert upward == []
    assert users <= {"teaching", "course", "explore"}


def test_inside_a_room_there_is_no_circle() -> None:
    waiting: dict[str, set[str]] = {name: set() for name in MODULES}
    for name, other in ARROWS:
        if room(name) == room(other):
            waiting[name].add(other)
    while free := [name for name, others in waiting.items() if not others & waiting.keys()]:
        for name in free:
            del waiting[name]
    circles = [f"{name} imports {others & waiting.keys()}" for name, others in waiting.items()]
    assert "\n".join(circles) == ""


def test_the_arrows_between_rooms_are_few() -> None:
    between = Counter((room(a), room(b)) for a, b in ARROWS if room(a) != room(b))
    assert len(between) <= MOST_ARROWS, sorted(between)
