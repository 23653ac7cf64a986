"""Tests that every operation has an entry and cases. A failure says which command to run."""

import ast
import re
import types
from functools import cache

import pytest

import minigrad as mg
from minigrad.api import entry
from tests.architecture.test_imports import MODULES
from tests.architecture.test_package import PACKAGE
from tests.ops.test_finite_differences import BOOKKEEPING
from tests.ops.test_recorded import CHANGES, OPERATIONS, record, recorded
from tests.parity import lessons, naming
from tests.parity.cases import EXPRESSIONS, IN_PLACE
from tests.parity.filled import filled

FORMS = {"public", "method", "unchecked", "operator", "attribute", "elementwise", "of_one_tensor"}
FORMS |= {"comparison", "logic", "question", "overload"}


@cache
def used() -> set[str]:
    """Return every name that's used somewhere in the package."""
    names = set()
    for path in MODULES.values():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Name):
                names.add(node.id)
            elif isinstance(node, ast.Attribute) and ast.unparse(node.value) != "np":
                names.add(node.attr)
            elif isinstance(node, ast.alias):
                names.add(node.name)
    return names


def has_form(function: ast.FunctionDef) -> bool:
    """Return whether a decorator declares the forms of an operation."""
    return any(re.match(r"\w+", ast.unparse(d))[0] in FORMS for d in function.decorator_list)  # type: ignore[index]


@pytest.mark.parametrize("path", sorted((PACKAGE / "ops").glob("*.py")), ids=lambda path: path.stem)
def test_every_defined_operation_declares_its_forms(path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    for function in (node for node in tree.body if isinstance(node, ast.FunctionDef)):
        if function.name not in used() and not has_form(function):
            pytest.fail(
                (
                    f"Nothing calls {function.name}, defined in {path.name}. If it's an "
                    "operation, declare its forms; minigrad/ops/README.md shows how."
                ),
                pytrace=False,
            )


@pytest.mark.parametrize("table", [EXPRESSIONS, IN_PLACE], ids=["operations", "in_place"])
def test_every_operation_with_cases_is_public(table: dict[str, str]) -> None:
    for name in table:
        place, _, last = ("mg." + name).rpartition(".")
        owner = {"mg": mg, "mg.F": mg.nn.functional, "mg.linalg": mg.linalg}[place]
        if not (hasattr(owner, last) or hasattr(mg.Tensor, last)):
            pytest.fail(
                f"There are cases for {name}, but no such operation. {naming.next_steps(name)}",
                pytrace=False,
            )


@pytest.mark.parametrize("name", entry.FUNCTIONS)
def test_a_function_is_imported_by_the_package(name: str) -> None:
    if name not in mg.__all__:
        pytest.fail(f"minigrad/__init__.py lacks {name}. {naming.next_steps(name)}", pytrace=False)


def test_every_public_operation_has_cases() -> None:
    public = {name for name in dir(mg.Tensor) if name[0] != "_" and hasattr(mg.ones(1, 1), name)}
    operators = {*entry.OPERATORS} - set(dir(type))
    functions = {name for name in mg.__all__ if isinstance(getattr(mg, name), types.FunctionType)}
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
                f"The recorded cases of {name} aren't the ones in cases.py. {record(name)}",
                pytrace=False,
            )
    assert [*answers] == [*table], "run `make record`"


def test_every_lesson_is_recorded() -> None:
    assert [*lessons.LESSONS] == [*recorded("lessons.json")], "run `make record`"
