"""Tests for the guarantees of the backward pass."""
# mypy: disable-error-code="union-attr, attr-defined, index, operator, assignment, call-overload"

import math

import numpy as np
import pytest

import minigrad as mg
from minigrad.engine.backward import propagate
from minigrad.engine.extras import Extras, Watcher

# Division by zero and overflow are silent, as in PyTorch, but in these tests, NumPy would warn.
pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")


def leaf(*values: float) -> mg.Tensor:
    return mg.tensor(list(values), requires_grad=True)


def grads(*tensors: mg.Tensor) -> list:
    return [t.grad.tolist() for t in tensors]


# Paths


def test_a_tensor_used_twice_receives_both_gradients() -> None:
    x = leaf(3.0)
    a = x * x
    (a * (a + 1)).backward(mg.ones(1))  # x⁴ + x²
    assert x.grad.tolist() == [4 * 27.0 + 2 * 3.0]


def test_a_diamond_of_depth_40_has_a_trillion_paths_and_visits_each_node_once() -> None:
    x = mg.tensor(1.0, dtype=mg.float64, requires_grad=True)
    y = x
    for _ in range(40):
        y = y + y
    y.backward()  # visiting a node once per path would take forever
    assert x.grad.item() == 2.0**40


def test_a_long_detour_arrives_before_the_shared_node_is_run() -> None:
    x = leaf(2.0)
    shared = x * x
    detour = shared
    for _ in range(50):
        detour = detour + 0
    (shared + detour).sum().backward()
    assert x.grad.tolist() == [8.0]


def test_a_second_pass_starts_with_fresh_inner_gradients() -> None:
    x = leaf(3.0)
    y = (x * 2) * 3
    y.backward(mg.ones(1), retain_graph=True)
    y.backward(mg.ones(1))
    assert x.grad.tolist() == [12.0]  # an engine that keeps the inner .grad would give 18


def test_a_branch_that_is_not_part_of_the_loss_changes_nothing() -> None:
    x = leaf(1.0, 2.0)
    y = x * x
    unused = (y * 100).exp()
    y.sum().backward()
    assert x.grad.tolist() == [2.0, 4.0]
    assert unused.requires_grad


def test_two_losses_that_share_saved_values_are_correct_or_rejected() -> None:
    w = leaf(2.0)
    shared = w * w
    first, second = shared * 3, shared * 5
    first.backward(mg.ones(1), retain_graph=True)
    second.backward(mg.ones(1))
    assert w.grad.tolist() == [3 * 4.0 + 5 * 4.0]

    w = leaf(2.0)
    shared = w * w
    first, second = (shared * 3).sum(), (shared * 5).sum()
    first.backward()
    with pytest.raises(RuntimeError, match=r"backward through the graph a second time"):
        second.backward()
    assert w.grad.tolist() == [12.0]


def test_two_losses_can_share_an_operation_that_saves_nothing() -> None:
    x = leaf(1.0)
    shared = x + 2
    (shared * 3).sum().backward()
    (shared * 5).sum().backward()
    shared.sum().backward()
    shared.sum().backward()
    assert x.grad.tolist() == [10.0]


def test_losses_passed_together_need_no_retained_graph() -> None:
    w = leaf(2.0)
    shared = w * w
    mg.autograd.backward([(shared * 3).sum(), (shared * 5).sum()])
    assert w.grad.tolist() == [32.0]


# Where gradients arrive


def test_the_gradient_of_a_leaf_with_respect_to_itself_is_one() -> None:
    x = mg.tensor(3.0, requires_grad=True)
    x.backward()
    x.backward(mg.tensor(5.0))
    assert x.grad.item() == 6.0


@pytest.mark.parametrize("create_graph", [False, True])
@pytest.mark.parametrize(
    ("x", "strides"),
    [
        (mg.ones(2, 3), (3, 1)),
        (mg.ones(3, 2).T, (1, 2)),
        (mg.ones(2, 3, 4).permute(2, 0, 1), (1, 12, 4)),
        (mg.ones(2, 6)[:, ::2], (3, 1)),
        (mg.ones(6, 2)[::2].T, (3, 1)),
        (mg.ones(2, 1).expand(2, 3), (3, 1)),
    ],
)
@pytest.mark.filterwarnings("ignore:Using backward.. with create_graph=True")
def test_a_leafs_gradient_has_its_layout_unless_the_leaf_has_gaps(x, strides, create_graph) -> None:
    for upstream in (mg.ones(x.shape), mg.ones(x.mT.shape).mT, mg.ones(()).expand(x.shape)):
        w = x.detach().requires_grad_()
        kept = w * 1
        kept.retain_grad()
        kept.backward(upstream, create_graph=create_graph)
        assert w.grad.stride() == strides
        assert kept.grad.is_contiguous()  # what isn't a leaf has a gradient row by row


