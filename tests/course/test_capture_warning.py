"""A call whose warning is wanted: heard each time, its first sentence alone."""

import warnings

import minigrad as mg
from minigrad.course.capture_warning import with_warning


def test_what_comes_once_in_a_session_is_heard_each_time() -> None:
    x = mg.ones(2, requires_grad=True)
    for _ in range(2):
        tensor, warning = with_warning(mg.tensor, [x[1], x[0]])
        assert tensor.tolist() == [1, 1]
        assert warning.endswith("to a scalar may lead to unexpected behavior.")


def test_of_several_sentences_the_first_is_kept() -> None:
    assert with_warning(warnings.warn, "One. Two.") == (None, "One.")
    assert with_warning(warnings.warn, "One.\nTwo.") == (None, "One.")


def test_where_nothing_is_said_nothing_is_heard() -> None:
    assert with_warning(abs, -2) == (2, "")
