"""`tests/` has the rooms of the package, and whatever a room gets, its folder tries."""

import ast
import inspect
import re
from pathlib import Path
from types import ModuleType

import pytest

import minigrad as mg
from minigrad.course.numbering import chapter_id
from tests.architecture.test_imports import ROOMS
from tests.architecture.test_package import PACKAGE

TESTS = Path(__file__).parents[1]
NOTEBOOKS = sorted(Path("notebooks").glob("[0-9]*.ipynb"))


@pytest.mark.parametrize("room", sorted({*ROOMS} - {"minigrad"}))
def test_a_room_has_its_folder_of_tests(room: str) -> None:
    assert list((TESTS / room).glob("test_*.py")), f"tests/{room} tests nothing of minigrad/{room}"


def explorers() -> list[tuple[Path, str]]:
    """The functions that return an explorer, but for what others are made of."""
    files = sorted((PACKAGE / "explore").glob("*.py"))
    trees = {path: ast.parse(path.read_text("utf-8")) for path in files}
    used = {name for tree in trees.values() for name in called(tree)}
    return [
        (path, node.name)
        for path, tree in trees.items()
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
        and node.name[0] != "_"
        and "Explorer" in (ast.unparse(node.returns) if node.returns else "")
        and node.name not in used
    ]


def called(tree: ast.AST) -> set[str]:
    """The functions that a module calls, or hands on."""
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    parameters = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    own = {name.id for name in names if isinstance(name.ctx, ast.Store)} | parameters
    return {name.id for name in names} - own


@pytest.mark.parametrize(
    ("path", "name"), explorers(), ids=lambda value: getattr(value, "stem", value)
)
def test_an_explorer_is_tried_in_every_frame(path: Path, name: str) -> None:
    tests = [test.read_text("utf-8") for test in (TESTS / "explore").glob("test_*.py")]
    if not any({name, "check"} <= called(ast.parse(text)) for text in tests):
        pytest.fail(
            f"{name} of {path.name} has no test. Write tests/explore/test_{path.stem}.py: `check` "
            f"of tests/explore/checks.py holds every frame of {name}(...) to what is asked of all, "
            "and the sentences are compared with closed forms, as in test_slope.py.",
            pytrace=False,
        )


def public(place: ModuleType) -> list[str]:
    """The classes and functions that a module offers."""
    things = {name: value for name, value in vars(place).items() if name[0] != "_"}
    known = {n for n, v in things.items() if inspect.isclass(v) or inspect.isfunction(v)}
    bases = {base for v in things.values() if inspect.isclass(v) for base in v.__mro__[1:]}
    ours = (n for n in known if things[n].__module__.startswith("minigrad"))
    return sorted(n for n in ours if things[n] not in bases)


PLACES = (
    mg.nn,
    mg.nn.functional,
    mg.nn.init,
    mg.nn.utils,
    mg.optim,
    mg.optim.lr_scheduler,
    mg.utils.data,
)
TRIED = "\n".join(
    path.read_text("utf-8")
    for folder in ("nn", "optim", "utils", "parity")
    for path in (TESTS / folder).rglob("*.*")
    if path.suffix in (".py", ".txt")
)


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.__name__)
def test_a_layer_a_loss_an_optimizer_is_tried(place: ModuleType) -> None:
    for name in public(place):
        if not re.search(rf"\b{name}\b", TRIED):
            pytest.fail(
                f"Nothing tries {place.__name__}.{name}. Write what it does into tests/nn, "
                "tests/optim or tests/utils; a program with it, a line of tests/parity/found.txt, "
                "is compared with PyTorch after `make record`.",
                pytrace=False,
            )


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_chapter_has_its_answers_and_claims(path: Path) -> None:
    for folder in ("answers", "claims"):
        table = TESTS / "course" / folder / f"chapter_{chapter_id(path.stem)}.py"
        assert table.exists(), (
            f"{path.name} wants {table.relative_to(TESTS.parent)}: CONTRIBUTING.md"
        )