def test_a_gradient_whose_elements_share_memory_is_rejected_before_any_is_added() -> None:
    x, other = leaf(1.0, 2.0, 3.0), leaf(4.0, 5.0, 6.0)
    x.grad = shared = mg.ones(1).expand(3)
    other.grad = mg.zeros(3)
    y = (x * other).sum()
    for product in (y, (other * x).sum()):
        with pytest.raises(RuntimeError) as caught:
            product.backward()
        assert str(caught.value).startswith(
            "unsupported operation: more than one element of the written-to tensor refers to a "
            "single memory location. Please clone() the tensor before performing the operation."
        )
        assert x.grad is shared
        assert shared.tolist() == [1.0, 1.0, 1.0]
        assert other.grad.tolist() == [0.0, 0.0, 0.0]
        assert shared._version == other.grad._version == 0
    x.grad = shared.clone()
    y.backward()  # the graph is still there
    assert x.grad.tolist() == [5.0, 6.0, 7.0]
    assert other.grad.tolist() == [1.0, 2.0, 3.0]


def test_a_gradient_made_in_inference_mode_is_rejected() -> None:
    x = leaf(1.0, 2.0)
    with mg.inference_mode():
        x.grad = mg.ones(2)
    with pytest.raises(RuntimeError, match=r"^Inplace update to inference tensor outside Infere"):
        (x * x).sum().backward()
    assert x.grad.tolist() == [1.0, 1.0]


def test_a_retained_gradient_is_replaced_by_the_sum() -> None:
    y = leaf(1.0, 2.0) * 3
    y.retain_grad()
    y.sum().backward(retain_graph=True)
    first = y.grad
    y.sum().backward(retain_graph=True)
    assert (first.tolist(), y.grad.tolist()) == ([1.0, 1.0], [2.0, 2.0])
    y.grad = mg.ones(1).expand(2)
    y.sum().backward()
    assert y.grad.tolist() == [2.0, 2.0]


def test_an_empty_tensor_that_was_broadcast_has_an_empty_gradient() -> None:
    x = mg.zeros(0, requires_grad=True)
    (mg.ones(2, 3, 1) * x).sum().backward()
    assert x.grad.shape == (0,)


def test_accumulation_stays_in_the_same_tensor() -> None:
    x = leaf(1.0, 2.0)
    (x * 3).sum().backward()
    first = x.grad
    (x * 3).sum().backward()
    assert x.grad is first
    assert first.tolist() == [6.0, 6.0]


@pytest.mark.parametrize("shape", [(3,), (1,), ()])
def test_gradients_never_share_memory(shape: tuple) -> None:
    x, y = (mg.ones(shape, requires_grad=True) for _ in range(2))
    v = mg.ones(shape)
    (x + y).backward(v)
    for tensor in (x.grad, y.grad, v):
        tensor += 10
    assert x.grad.tolist() == y.grad.tolist() == v.tolist() == (mg.ones(shape) * 11).tolist()


def test_a_view_along_the_way_does_not_make_gradients_share_memory() -> None:
    x, y = mg.ones(2, 2, requires_grad=True), mg.ones(4, requires_grad=True)
    v = mg.ones(4)
    (x.reshape(4) + y).backward(v)
    x.grad.zero_()
    assert y.grad.tolist() == v.tolist() == [1.0] * 4


def test_leaf_and_retained_gradients_do_not_share_memory() -> None:
    x = leaf(1.0)
    y = x + 0
    y.retain_grad()
    (y + 0).backward(mg.ones(1))
    x.grad.zero_()
    assert y.grad.tolist() == [1.0]


def test_inputs_selects_the_leaves_that_accumulate() -> None:
    x, y = leaf(1.0), leaf(2.0)
    (x * y).backward(mg.ones(1), inputs=[x])
    assert x.grad.tolist() == [2.0]
    assert y.grad is None


def test_a_pass_frees_no_node_whose_tracked_inputs_need_no_saved_value() -> None:
    bias = mg.ones(2, requires_grad=True)
    total = mg.nn.functional.linear(mg.ones(4, 3), mg.ones(2, 3), bias).sum()
    total.backward()
    total.backward()
    assert bias.grad.tolist() == [8.0, 8.0]


def test_inputs_of_backward_need_an_unfreed_node_but_inputs_of_grad_do_not() -> None:
    x = leaf(2.0)
    y = x * x
    y.sum().backward()
    z = (y * 3).sum()
    assert mg.autograd.grad(z, y, retain_graph=True)[0].tolist() == [3.0]
    with pytest.raises(RuntimeError, match=r"^Trying to backward through the graph a second time"):
        z.backward(inputs=[y])


def test_a_tensor_that_does_not_require_grad_has_no_gradient() -> None:
    x, constant = leaf(2.0), mg.tensor([3.0])
    (x * constant).sum().backward()
    assert constant.grad is None


