"""Tests for gradcheck and for Jacobians, Hessians, and their products with vectors."""

import re

import numpy as np
import pytest

import minigrad as mg
from minigrad.autograd import Function, GradcheckError, gradcheck, gradgradcheck
from minigrad.autograd.functional import hessian, hvp, jacobian, jvp, vhp, vjp


def leaf(*values, dtype=mg.float64):
    return mg.tensor(list(values), dtype=dtype, requires_grad=True)


def square(x):
    return x * x


class Wrong(Function):
    """A square whose backward is missing a factor."""

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return g * x


class Deaf(Function):
    """A function whose backward ignores the upstream gradient."""

    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, g):
        return g * 0 + 2


class Drifting(Function):
    """A function whose gradient changes from call to call."""

    factor = 2.0

    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, g):
        Drifting.factor += 1e-8
        return g * Drifting.factor


def test_correct_gradients_pass():
    assert gradcheck(square, leaf(1, 2))
    assert gradcheck(lambda x, n: x**n, (leaf(1, 2), 3))
    assert gradcheck(lambda a, b: (a * b, a.sum()), (leaf(1, 2), leaf(3, 4)))
    assert gradgradcheck(mg.sin, leaf(1, 2))


def test_an_incorrect_gradient_is_shown_next_to_the_correct_one():
    with pytest.raises(GradcheckError) as error:
        gradcheck(Wrong.apply, leaf(1, 2))
    assert str(error.value) == (
        "Jacobian mismatch for output 0 with respect to input 0,\n"
        "numerical:tensor([[2.0000, 0.0000],\n        [0.0000, 4.0000]], dtype=minigrad.float64)\n"
        "analytical:tensor([[1., 0.],\n        [0., 2.]], dtype=minigrad.float64)\n"
    )
    assert not gradcheck(Wrong.apply, leaf(1, 2), raise_exception=False)


@pytest.mark.parametrize(
    ("function", "sentence"),
    [
        (Deaf.apply, "backward not multiplied by grad_output"),
        (Drifting.apply, "Backward is not reentrant"),
        (lambda x: x.detach() * 2, "Numerical gradient for function expected to be zero"),
    ],
)
def test_an_incorrect_gradient_is_detected(function, sentence):
    with pytest.raises(GradcheckError, match=sentence):
        gradcheck(function, leaf(1.0))


def test_an_incorrect_second_derivative_is_detected():
    class Half(Wrong):
        @staticmethod
        def backward(ctx, g):
            (x,) = ctx.saved_tensors
            return g * (2 * x.detach())

    assert gradcheck(Half.apply, leaf(1, 2))
    with pytest.raises(GradcheckError, match="mismatch"):
        gradgradcheck(Half.apply, leaf(1, 2))


def test_inputs_are_checked():
    with pytest.raises(ValueError, match="gradcheck expects at least one input tensor to require"):
        gradcheck(square, mg.ones(2))
    with (
        pytest.warns(UserWarning, match="Input #0 requires gradient and is not a double precision"),
        pytest.raises(GradcheckError),
    ):
        gradcheck(square, leaf(1, 2, dtype=mg.float32))
    with pytest.raises(RuntimeError, match="The 0th input has a dimension with stride 0"):
        gradcheck(square, leaf(1).expand(3))


def test_an_error_in_the_function_leaves_the_inputs_unchanged():
    x = leaf(1, 2)

    def raises_elsewhere(x):
        if x.tolist() != [1, 2]:
            raise ZeroDivisionError
        return x * x

    with pytest.raises(ZeroDivisionError):
        gradcheck(raises_elsewhere, x)
    assert x.tolist() == [1, 2]


def test_only_the_second_check_draws_random_numbers():
    """As in PyTorch, the second check draws one random number for each element of the output."""
    x = mg.tensor([1.0, 2.0, 3.0], dtype=mg.float64, requires_grad=True)
    mg.manual_seed(0)
    gradcheck(square, x)
    first = mg.rand(3, dtype=mg.float64)
    after = mg.rand(1)
    mg.manual_seed(0)
    assert mg.equal(mg.rand(3, dtype=mg.float64), first)
    mg.manual_seed(0)
    gradgradcheck(square, x)
    assert mg.equal(mg.rand(1), after)


