"""Tests for hooks, retained gradients, assigned gradients, and `autograd.grad`."""
# mypy: disable-error-code="union-attr, attr-defined, index, operator, assignment, call-overload"

import warnings
from collections.abc import Callable

import numpy as np
import pytest

import minigrad as mg
from minigrad.engine.memory.inplace import inplace


def leaf(*values: float) -> mg.Tensor:
    return mg.tensor(list(values), requires_grad=True)


def test_a_hook_sees_the_whole_gradient_once() -> None:
    x = leaf(3.0)
    y = x * 2
    seen: list = []
    y.register_hook(lambda g: seen.append(g.item()))
    (y * 4 + y * 5).backward(mg.ones(1))
    assert seen == [9.0]


def test_a_hook_may_replace_the_gradient_for_the_next_hook() -> None:
    x = leaf(3.0)
    seen: list = []
    x.register_hook(lambda g: g * 10)
    x.register_hook(lambda g: seen.append(g.item()))
    (x * 2).backward(mg.ones(1))
    assert seen == [20.0]
    assert x.grad.tolist() == [20.0]


def test_a_hook_can_be_removed_by_its_handle_or_a_with_block() -> None:
    x = leaf(3.0)
    handle = x.register_hook(lambda g: g * 10)
    handle.remove()
    handle.remove()
    with x.register_hook(lambda g: g * 100):
        (x * 2).backward(mg.ones(1))
    (x * 2).backward(mg.ones(1))
    assert x.grad.tolist() == [202.0]


def changing(w: mg.Tensor) -> Callable[..., None]:
    def hook(*_) -> None:
        with mg.no_grad():
            w.mul_(10)

    return hook


class Scaling(mg.autograd.Function):
    """A function whose backward changes a tensor that an older node saved."""

    @staticmethod
    def forward(ctx, x, w):
        ctx.w = w
        return x * 3

    @staticmethod
    def backward(ctx, g):
        ctx.w.mul_(10)
        return g * 3, None


@pytest.mark.parametrize("where", ["tensor", "function", "in a chain"])
def test_a_change_during_the_pass_is_detected_by_later_nodes(where: str) -> None:
    a = leaf(1.0, 2.0)
    w = (a * 2).exp()  # its rule uses its result
    y = w.sin() if where == "in a chain" else w * 3
    if where == "function":
        y = Scaling.apply(w, w.detach())
    else:
        y.register_hook(changing(w))
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.backward(mg.ones(2))
    assert a.grad is None


def test_a_hook_may_remove_itself_while_it_runs() -> None:
    x = leaf(3.0)
    seen: list = []

    def once(g: mg.Tensor) -> None:
        seen.append(g.item())
        handle.remove()

    handle = x.register_hook(once)
    x.register_hook(lambda g: seen.append(-g.item()))
    for _ in range(2):
        (x * 2).backward(mg.ones(1))
    assert seen == [2.0, -2.0, -2.0]


def test_a_hook_that_changes_its_gradient_does_not_change_another() -> None:
    x, y = leaf(1.0), leaf(1.0)
    x.register_hook(lambda g: g.mul_(5) and None)
    (x + y).backward(mg.ones(1))
    assert y.grad.tolist() in ([1.0], [5.0])
    assert x.grad.tolist() == [5.0]


def test_a_hook_receives_the_same_tensor_object_that_was_passed() -> None:
    y, v, seen = leaf(3.0) * 2, mg.ones(1), []
    y.register_hook(seen.append)
    y.backward(v)
    assert seen[0] is v


def _given(v: mg.Tensor) -> tuple[mg.Tensor, mg.Tensor]:
    """Return the gradient that a hook receives in another shape, and the tensor it came from."""
    y, seen = leaf(1.0, 2.0) * 1, []
    y.register_hook(seen.append)
    y.view(2, 1).backward(v)
    return seen[0], v


def _made_on_the_way(then) -> tuple[mg.Tensor, mg.Tensor]:
    """Return two gradients that share memory with an intermediate gradient."""
    y = leaf(1.0, 2.0) * 1
    z = y.view(2, 1)
    return then((z.view(1, 2) * 3).sum(), y, z)


def _by_hooks(out: mg.Tensor, *inner: mg.Tensor) -> tuple[mg.Tensor, mg.Tensor]:
    seen: list = []
    for tensor in inner:
        tensor.register_hook(seen.append)
    out.backward()
    return seen[0], seen[1]


