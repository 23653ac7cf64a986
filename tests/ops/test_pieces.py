"""Tests for several views that come from one node, differentiated through all of them."""

from collections.abc import Callable

import pytest

import minigrad as mg
from minigrad.autograd import gradgradcheck

WAYS: dict[str, Callable] = {
    "unbind": lambda x: x.unbind(),
    "iterated": lambda x: tuple(x),
    "split": lambda x: x.split(1),
    "split with sizes": lambda x: x.split([1, 1]),
}
each = pytest.mark.parametrize("pieces", WAYS.values(), ids=WAYS)


@each
def test_the_gradient_of_every_piece_is_differentiable(pieces: Callable) -> None:
    x = mg.tensor([0.5, 2.0], dtype=mg.float64, requires_grad=True)

    def product(x: mg.Tensor) -> mg.Tensor:
        first, second = pieces(x)
        return (first**2 * second**3).sum()

    assert gradgradcheck(product, x)


@each
def test_the_pieces_share_a_node_and_an_unused_piece_gets_zeros(pieces: Callable) -> None:
    x = mg.tensor([0.5, 2.0], requires_grad=True)
    first, second = pieces(x * 1)
    assert first.grad_fn is second.grad_fn
    (second * 3).sum().backward()
    assert x.grad.tolist() == [0, 3]