@pytest.mark.parametrize("dtype", [mg.float32, mg.float64])
def test_a_gradient_has_its_tensors_dtype_after_promotion(dtype: mg.dtype) -> None:
    x = mg.ones(2, dtype=dtype, requires_grad=True)
    (x * mg.ones(2, dtype=mg.float64) + mg.tensor([1, 2])).sum().backward()
    assert x.grad.dtype is dtype


def test_gradients_of_gradients_are_computed_in_the_promoted_dtype() -> None:
    y = mg.tensor(2.0, dtype=mg.float64, requires_grad=True)
    (slope,) = mg.autograd.grad(mg.tensor(3) ** y, y, create_graph=True)
    (curvature,) = mg.autograd.grad(slope, y)
    assert slope.item() == pytest.approx(9 * np.log(3), rel=1e-14)
    assert curvature.item() == pytest.approx(9 * np.log(3) ** 2, rel=1e-14)


def test_an_integer_v_is_cast() -> None:
    x = leaf(1.0, 2.0)
    (x * 2).backward(mg.tensor([1, 10]))
    assert x.grad.tolist() == [2.0, 20.0]
    assert x.grad.dtype is mg.float32


# Rejected calls


def test_a_pass_that_fails_midway_leaves_gradients_and_graph_unchanged() -> None:
    x, y = leaf(1.0, 2.0), leaf(3.0, 4.0)
    good, bad = y * y, x.exp()
    total = (good * bad).sum()
    bad.detach().add_(1)
    for _ in range(2):  # the same error twice, because nothing was freed the first time
        with pytest.raises(RuntimeError, match=r"modified by an inplace operation"):
            total.backward()
        assert x.grad is None
        assert y.grad is None
    good.sum().backward()
    assert y.grad.tolist() == [6.0, 8.0]


def test_a_pass_accumulates_whatever_numpys_error_settings_are() -> None:
    a, b = mg.ones(1, requires_grad=True), mg.ones(1, requires_grad=True)
    y = (a + b * 3e38).sum()
    a.grad, b.grad = mg.ones(1), mg.tensor([3e38])
    with np.errstate(all="raise"):
        y.backward()
    assert a.grad.tolist() == [2.0]
    assert b.grad.tolist() == [math.inf]


def test_a_hook_that_raises_leaves_gradients_and_graph_unchanged() -> None:
    x = leaf(1.0, 2.0)
    y = x * x

    def fail(_):
        raise KeyError("mine")

    handle = y.register_hook(fail)
    with pytest.raises(KeyError, match=r"mine"):
        y.sum().backward()
    assert x.grad is None
    assert mg.is_grad_enabled()
    handle.remove()
    y.sum().backward()
    assert x.grad.tolist() == [2.0, 4.0]


@pytest.mark.parametrize(
    "wrong",
    [
        lambda x: x.backward(mg.ones(7)),
        lambda x: x + mg.ones(7),
        lambda x: x @ mg.ones(7),
        lambda x: x.reshape(7),
        lambda x: x.sum(7),
        lambda x: x[7],
        lambda x: x.add_(mg.ones(7)),
        lambda x: x.__setitem__(7, 1.0),
        lambda x: x.__setitem__(slice(None), mg.ones(7)),
        lambda x: mg.cat([x, "x"]),  # type: ignore[list-item]
        lambda x: setattr(x, "grad", [1.0]),
        lambda x: x.requires_grad_(False),
        lambda x: x.copy_(mg.ones(7)),
    ],
)
def test_invalid_input_leaves_a_tensor_unchanged(wrong) -> None:
    x = leaf(1.0, 2.0) * 1
    with pytest.raises((RuntimeError, IndexError, TypeError, ValueError)):
        wrong(x)
    assert repr(x) == "tensor([1., 2.], grad_fn=<MulBackward0>)"
    assert x.retains_grad is False
    source = x.grad_fn.next_functions[0][0].variable
    (x * x).sum().backward()
    assert source.grad.tolist() == [2.0, 4.0]


# Kinds of numbers


def test_a_numpy_scalar_on_either_side_gives_a_tensor_of_the_same_dtype() -> None:
    x = leaf(1.0, 2.0)
    for two in (np.float64(2), np.float32(2), np.int64(2)):
        for out in (two * x, x * two, two - x, x - two, two / x, x**two, two**x):
            assert isinstance(out, mg.Tensor)
            assert out.dtype is mg.float32
            assert out.requires_grad


def test_an_array_next_to_a_tensor_does_not_become_an_array_of_objects() -> None:
    array, x = np.ones(2), mg.tensor([1.0, 2.0])
    assert (x * array).dtype is mg.float64
    assert np.multiply(array, x).dtype is mg.float64
    with pytest.raises(TypeError, match="unsupported operand"):
        array * x
    with pytest.raises(RuntimeError, match=r"^Can't call numpy\(\) on Tensor that requires grad"):
        leaf(1.0, 2.0) * array


