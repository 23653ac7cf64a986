"""Tests that unexpected kinds of answers and guesses get a reply, never a traceback."""

import re
from collections.abc import Callable
from fractions import Fraction
from inspect import signature
from typing import Any

import numpy as np
import pytest

import minigrad as mg
from minigrad.course.chapters import NOTEBOOKS, chapter_id, load
from minigrad.course.checking import Prediction, call, exercise, prediction, same
from minigrad.course.checking.verdict import NOT_TRIED, NOT_YET, Verdict

LOOP: list = []
LOOP.append(LOOP)


class Silent(BaseException):
    """An error that can't be printed."""

    def __str__(self) -> str:
        raise Silent


class Closed:
    """An object whose attributes can't be read."""

    def __getattribute__(self, name: str) -> Any:
        raise KeyError(name)


class Faceless:
    def __repr__(self) -> str:
        raise ZeroDivisionError


class Hollow:
    def tolist(self) -> list:
        raise ZeroDivisionError


@exercise("square", keep="Squares grow.", hints=["Multiply."])
def square(function: Any) -> str | None:
    return None if same(call(function, mg.tensor([1.0, -3.0])), [1, 9]) else "Is 9 the square of 3?"


def raising(_x: object) -> None:
    raise Silent


def shown(verdict: Verdict) -> str:
    """Return the reply after checking that it can be shown both as text and as HTML."""
    assert "<div" in verdict._repr_html_()
    return repr(verdict)


ANSWERS: dict[str, Callable[[], Any]] = {
    "an error without words": lambda: raising,
    "an object that lets nothing be seen": Closed,
    "one that does so, returned": lambda: lambda x: Closed(),
    "a list inside itself": lambda: LOOP,
    "one inside itself, returned": lambda: lambda x: LOOP,
    "an object without a repr": lambda: lambda x: Faceless(),
    "a number beyond all floats": lambda: lambda x: 10**400,
}


@pytest.mark.parametrize("make", ANSWERS.values(), ids=ANSWERS)
def test_an_odd_answer_gets_a_verdict(make: Callable[[], Any]) -> None:
    verdict = square.verdict(make())
    assert verdict.status == NOT_YET
    assert shown(verdict)


EDGES: dict[str, Any] = {
    "zero": 0.0,
    "a large number": 1e200,
    "a number beyond all floats": 10**400,
    "a tiny number": 1e-200,
    "nan": float("nan"),
    "infinity": float("inf"),
    "text": "five",
    "text in an array": np.array("five"),
    "a complex number": 1j,
    "nothing": None,
    "a pair": (1.0, 2.0),
    "large numbers": [10**400, 1e200],
    "ragged rows": [[1.0, 2.0], [3.0]],
    "a transposed matrix": mg.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]).T,
    "a tensor without numbers": mg.zeros(0),
    "a dictionary": {"a": 1},
    "a module": mg,
}


@pytest.mark.parametrize("chapter", [*map(chapter_id, NOTEBOOKS)])
def test_every_check_judges_every_value_in_sentences(chapter: str) -> None:
    for task in load(chapter).exercises.values():
        wanted = len(signature(task.judge).parameters)
        for name, value in EDGES.items():
            for answer in (value, lambda *_arguments, value=value, **_options: value):
                verdict = task.verdict(*[answer] * wanted)
                assert verdict.status in (NOT_YET, NOT_TRIED), (task.name, name)
                assert not re.search(r"Error\b", verdict.says), (task.name, name, verdict.says)


LARGE: dict[str, Callable[[], Any]] = {
    "a million numbers": lambda: mg.zeros(10**6),
    "a hundred million numbers in lists": lambda: [[0] * 10**4] * 10**4,
    "a long string": lambda: "x" * 10**7,
    "a list inside itself": lambda: LOOP,
}


@pytest.mark.parametrize("make", LARGE.values(), ids=LARGE)
@pytest.mark.parametrize("passed", ["directly", "by a function"])
def test_a_huge_answer_is_neither_compared_nor_printed(
    make: Callable[[], Any], passed: str
) -> None:
    compared: list = []
    reads = exercise("it", keep="", hints=[])(compared.append)
    calls = exercise("it", keep="", hints=[])(lambda function: compared.append(call(function)))
    value = make()
    verdict = reads.verdict(value) if passed == "directly" else calls.verdict(lambda: value)
    assert verdict.status == NOT_YET
    assert "more than any exercise needs" in verdict.says
    assert compared == []


def test_a_reply_that_quotes_a_large_answer_is_cut() -> None:
    quotes = exercise("it", keep="", hints=["Go."])(lambda value: f"Not {value}.")
    verdict = quotes.verdict([0] * 50_000)
    assert verdict.says.startswith("Not [0, 0, ")
    assert len(repr(verdict)) + len(verdict._repr_html_()) < 10_000


def test_a_huge_error_is_cut_before_it_is_explained() -> None:
    def fails(_x: object) -> None:
        raise ValueError("\n".join(["y"] * 10**6))

    assert len(shown(square.verdict(fails))) < 1000


def test_an_error_without_text_is_shown_by_its_name() -> None:
    assert square.verdict(raising).code.splitlines() == ["raise Silent", "Silent: "]


THREE = Prediction("three", "It is 3.", [(9, "Its square."), ([1, 2], "Both.")], within=2)
GUESSES: dict[str, Callable[[], Any]] = {
    "a number beyond all floats": lambda: 10**400,
    "a negative one": lambda: -(10**400),
    "a number of too many digits to print": lambda: 10**5000,
    "a fraction beyond all floats": lambda: Fraction(10**400),
    "a list inside itself": lambda: LOOP,
    "an object that lets nothing be seen": Closed,
    "an object without a repr": Faceless,
    "objects without a repr": lambda: [Faceless()],
    "an object whose numbers fail": Hollow,
    "a class of tensors": lambda: mg.Tensor,
}


@pytest.mark.parametrize("make", GUESSES.values(), ids=GUESSES)
@pytest.mark.parametrize("truth", [3, [3.0, 3.0], "error", None], ids=repr)
def test_an_odd_guess_gets_a_reply(make: Callable[[], Any], truth: Any) -> None:
    verdict = THREE.reveal(make(), truth)
    assert verdict.status == "Not what you guessed."
    assert verdict.says.endswith("It is 3.")
    assert shown(verdict)


@pytest.mark.parametrize("make", LARGE.values(), ids=LARGE)
def test_a_huge_guess_is_neither_compared_nor_printed_in_full(
    monkeypatch, make: Callable[[], Any]
) -> None:
    compared: list = []
    monkeypatch.setattr(prediction, "same", lambda *values: compared.append(values))
    verdict = THREE.reveal(make(), 3)
    assert verdict.says.endswith("It is 3.")
    assert compared == []
    assert len(repr(verdict)) < 10_000


def test_a_reply_with_a_lone_surrogate_can_be_sent() -> None:
    verdict = THREE.reveal("3\ud800", 3)
    for reply in (repr(verdict), verdict._repr_html_()):
        assert reply.encode("utf-8")
        assert r"3\ud800" in reply
