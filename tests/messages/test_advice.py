"""Tests that a program runs once the advice in its error message is followed."""

import inspect
from typing import Any

import pytest

import minigrad as mg
from minigrad.autograd import gradcheck
from minigrad.messages import errors
from tests.messages.advice import ADVICE, WITHOUT, ran
from tests.messages.listening import catalog, recorded_messages


@pytest.mark.parametrize(("name", "piece", "fails", "runs"), ADVICE, ids=lambda v: v[:30])
def test_following_an_errors_advice_fixes_the_program(
    name: str, piece: str, fails: str, runs: str
) -> None:
    is_warning = issubclass(errors._kind(name), Warning)
    kind = "error" if is_warning else "ignore"
    with recorded_messages() as said, pytest.raises(Exception, match=r"\S") as raised:
        ran(fails, kind)
    assert name in said, f"{raised.type.__name__}: {raised.value}"
    advice = str(raised.value.args[0]).partition("\n")[2]
    assert piece in advice, f"{raised.type.__name__}: {raised.value}"
    ran(runs, kind)


def test_every_piece_of_advice_is_tested() -> None:
    advised = {name for name, text in catalog().items() if "\n" in text.strip()}
    assert {name for name, *_ in ADVICE} == advised - WITHOUT


@pytest.mark.parametrize(
    ("at", "off", "passes"),
    [(0.0, 5e-6, True), (0.0, 5e-5, False), (1.0, 5e-4, True), (1.0, 2e-3, False)],
)
def test_gradcheck_is_as_strict_as_it_says(at: float, off: float, passes: bool) -> None:
    class Nearly(mg.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * at

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * (at + off)

    x = mg.tensor([0.3, -0.7], dtype=mg.float64, requires_grad=True)
    assert gradcheck(Nearly.apply, (x,), raise_exception=False) is passes


def test_gradcheck_has_pytorchs_defaults() -> None:
    known = {n: p.default for n, p in inspect.signature(gradcheck).parameters.items()}
    assert (known["eps"], known["atol"], known["rtol"]) == (1e-6, 1e-5, 1e-3)
