"""Tests that, as in PyTorch, infinity and NaN cause no warnings."""

import warnings

import pytest

import minigrad as mg


@pytest.mark.parametrize(
    ("operation", "value"),
    [
        (mg.log, 0.0),
        (mg.log2, -1.0),
        (mg.sqrt, -1.0),
        (mg.rsqrt, 0.0),
        (mg.reciprocal, 0.0),
        (mg.exp, 1000.0),
        (mg.sigmoid, -1000.0),
        (lambda x: x / 0, 1.0),
        (lambda x: x / x, 0.0),
        (lambda x: x**-1, 0.0),
        (lambda x: x % x, 0.0),
    ],
)
def test_an_operation_is_silent_forward_and_backward(operation, value: float) -> None:
    x = mg.full((3,), value).requires_grad_()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        operation(x).sum().backward()
    assert x.grad.shape == (3,)


def test_numpys_own_warnings_are_still_shown() -> None:
    import numpy as np

    mg.log(mg.zeros(1))
    with pytest.warns(RuntimeWarning):
        np.log(np.zeros(1))
