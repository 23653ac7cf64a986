"""Tests for PyTorch's gradients at kinks, ties, and bounds, where no slope is defined.

`tests/recorded/` has the simpler cases, with PyTorch's recorded results.
"""

from collections.abc import Callable
from math import inf, nan
from typing import Any

import pytest

import minigrad as mg


def gradients(function: Callable[..., mg.Tensor], *values: list) -> list:
    inputs = [mg.tensor(value, requires_grad=True) for value in values]
    function(*inputs).sum().backward()
    return [x.grad.tolist() for x in inputs if x.grad is not None]


def test_the_gradient_passes_at_a_bound_given_as_a_tensor() -> None:
    assert gradients(lambda x, low: x.clamp(min=low), [-1.0, 0, 2], [0.0, 0, 0]) == [
        [0, 1, 1],
        [1, 0, 0],
    ]
    assert gradients(lambda x, high: x.clamp(max=high), [-1.0, 0, 2], [0.0, 0, 0]) == [
        [1, 1, 0],
        [0, 0, 1],
    ]


@pytest.mark.parametrize("bound", [0.0, [0.0, 0, 0]], ids=["number", "tensor"])
def test_the_gradient_passes_at_the_bounds_of_clamp(bound: float | list) -> None:
    x, limit = [-1.0, 0, 2], mg.tensor(bound) if isinstance(bound, list) else bound
    assert gradients(lambda x: x.clamp(min=limit), x) == [[0, 1, 1]]
    assert gradients(lambda x: x.clamp(max=limit), x) == [[1, 1, 0]]


def test_a_median_splits_its_gradient_among_ties_but_a_median_along_a_dim_picks_one() -> None:
    x = [3.0, 1, 3, 3, 5]
    third = float(mg.tensor(1 / 3))
    assert gradients(lambda x: x.median(), x) == [[third, 0, third, third, 0]]
    assert gradients(lambda x: x.median(0).values, x) == [[0, 0, 1, 0, 0]]


def test_nan_is_the_extreme_and_several_nans_share_its_gradient() -> None:
    x = [nan, 1.0, nan]
    for extreme in (mg.max, mg.min, mg.median):
        assert gradients(extreme, x) == [[0.5, 0, 0.5]]


def test_of_two_tensors_the_one_an_element_comes_from_receives_its_gradient() -> None:
    x, low, high = [-1.0, 0, 0.5, 1, 2], [0.0] * 5, [1.0] * 5
    assert gradients(mg.clamp, x, low, high) == [
        [0, 1, 1, 1, 0],
        [1, 0, 0, 0, 0],
        [0, 0, 0, 0, 1],
    ]


def test_if_the_bounds_are_reversed_the_upper_one_wins() -> None:
    assert gradients(mg.clamp, [0.5, -1, 2], [1.0] * 3, [0.0] * 3) == [[0] * 3, [0] * 3, [1] * 3]


def test_if_both_bounds_are_equal_the_lower_one_receives_no_gradient() -> None:
    x, bound = [-1.0, 0, 1], [0.0] * 3
    assert gradients(mg.clamp, x, bound, bound) == [[0, 1, 0], [0, 0, 0], [0, 0, 1]]


PRODUCTS = [
    (lambda z: z.prod(0), lambda z: z[0] * z[1] * z[2]),
    (lambda z: z.prod(1, keepdim=True), lambda z: z[:, :1] * z[:, 1:2] * z[:, 2:]),
    (lambda z: z[0].prod(), lambda z: z[0, 0] * z[0, 1] * z[0, 2]),
]


@pytest.mark.parametrize(("product", "written_out"), PRODUCTS)
@pytest.mark.parametrize(
    "values",
    [
        [[0.0, 2, -1.5], [0.5, 3, 2], [1, -0.5, 4]],
        [[0.0, 2, 0], [0.5, 0, 0], [1, 3, 4]],
        [[0.0, 0, 0], [0, 0, 0], [0, 0, 0]],
    ],
)
def test_a_product_with_zeros_has_the_same_gradients_as_repeated_multiplication(
    product, written_out, values: list
) -> None:
    x, y = (mg.tensor(values, dtype=mg.float64, requires_grad=True) for _ in range(2))
    f, e = product(x), written_out(y)
    for _ in range(3):
        weights = mg.arange(1.0, f.numel() + 1, dtype=mg.float64).reshape(f.shape)
        (f,) = mg.autograd.grad((f * weights).sum(), x, create_graph=True)
        (e,) = mg.autograd.grad((e * weights).sum(), y, create_graph=True)
        assert mg.allclose(f, e)


def test_the_exponent_of_a_power_of_zero_has_no_slope_unless_it_is_negative() -> None:
    exponents = [-1.0, 0, 1]
    assert gradients(lambda n: 0.0**n, exponents) == [[-inf, 0, 0]]
    assert gradients(lambda x, n: x**n, [0.0, 0, 0], exponents)[1] == [-inf, 0, 0]


@pytest.mark.parametrize("p", [0.5, 1, 1.5, 2, 3, inf])
def test_the_gradient_of_a_norm_at_the_origin_is_zero(p: float) -> None:
    assert gradients(lambda x: x.norm(p), [0.0, 0, 0]) == [[0, 0, 0]]


@pytest.mark.parametrize("p", [0.5, 1, 1.5, 2, 3, inf])
def test_a_zero_coordinate_contributes_nothing_to_a_norm(p: float) -> None:
    assert gradients(lambda x: x.norm(p), [0.0, -4]) == [[0, -1]]


def test_the_largest_coordinates_share_the_gradient_of_the_maximum_norm() -> None:
    assert gradients(lambda x: x.norm(inf), [1.0, -4, 4]) == [[0, -0.5, 0.5]]
    assert gradients(lambda x: x.norm(-inf), [1.0, -4, -1]) == [[0.5, 0, -0.5]]


@pytest.mark.parametrize("order", ["nuc", 2, -2])
def test_matrix_norms_are_rejected_and_vector_norm_is_suggested(order: Any) -> None:
    matrix = mg.tensor([[3.0, 0], [0, 4]])
    with pytest.raises(
        NotImplementedError, match=r"(?s)minigrad doesn.t support.*linalg\.vector_norm"
    ):
        mg.linalg.norm(matrix, order)
    assert mg.linalg.vector_norm(matrix, 2).item() == 5


def test_where_with_only_a_condition_returns_indices() -> None:
    rows, columns = mg.where(mg.tensor([[True, False], [True, True]]))
    assert rows.tolist() == [0, 1, 1]
    assert columns.tolist() == [0, 0, 1]
    assert rows.dtype is columns.dtype is mg.int64