@pytest.mark.parametrize(
    "two",
    [
        lambda: _given(mg.ones(2, 1)),
        lambda: _given(mg.ones(3, 2, 1)[0]),
        lambda: _made_on_the_way(_by_hooks),
        lambda: _made_on_the_way(lambda out, *inner: mg.autograd.grad(out, inner)),
    ],
)
def test_changes_to_gradients_that_share_memory_are_detected(two) -> None:
    view, other = two()
    assert view._base is (other if other._base is None else other._base)
    product = view * leaf(1.0, 2.0).view(view.shape)
    other.add_(1)
    assert view.flatten().tolist() == other.flatten().tolist()
    with pytest.raises(RuntimeError, match="is at version 1; expected version 0 instead"):
        product.sum().backward()


def test_a_hook_receives_the_gradient_that_autograd_grad_returns() -> None:
    x = leaf(3.0)
    y = x * 2
    y.register_hook(lambda g: g * 10)
    (at_y,) = mg.autograd.grad(y * 1, y, mg.ones(1), retain_graph=True)
    (at_x,) = mg.autograd.grad(y * 1, x, mg.ones(1))
    assert at_y.tolist() == [10.0]
    assert at_x.tolist() == [20.0]


def test_a_retained_gradient_is_the_one_the_hooks_returned() -> None:
    x = leaf(3.0)
    y = x * 2
    y.retain_grad()  # registered first, but still the last to see the gradient
    y.register_hook(lambda g: g * 10)
    y.sum().backward()
    assert y.grad.tolist() == [10.0]
    assert x.grad.tolist() == [20.0]


def test_a_retained_gradient_is_the_one_for_the_value_after_an_in_place_change() -> None:
    x = leaf(3.0)
    y = x * 2
    y.retain_grad()
    y.mul_(5)
    (y * 2).sum().backward()
    assert y.grad.tolist() == [2.0]
    assert x.grad.tolist() == [20.0]


def test_retain_grad_of_a_leaf_does_nothing() -> None:
    x = leaf(3.0)
    x.retain_grad()
    (x * 2).backward(mg.ones(1))
    assert not x.retains_grad
    assert x.grad.tolist() == [2.0]


def test_reading_grad_of_a_non_leaf_warns_unless_it_is_retained() -> None:
    y = leaf(3.0) * 2
    with pytest.warns(UserWarning, match=r"^The \.grad attribute of a Tensor that is not a leaf T"):
        assert y.grad is None
    y.retain_grad()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert y.grad is None


def test_an_assigned_grad_is_added_to() -> None:
    x = leaf(1.0, 2.0)
    assigned = mg.ones(2)
    x.grad = assigned
    (x * 2).sum().backward()
    assert x.grad is assigned
    assert assigned.tolist() == [3.0, 3.0]
    x.grad = None
    assert x.grad is None


# autograd.grad


def test_grad_returns_gradients_and_changes_nothing() -> None:
    x, y = leaf(2.0), leaf(3.0)
    gradients = mg.autograd.grad(x * y, [x, y], mg.ones(1))
    assert [g.tolist() for g in gradients] == [[3.0], [2.0]]
    assert x.grad is None
    assert y.grad is None


def test_grad_works_for_inner_tensors_and_for_the_output_itself() -> None:
    x = leaf(2.0)
    y = x * x
    z = y * 3
    gradients = mg.autograd.grad(z, [y, z, x], mg.ones(1))
    assert [g.tolist() for g in gradients] == [[3.0], [1.0], [12.0]]


def test_the_gradient_of_an_unused_input_is_an_error_none_or_zeros() -> None:
    x, unused = leaf(2.0), leaf(5.0, 6.0)
    with pytest.raises(RuntimeError, match=r"^The differentiated Tensor at index 1 appears to not"):
        mg.autograd.grad(x * 2, [x, unused], mg.ones(1))
    assert mg.autograd.grad(x * 2, [x, unused], mg.ones(1), allow_unused=True)[1] is None
    zeros = mg.autograd.grad(x * 2, [x, unused], mg.ones(1), materialize_grads=True)[1]
    assert zeros.tolist() == [0.0, 0.0]


def test_grad_frees_the_graph_unless_it_is_retained() -> None:
    x = leaf(2.0)
    y = x * x
    mg.autograd.grad(y, x, mg.ones(1), retain_graph=True)
    mg.autograd.grad(y, x, mg.ones(1))
    with pytest.raises(RuntimeError, match=r"^Trying to backward through the graph a second time"):
        mg.autograd.grad(y, x, mg.ones(1))