# Jacobians and Hessians

X = mg.tensor([1.0, 2.0])
V = mg.tensor([1.0, 10.0])
A = mg.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])


def cubes(x):
    return (x**3).sum()


def test_the_jacobian_of_a_matrix_is_the_matrix():
    assert jacobian(lambda x: A @ x, X).tolist() == A.tolist()
    assert vjp(lambda x: A @ x, X, mg.ones(3))[1].tolist() == [9, 12]
    assert jvp(lambda x: A @ x, X, V)[1].tolist() == [21, 43, 65]


def test_products_are_returned_along_with_the_outputs():
    y, product = vjp(square, X, V)
    assert y.tolist() == [1, 4]
    assert not y.requires_grad
    assert product.tolist() == [2, 40]


def test_the_jacobian_has_a_block_for_each_output_and_input():
    blocks = jacobian(lambda a, b: (a * b, b.sum()), (X, V))
    assert [[tuple(block.shape) for block in row] for row in blocks] == [
        [(2, 2), (2, 2)],
        [(2,), (2,)],
    ]
    assert blocks[0][0].tolist() == [[1, 0], [0, 10]]
    assert blocks[1][0].tolist() == [0, 0]


def test_the_hessian_of_cubes_is_diagonal():
    assert hessian(cubes, X).tolist() == [[6, 0], [0, 12]]
    assert hvp(cubes, X, V)[1].tolist() == [6, 120]
    assert vhp(cubes, X, V)[1].tolist() == [6, 120]


def test_the_hessian_of_a_product_is_off_diagonal():
    blocks = hessian(lambda a, b: (a * b).sum(), (X, V))
    assert np.allclose(blocks[0][1], np.eye(2))
    assert np.allclose(blocks[0][0], 0)


def test_create_graph_records_the_jacobian():
    x = X.clone().requires_grad_()
    result = jacobian(square, x, create_graph=True)
    (g,) = mg.autograd.grad(result.sum(), x)
    assert g.tolist() == [2, 2]
    assert not jacobian(square, x).requires_grad


def test_the_inputs_do_not_change():
    x = X.clone().requires_grad_()
    with mg.no_grad():
        hessian(cubes, x)
    assert x.grad is None
    assert x.is_leaf


@pytest.mark.parametrize(
    ("call", "kind", "sentence"),
    [
        (lambda: vjp(square, X), RuntimeError, "The vector v can only be None if the user-provid"),
        (lambda: vjp(square, X, mg.ones(1)), RuntimeError, "v has invalid size: should be"),
        (
            lambda: vjp(square, X, (X, X)),
            RuntimeError,
            "The given v should contain a single Tensor",
        ),
        (lambda: vjp(square, [1.0]), TypeError, "The inputs given to vjp must be either a Tensor"),
        (lambda: hessian(square, X), RuntimeError, "The Tensor returned by the function given to"),
    ],
)
def test_undefined_derivatives_are_rejected(call, kind, sentence):
    with pytest.raises(kind, match=re.escape(sentence)):
        call()


class InMemoryOrder(mg.autograd.Function):
    """A product with 2 whose rule reads the gradient in the order in which it's stored."""

    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, g):
        numbers = g.detach().numpy().ravel(order="K")
        return mg.from_numpy(numbers.reshape(g.shape)) * 2


def test_a_rule_that_depends_on_the_memory_layout_is_found() -> None:
    x = mg.ones(2, 3, dtype=mg.float64, requires_grad=True)
    assert not gradcheck(InMemoryOrder.apply, x, raise_exception=False)


def test_part_of_a_transposed_copy_that_was_changed_passes() -> None:
    def changed(x):
        y = x.t().clone()
        y[1:].mul_(2)
        return y**3

    x = mg.arange(1.0, 7.0, dtype=mg.float64).reshape(2, 3).requires_grad_()
    assert gradcheck(changed, x)
    assert gradgradcheck(changed, x)
