"""Tests that minigrad matches PyTorch's behavior, as recorded by `tests.parity.record`."""

import json
from pathlib import Path
from typing import Any

import pytest

import minigrad
from tests.parity.cases import EXPRESSIONS, IN_PLACE
from tests.parity.known import KNOWN, VARYING
from tests.parity.observing import agree, observe, observe_program

RECORDED = Path(__file__).parents[1] / "recorded"


def recorded(name: str) -> Any:
    return json.loads((RECORDED / name).read_text(encoding="utf-8"))


OPERATIONS, CHANGES = recorded("operations.json"), recorded("in_place.json")
PROGRAMS = recorded("programs.json")


def record(name: str) -> str:
    """Return the command that records an operation's results."""
    known = EXPRESSIONS | IN_PLACE
    only = name.removesuffix("_") if name.removesuffix("_") in known else name
    return f"To record PyTorch's results, run: make record ONLY={only}"


def differing(cases: dict[str, Any], in_place: bool) -> list[str]:
    differences = []
    for case, expected in cases.items():
        seen = json.loads(json.dumps(observe(case, minigrad, in_place)))
        same = agree(expected, seen, case)
        if case in KNOWN:
            if same and case not in VARYING:
                differences.append(f"{case}: no longer differs; remove it from the list")
        elif not same:
            differences.append(f"{case}\n  torch    {expected}\n  minigrad {seen}")
    return differences


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_an_operation_agrees_with_pytorch(name: str) -> None:
    if name not in OPERATIONS:
        pytest.fail(record(name), pytrace=False)
    differences = differing(OPERATIONS[name], in_place=False)
    if differences:
        pytest.fail("\n".join(differences), pytrace=False)


@pytest.mark.parametrize("name", IN_PLACE)
def test_an_in_place_operation_agrees_with_pytorch(name: str) -> None:
    if name not in CHANGES:
        pytest.fail(record(name), pytrace=False)
    differences = differing(CHANGES[name], in_place=True)
    if differences:
        pytest.fail("\n".join(differences), pytrace=False)


@pytest.mark.parametrize("number", range(len(PROGRAMS)))
def test_a_program_agrees_with_pytorch(number: int) -> None:
    source, differences = "\n".join(PROGRAMS[number][0]), differing_program(number)
    if source in KNOWN:
        assert differences, "no longer differs; remove it from the list"
    elif differences:
        pytest.fail("\n".join([source, "", *differences]), pytrace=False)


def differing_program(number: int) -> list[str]:
    statements, errors, values = PROGRAMS[number]
    seen_errors, seen_values = json.loads(json.dumps(observe_program(statements, minigrad)))
    differences, source = [], "\n".join(statements)
    for at in sorted({*errors, *seen_errors}, key=int):
        if not agree(errors.get(at), seen_errors.get(at), source):
            statement = statements[int(at)]
            differences.append(
                f"{statement}\n  torch    {errors.get(at)}\n  minigrad {seen_errors.get(at)}"
            )
    for name in {*values, *seen_values}:
        if not agree(values.get(name), seen_values.get(name), source):
            differences.append(
                f"{name}: torch {values.get(name)}\n  minigrad {seen_values.get(name)}"
            )
    return differences


def test_every_listed_difference_is_recorded_with_a_reason() -> None:
    cases = {c for group in (OPERATIONS, CHANGES) for of_one in group.values() for c in of_one}
    programs = {"\n".join(statements) for statements, *_ in PROGRAMS}
    assert set(KNOWN) <= cases | programs
    assert set(KNOWN) >= VARYING
