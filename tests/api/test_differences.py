"""Tests that the names in the list of differences from PyTorch are in minigrad, or missing."""

import re
from pathlib import Path

import pytest

import minigrad as mg

PACKAGE = Path(mg.__file__).parent
PAGE = (PACKAGE / "DIFFERENCES.md").read_text(encoding="utf-8")
MISSING = re.compile(r"\b(?:no|neither|nor)\s+`(\w+)`")
SPACES = (mg, mg.func, mg.Tensor, mg.nn, mg.nn.functional, mg.autograd.function)


@pytest.fixture(scope="module")
def code() -> str:
    return "".join(path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))


def words() -> list[str]:
    named = re.findall(r"`(?:mg\.)?(\w+)(?:\([^`]*)?`", PAGE)
    return sorted({*named} - {*MISSING.findall(PAGE)})


@pytest.mark.parametrize("name", words())
def test_a_name_in_the_list_of_differences_is_there(name: str, code: str) -> None:
    node = name.replace("BackwardBackward0", "Backward0")
    is_a_node = any(f'"{each}"' in code for each in (node, f"{node}Backward0"))
    assert is_a_node or any(hasattr(space, name) for space in SPACES)


@pytest.mark.parametrize("name", MISSING.findall(PAGE))
def test_a_name_said_to_be_missing_is_in_no_namespace(name: str) -> None:
    assert not any(hasattr(space, name) for space in SPACES)
