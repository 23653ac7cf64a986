"""Tests that a call's warning is captured every time, but only its first sentence is kept."""

import warnings

import minigrad as mg
from minigrad.course.capture_warning import with_warning


def test_a_once_per_session_warning_is_captured_each_time() -> None:
    x = mg.ones(2, requires_grad=True)
    for _ in range(2):
        tensor, warning = with_warning(mg.tensor, [x[1], x[0]])
        assert tensor.tolist() == [1, 1]
        assert warning.endswith("to a scalar may lead to unexpected behavior.")


def test_only_the_first_sentence_is_kept() -> None:
    assert with_warning(warnings.warn, "One. Two.") == (None, "One.")
    assert with_warning(warnings.warn, "One.\nTwo.") == (None, "One.")


def test_a_call_without_a_warning_captures_nothing() -> None:
    assert with_warning(abs, -2) == (2, "")
