"""Tests that a traceback ends in the operation that raises, so readers see which check failed."""

import traceback
from collections.abc import Callable
from pathlib import Path

import pytest

import minigrad as mg
from tests.messages.advice import ADVICE, ran

PACKAGE = Path(mg.__file__).parent


@pytest.mark.filterwarnings("ignore")
def test_every_traceback_ends_at_the_raise_statement_in_an_operation() -> None:
    elsewhere, inside, numpys = [], 0, []
    for _, _, program, _ in ADVICE:
        try:
            ran(program)
        except Exception as wrong:
            *calls, last = traceback.extract_tb(wrong.__traceback__)
            file = Path(last.filename)
            if PACKAGE in file.parents:
                inside += 1
                numpys += [f"{program}\n    {c.filename}" for c in calls if "numpy" in c.filename]
                in_messages = PACKAGE / "messages" in file.parents
                if in_messages or not str(last.line).startswith("raise "):
                    elsewhere.append(f"{program}\n    {file.name}:{last.lineno} {last.line}")
    assert not elsewhere, "\n".join(elsewhere)
    assert not numpys, "\n".join(numpys)
    assert inside > len(ADVICE) / 2


@pytest.mark.parametrize(
    "call",
    [
        lambda: mg.ones(2, requires_grad=True).exp().grad,
        lambda: mg.nn.MSELoss()(mg.ones(2, 1), mg.ones(2)),
        lambda: mg.nn.Sequential(mg.nn.Softmax())(mg.ones(2)),
    ],
)
def test_a_warning_points_to_the_callers_line(call: Callable[[], object]) -> None:
    with pytest.warns(UserWarning, match=r"\S") as seen:
        call()
    lines = {(w.filename, w.lineno) for w in seen if w.category is UserWarning}
    assert lines == {(__file__, call.__code__.co_firstlineno)}
