"""The mutants are what they say, and each explanation belongs to one that exists."""

import ast
import random
from pathlib import Path

import pytest

from tests.mutants.__main__ import mutants
from tests.mutants.explained import EXPLAINED
from tests.mutants.mutations import of_names, of_rules, of_steps

MODULE = """
@binary("MulBackward0", lambda g, _x, y: g * y, lambda g, x, _y: helped(g, x))
def mul(x, y):
    return x * y


def helped(g, x):
    return -g if x > 0 else g


@binary("IsBackward0", lambda g, _x, _y: zeros_of(g), lambda g, x, y: eq(x, y))
def same(x, y):
    return x


def step(node):
    if node.waits:
        node.ran = True
        visit(node)
"""


def written(folder: Path) -> Path:
    path = folder / "module.py"
    path.write_text(MODULE)
    return path


def test_a_rule_and_its_helpers_are_computed_wrongly(tmp_path: Path) -> None:
    assert {m.change for m in of_rules(written(tmp_path)) if m.function == "mul"} == {
        "sign: g * y → -(g * y)",
        "factor: g * y → g * y * 2",
        "dropped factor: g * y → g",
        "dropped factor: g * y → y",
        "sign: helped(g, x) → -helped(g, x)",
        "factor: helped(g, x) → helped(g, x) * 2",
        "swapped arguments: helped(g, x) → helped(x, g)",
    }
    helper = {m.change for m in of_rules(written(tmp_path)) if m.function == "helped"}
    assert {"sign: -g → g", "kink: x > 0 → x >= 0"} <= helper


def test_what_would_change_nothing_is_not_tried(tmp_path: Path) -> None:
    assert {m.change for m in of_rules(written(tmp_path)) if m.function == "same"} == {
        "let through: zeros_of(g) → g",  # and no other sign of zeros
        "sign: eq(x, y) → -eq(x, y)",  # and not with y before x
        "factor: eq(x, y) → eq(x, y) * 2",
    }


def test_a_step_is_left_out_or_taken_when_it_should_not_be(tmp_path: Path) -> None:
    assert {m.change for m in of_steps(written(tmp_path)) if m.function == "step"} == {
        "condition: node.waits → not node.waits",
        "left out: node.ran = True → nothing",
        "constant: True → False",
        "left out: visit(node) → nothing",
    }


def test_a_node_gets_another_name(tmp_path: Path) -> None:
    changes = [m.change for m in of_names(written(tmp_path))]
    assert "name: MulBackward0 → MulBackward00" in changes
    assert len(changes) == 2


@pytest.mark.slow
def test_mutants_compile_and_every_explanation_belongs_to_one() -> None:
    all_of_them = list(mutants())
    assert len(all_of_them) > 1_500
    of_code = [mutant for mutant in all_of_them if mutant.kind != "name"]
    for mutant in random.Random(0).sample(of_code, 20):
        assert ast.unparse(mutant.tree) != ast.unparse(mutant.module)
        compile(mutant.tree, str(mutant.path), "exec")
    assert set(EXPLAINED) <= set(map(str, all_of_them))
    assert all(why.endswith(".") for why in EXPLAINED.values())
