"""Tests that nodes have PyTorch's names, deep in a graph and in the graph of a gradient."""

import pytest

import minigrad as mg

F = mg.nn.functional


def names(node) -> set[str]:
    """Return the names of a node and of all nodes behind it."""
    return {node.name()}.union(*(names(n) for n, _ in node.next_functions if n is not None))


def leaves() -> tuple:
    matrix = mg.tensor([[1.0, -2.0], [3.0, 4.0]], requires_grad=True)
    return matrix, mg.tensor(2.0, requires_grad=True)


@pytest.mark.parametrize(
    ("function", "name"),
    [
        (lambda m, c: m.masked_fill(m > 0, c), "MaskedFillBackward1"),
        (lambda m, c: m.clone().fill_(c), "FillBackward3"),
        (lambda m, c: F.normalize(m), "ClampMinBackward0"),
        (lambda m, c: m.T.reshape(2, 1, 2), "ReshapeAliasBackward0"),
        (lambda m, c: F.cross_entropy(m, m.detach()), "DivBackward1"),
    ],
)
def test_an_operation_creates_a_node_with_this_name(function, name: str) -> None:
    assert name in names(function(*leaves()).grad_fn)


@pytest.mark.parametrize(
    ("function", "name"),
    [
        (F.leaky_relu, "LeakyReluBackwardBackward0"),
        (F.relu, "ThresholdBackwardBackward0"),
        (mg.abs, "SgnBackward0"),
        (mg.diagonal, "DiagonalBackwardBackward0"),
        (lambda m: m.max(0).values, "ScatterBackward0"),
        (lambda m: m.sort().values, "ScatterBackward0"),
        (lambda m: m.gather(0, mg.tensor([[0, 0]])), "ScatterAddBackward0"),
        (lambda m: m.softmax(0), "SoftmaxBackwardDataBackward0"),
        (lambda m: m.log_softmax(0), "LogSoftmaxBackwardDataBackward0"),
        (lambda m: F.nll_loss(m, mg.tensor([0, 1])), "NllLossBackwardBackward0"),
    ],
)
def test_a_gradient_has_a_node_with_this_name(function, name: str) -> None:
    matrix, _ = leaves()
    out = function(matrix)
    g = mg.ones_like(out).requires_grad_()
    (gradient,) = mg.autograd.grad(out, matrix, g, create_graph=True)
    assert name in names(gradient.grad_fn)
