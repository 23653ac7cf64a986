"""An operation is its entry and its cases; what else it needs is asked for, with the command."""

import ast
import inspect
import re
import types
from functools import cache

import pytest

import minigrad as mg
from minigrad.api import methods
from minigrad.api.signatures import listed
from tests.architecture.test_imports import MODULES
from tests.architecture.test_package import PACKAGE
from tests.ops.test_finite_differences import BOOKKEEPING
from tests.ops.test_recorded import CHANGES, OPERATIONS, PROGRAMS, record, recorded
from tests.parity import calls, lessons, naming
from tests.parity.cases import EXPRESSIONS, IN_PLACE
from tests.parity.filled import filled
from tests.parity.recorded_programs import PROGRAMS as WRITTEN

# These look at their arguments by themselves.
BY_THEMSELVES = {"split", "norm", "cpu", "cuda", "type", "numpy"}


@cache
def used() -> set[str]:
    """Every name that some code of the package uses, or a table of `face`."""
    names = set(re.findall(r"[\w.]+", (PACKAGE / "api" / "names.txt").read_text("utf-8")))
    for path in MODULES.values():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Name):
                names.add(node.id)
            elif isinstance(node, ast.Attribute) and ast.unparse(node.value) != "np":
                names.add(node.attr)
            elif isinstance(node, ast.alias):
                names.add(node.name)
    return names


@pytest.mark.parametrize("path", sorted((PACKAGE / "ops").glob("*.py")), ids=lambda path: path.stem)
def test_what_is_defined_is_called(path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    for name in (node.name for node in tree.body if isinstance(node, ast.FunctionDef)):
        if name not in used():
            cases = "has cases" if name in EXPRESSIONS else "has no line in tests/parity/cases.py"
            say = naming.then(name) if name in EXPRESSIONS else naming.suggestion(name)
            pytest.fail(
                f"Nobody calls {name}, defined in {path.name}: it {cases}.\n{say}", pytrace=False
            )


@pytest.mark.parametrize("table", [EXPRESSIONS, IN_PLACE], ids=["operations", "in_place"])
def test_what_has_cases_is_named(table: dict[str, str]) -> None:
    for name in table:
        place, _, last = ("mg." + name).rpartition(".")
        owner = {"mg": mg, "mg.F": mg.nn.functional, "mg.linalg": mg.linalg}[place]
        if not (hasattr(owner, last) or hasattr(mg.Tensor, last)):
            pytest.fail(f"There are cases, and no {name}. {naming.then(name)}", pytrace=False)


@pytest.mark.parametrize("form", ["both", "method"])
def test_what_is_named_says_what_it_takes(form: str) -> None:
    for name, operation in methods.named(form).items():
        known = {name, f"{name}()"} & listed().keys() or name in BY_THEMSELVES
        takes = [*inspect.signature(inspect.unwrap(operation)).parameters][1:]
        if takes and not known:
            pytest.fail(
                f"{name} takes {', '.join(takes)}, and minigrad/api/signatures.txt has no line of "
                f"it: write one below its name; the head of the file explains the notation.",
                pytrace=False,
            )


def test_what_is_named_has_cases() -> None:
    public = {name for name in dir(mg.Tensor) if name[0] != "_" and hasattr(mg.ones(1, 1), name)}
    operators = {name for name in vars(mg.Tensor) if name.startswith("__")} - set(dir(type))
    operators.discard("__annotate_func__")  # Python's own, since 3.14
    functions = {
        name
        for name, function in vars(mg).items()
        if isinstance(function, types.FunctionType) and not name.startswith("_")
    }
    bare = sorted(
        (public | operators | functions) - {*EXPRESSIONS, *IN_PLACE, *BOOKKEEPING.split()}
    )
    if bare:
        pytest.fail(f"tests/parity/cases.py: {naming.suggestion(bare[0])}", pytrace=False)


@pytest.mark.parametrize(
    ("table", "answers"), [(EXPRESSIONS, OPERATIONS), (IN_PLACE, CHANGES)], ids=["any", "in_place"]
)
def test_every_case_is_recorded(table, answers) -> None:
    for name, cases in filled(table, mg).items():
        if cases != [*answers.get(name, ())]:
            pytest.fail(
                f"What is recorded of {name} is not its cases. {record(name)}", pytrace=False
            )
    assert [*answers] == [*table], "run `make record`"


@pytest.mark.parametrize(
    ("written", "answered"),
    [
        (["\n".join(program) for program in WRITTEN], ["\n".join(p) for p, *_ in PROGRAMS]),
        ([*calls.listed()], [*recorded("calls.json")["calls"]]),
        ([*lessons.LESSONS], [*recorded("lessons.json")]),
    ],
    ids=["programs", "calls", "lessons"],
)
def test_all_else_is_recorded(written: list[str], answered: list[str]) -> None:
    if written != answered:
        new = [text for text in written if text not in answered]
        pytest.fail(f"not recorded, run `make record`: {new}", pytrace=False)
