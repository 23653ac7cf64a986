"""Tests that every operation has an entry and cases. A failure says which command to run."""

import types

import pytest

import minigrad as mg
from minigrad.api import entry
from tests.ops.test_finite_differences import BOOKKEEPING
from tests.ops.test_recorded import CHANGES, OPERATIONS, record
from tests.parity import naming
from tests.parity.cases import EXPRESSIONS, IN_PLACE
from tests.parity.filled import filled


def test_every_function_is_imported_by_the_package() -> None:
    for name in entry.FUNCTIONS:
        if name not in mg.__all__:
            pytest.fail(
                f"minigrad/__init__.py lacks {name}. {naming.next_steps(name)}", pytrace=False
            )


def test_every_public_operation_has_cases() -> None:
    public = {name for name in dir(mg.Tensor) if name[0] != "_" and hasattr(mg.ones(1, 1), name)}
    operators = {*entry.OPERATORS} - set(dir(type))
    functions = {name for name in mg.__all__ if isinstance(getattr(mg, name), types.FunctionType)}
    bare = sorted(
        (public | operators | functions) - {*EXPRESSIONS, *IN_PLACE, *BOOKKEEPING.split()}
    )
    if bare:
        pytest.fail(
            f"tests/parity/cases.py has no cases for {bare[0]}: minigrad/ops/README.md shows them. "
            f"{naming.next_steps(bare[0])}",
            pytrace=False,
        )


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