def test_grad_frees_only_the_nodes_that_it_runs() -> None:
    x = leaf(3.0)
    h = x * x
    (g,) = mg.autograd.grad((h * h).sum(), h)
    h.backward(g)
    assert x.grad.tolist() == [108.0]  # the slope of x⁴ at 3


def test_gradients_of_gradients_work_to_any_order() -> None:
    x = mg.tensor(2.0, dtype=mg.float64, requires_grad=True)
    y = x**5
    values = []
    for _ in range(5):
        (y,) = mg.autograd.grad(y, x, create_graph=True)
        values.append(y.item())
    assert values == [80.0, 160.0, 240.0, 240.0, 120.0]


@pytest.mark.parametrize(
    "call",
    [
        lambda: float(leaf(2.0)),
        lambda: mg.tensor([np.ones(2), np.ones(2)]),
        lambda: mg.ones(2, 2, 2).T,
        lambda: mg.tensor(1.0).mT,
        lambda: mg.meshgrid(mg.ones(2), mg.ones(2)),
        lambda: (leaf(2.0) * 1).backward(create_graph=True),
    ],
)
def test_some_warnings_appear_only_once_per_process_as_in_pytorch(
    call: Callable[[], object],
) -> None:
    for count in (1, 0):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            call()
        assert len(caught) == count


def test_backward_with_create_graph_warns_once_and_is_recorded() -> None:
    x = leaf(2.0)
    with pytest.warns(UserWarning, match=r"^Using backward.. with create_graph=True will create a"):
        (x * x * x).sum().backward(create_graph=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        (x * 0).sum().backward(create_graph=True)
    assert x.grad.tolist() == [12.0]
    assert x.grad.requires_grad
    assert mg.autograd.grad(x.grad, x, mg.ones(1))[0].tolist() == [12.0]
    x.grad = None


def test_a_penalty_on_the_gradient_can_be_minimized() -> None:
    w, x = leaf(3.0), mg.tensor([2.0], requires_grad=True)
    (slope,) = mg.autograd.grad(w * w * x, x, mg.ones(1), create_graph=True)
    (slope - 1).pow(2).sum().backward()
    assert w.grad.tolist() == [2 * (9.0 - 1) * 6.0]


def test_the_numbers_of_outputs_and_gradients_must_match() -> None:
    x = mg.ones(2, requires_grad=True)
    outputs = [(x * 2).sum(), (x * 3).sum()]
    with pytest.raises(RuntimeError, match="got 2 tensors and 1 gradients"):
        mg.autograd.grad(outputs, x, [mg.tensor(1.0)])
    with pytest.raises(RuntimeError, match="got 2 tensors and 1 gradients"):
        mg.autograd.backward(outputs, [mg.tensor(1.0)])


def test_materialize_grads_contradicts_forbidding_unused_inputs() -> None:
    x = mg.ones(2, requires_grad=True)
    with pytest.raises(ValueError, match="Expected allow_unused to be True or not passed"):
        mg.autograd.grad(x.sum(), x, materialize_grads=True, allow_unused=False)


def test_writing_to_an_expanded_tensor_warns() -> None:
    expanded = mg.ones(1, 3).expand(2, 3)
    with pytest.warns(UserWarning, match="Use of masked_fill_ on expanded tensors is deprecated"):
        expanded.masked_fill_(mg.tensor([True, False, True]), 1.0)


def test_a_variance_with_no_degrees_of_freedom_warns_even_if_no_dim_is_empty() -> None:
    with pytest.warns(UserWarning, match="degrees of freedom is <= 0"):
        mg.empty(2, 0).var(0, unbiased=False)


def test_in_place_methods_have_their_own_names() -> None:
    assert mg.Tensor.mul_.__name__ == "mul_"
    assert inplace(mg.mul).__name__ == "mul_"


def test_autograd_grad_fills_grad_on_tensors_that_retain_it() -> None:
    x = mg.ones(2, requires_grad=True)
    y = x * 3
    y.retain_grad()
    (dx,) = mg.autograd.grad((y * y).sum(), x)
    assert (dx.tolist(), y.grad.tolist(), x.grad) == ([18, 18], [6, 6], None)


def test_gradients_of_gradients_are_summed_without_unneeded_views() -> None:
    x, y = mg.ones(3, 1, requires_grad=True), mg.ones(3, 4, requires_grad=True)
    (dx,) = mg.autograd.grad((x * y).sum(), x, create_graph=True)
    assert dx.grad_fn.name() == "SumBackward1"