def test_minus_zero_is_not_treated_as_zero() -> None:
    for zero in (0.0, -0.0, 0.0):
        assert np.signbit((mg.ones(1) * zero).item()) == np.signbit(zero)


@pytest.mark.parametrize("number", [0, 1, -1.0, 0.5])
def test_a_number_and_a_0d_tensor_behave_the_same(number: float) -> None:
    x = mg.tensor([0.0, 1.0, 3.0, -2.0], requires_grad=True)
    for form in (
        lambda x, n: x * n,
        lambda x, n: x / n,
        lambda x, n: n / x,
        lambda x, n: x - n,
        lambda x, n: x**n,
    ):
        seen = []
        for n in (number, mg.tensor(float(number))):
            x.grad = None
            out = form(x, n)
            out.sum().backward()
            seen.append((out.dtype, out.detach().numpy(), x.grad.numpy()))
        assert seen[0][0] is seen[1][0]
        np.testing.assert_allclose(seen[0][1], seen[1][1])
        np.testing.assert_allclose(seen[0][2], seen[1][2])


# Kinks


def test_where_keeps_the_nan_of_the_branch_not_taken() -> None:
    x = leaf(0.0)
    mg.where(x > 0, x.sqrt(), x).sum().backward()
    assert np.isnan(x.grad.item())  # 0 · ∞ is NaN, as in PyTorch


# The same tensor twice


def test_a_tensor_passed_twice_receives_both_gradients() -> None:
    x = leaf(1.0, 1.0)
    y = x * 2
    mg.autograd.backward([y, y], [mg.ones(2), mg.ones(2) * 3])
    assert x.grad.tolist() == [8, 8]


def test_accumulation_counts_as_a_change_to_the_gradient() -> None:
    x, w = leaf(1.0), leaf(1.0)
    (x * x).backward(mg.ones(1))
    uses_the_gradient = x.grad * w
    (x * x).backward(mg.ones(1))
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        uses_the_gradient.backward(mg.ones(1))


def test_data_is_a_tensor() -> None:
    with pytest.raises(TypeError, match="Variable data has to be a tensor, but got int"):
        leaf(1.0).data = 3


def test_a_deep_diamond_is_searched_once_for_requested_edges() -> None:
    x = leaf(1.0)
    y = x
    for _ in range(40):
        y = y + y
    (gradient,) = mg.autograd.grad(y, x, mg.ones(1))
    assert gradient.tolist() == [2.0**40]


def test_a_gradient_that_arrives_transposed_shares_no_memory() -> None:
    weight = mg.ones(2, 3, requires_grad=True)
    upstream, seen = mg.ones(3, 2), []
    weight.t().backward(upstream)
    turned = weight.t()
    turned.register_hook(seen.append)
    other = mg.ones(2, 3, requires_grad=True)
    (turned * other.t()).backward(mg.ones(3, 2))
    upstream.add_(5)
    seen[0].add_(5)
    assert weight.grad.tolist() == [[2.0] * 3] * 2


def test_if_a_rule_returns_no_gradient_the_chain_behind_it_receives_none() -> None:
    x = mg.ones(3, requires_grad=True)
    (x * 2).norm(0).backward()
    assert x.grad is None


class Diary(Watcher):
    """A watcher that records what it sees, in order."""

    def __init__(self) -> None:
        self.entries: list[tuple] = []

    def on_node(self, node, g) -> None:
        self.entries.append(("turn", node.op.name, float(g)))

    def on_hooks(self, node, g) -> None:
        self.entries.append(("hooked", node.op.name, float(g)))

    def on_gradient(self, node, i: int, d) -> None:
        self.entries.append(("share", node.op.name, float(d)))

    def on_leaves(self, gradients: dict) -> None:
        self.entries.append(("leaves", [float(g) for g in gradients.values()]))


def test_a_watcher_sees_a_nodes_gradient_before_and_after_its_hooks() -> None:
    x = mg.tensor(2.0, requires_grad=True)
    squared = x * x
    squared.register_hook(lambda g: g * 10)
    diary = Diary()
    propagate([((squared * 3).grad_fn, np.float32(1))], Extras(watchers=[diary]))
    assert diary.entries == [
        *[("turn", "MulBackward0", 1), ("share", "MulBackward0", 3)],
        *[("turn", "MulBackward0", 3), ("hooked", "MulBackward0", 30)],
        *[("share", "MulBackward0", 60), ("share", "MulBackward0", 60), ("leaves", [120])],
    ]


def test_tensors_with_equal_elements_are_different_keys() -> None:
    x, y = leaf(1.0), leaf(1.0)
    assert {x: "x", y: "y"}[x] == "x"
