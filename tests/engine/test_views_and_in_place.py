"""Tests for tensors that share memory and for changing them in place."""
# mypy: disable-error-code="union-attr, attr-defined, index, operator, assignment, call-overload"

import math
import re

import numpy as np
import pytest

import minigrad as mg
from minigrad.engine.memory.versions import watched
from minigrad.engine.unary import unary

MODIFIED = (
    "one of the variables needed for gradient computation has been modified by an inplace "
    "operation: [minigrad.FloatTensor [2]], which is output 0 of {}, is at version {}; expected "
    "version {} instead."
)


def leaf(*values: float) -> mg.Tensor:
    return mg.tensor(list(values), requires_grad=True)


def message(function) -> str:
    with pytest.raises(RuntimeError) as caught:
        function()
    return str(caught.value)


# Leaves


def test_a_leaf_changed_under_no_grad_stays_a_leaf() -> None:
    x = leaf(1.0, 2.0)
    same = x
    with mg.no_grad():
        x -= 0.5
        x[0] = 7.0
    assert x is same
    assert x.is_leaf
    assert x.requires_grad
    assert x.tolist() == [7.0, 1.5]


# Saved values


def test_a_changed_saved_input_is_detected() -> None:
    x = leaf(1.0, 2.0)
    a = x * 2
    y = a * a
    a += 1
    a += 1
    # Mul saved the value, but the error names the newest operation on the tensor.
    assert message(y.sum().backward).startswith(MODIFIED.format("Add", 2, 0))


def test_a_change_through_detach_is_detected_but_not_through_data() -> None:
    x = leaf(1.0, 2.0)
    y = x.exp()
    y.detach().zero_()
    assert "modified by an inplace operation" in message(y.sum().backward)

    x = leaf(1.0, 2.0)
    y = x.exp()
    y.data.zero_()
    y.sum().backward()
    assert x.grad.tolist() == [0.0, 0.0]  # silently incorrect, as in PyTorch

    x = leaf(1.0, 2.0)
    y = x * 2
    (slope,) = mg.autograd.grad((y**3).sum(), x, create_graph=True)
    y.data.zero_()
    (curvature,) = mg.autograd.grad(slope.sum(), x)
    assert curvature.tolist() == [0.0, 0.0]  # a recorded backward pass is also silently incorrect


def test_a_change_through_a_view_or_to_its_base_is_detected() -> None:
    for change in (lambda y: y[0].add_(1), lambda y: y.view(1, 2).mul_(2), lambda y: y.zero_()):
        x = leaf(1.0, 2.0)
        y = x.clone()
        z = y[:] * y
        change(y)
        assert "modified by an inplace operation" in message(z.sum().backward)


def test_a_change_to_a_result_that_its_operation_needs_is_detected() -> None:
    y = leaf(4.0, 9.0).clone()
    y.sqrt_()
    y.mul_(3)
    assert message(y.sum().backward).startswith(MODIFIED.format("Sqrt", 2, 1))


def test_a_changed_value_raises_before_anything_is_accumulated() -> None:
    x, w = leaf(1.0, 2.0), leaf(1.0, 1.0)
    y = x.exp()
    total = (y * w).sum()
    y += 1
    message(total.backward)
    assert x.grad is None
    assert w.grad is None


# History


def test_an_in_place_change_continues_the_history() -> None:
    x = leaf(1.0, 2.0)
    y = x * 2
    same = y
    y += 1
    assert y is same
    assert type(y.grad_fn).__name__ == "AddBackward0"
    assert type(y.grad_fn.next_functions[0][0]).__name__ == "MulBackward0"


def test_changing_a_view_gives_its_base_a_copyslices_node() -> None:
    x = leaf(1.0, 2.0, 3.0)
    base = x * 2
    part = base[1:]
    part *= 10
    assert type(base.grad_fn).__name__ == "CopySlices"
    assert type(part.grad_fn).__name__ == "AsStridedBackward0"
    assert repr(base) == "tensor([ 2., 40., 60.], grad_fn=<CopySlices>)"
    assert repr(part) == "tensor([40., 60.], grad_fn=<AsStridedBackward0>)"
    (base * mg.tensor([1.0, 2.0, 3.0])).sum().backward()
    assert x.grad.tolist() == [2.0, 40.0, 60.0]


def test_a_view_has_one_history_until_the_next_change() -> None:
    base = leaf(1.0, 2.0) * 1
    view = base[:1]
    base *= 2
    derived = view.grad_fn
    assert view.grad_fn is derived
    base *= 2
    assert view.grad_fn is not derived


def test_a_view_made_under_no_grad_can_be_changed_only_under_no_grad() -> None:
    base = leaf(1.0, 2.0) * 1
    with mg.no_grad():
        part = base[0]
        part += 1
    with pytest.raises(RuntimeError):
        part.add_(1)
    assert base.tolist() == [2.0, 2.0]


CHANGED = "is being modified inplace"
STALE = "its base or another view of its base has been modified inplace"
MODE = "Create the view and change it in the same mode: both inside the {} block"
SEVERAL = "one of several views that a single operation returned"
# The error for a view, the view, whether its base requires grad, and the mode to stay in.
FORBIDDEN = [
    (
        "A view was created in no_grad mode and {} with grad mode enabled.",
        mg.no_grad()(lambda x: x[:1]),
        True,
        "no_grad",
    ),
    (
        "A view was created in inference mode and {} in normal mode.",
        mg.inference_mode()(lambda x: x[:1]),
        True,
        "inference_mode",
    ),
    (
        "Output 0 of Slice is a view of a view which was created in no_grad mode and {}",
        lambda x: mg.no_grad()(lambda: x[:1])()[:1],
        True,
        "no_grad",
    ),
    ("Output 1 of Unbind is a view and {}.", lambda x: x.unbind()[1], True, None),
    ("Output 0 of Slice is a view and {}.", lambda x: x.split(1)[1][:1], True, None),
    (
        "A view was created in no_grad mode and {} with grad mode enabled.",  # PyTorch's error
        lambda x: x.unbind()[1],
        False,
        None,
    ),
]


@pytest.mark.parametrize(("error", "view", "requires_grad", "inside"), FORBIDDEN)
def test_views_that_are_invalid_after_a_change_are_named_in_the_error(
    error: str, view, requires_grad: bool, inside: str | None
) -> None:
    base, factor = mg.ones(2, requires_grad=requires_grad) * 1, leaf(3.0)
    advice = SEVERAL if inside is None else MODE.format(inside)
    part = view(base)
    said = message(lambda: part.mul_(factor))
    assert said.startswith(error.format(CHANGED))
    assert advice in said
    assert base.tolist() == [1.0, 1.0]
    base.mul_(factor)
    said = message(lambda: part * 2)
    assert said.startswith(error.format(STALE))
    assert advice in said


# Shapes and types


@pytest.mark.parametrize("start", [0.0, math.nan])
@pytest.mark.parametrize("shape", [(1, 3, 3), (3, 1, 3), (3, 3, 1), (1, 3, 1), (1, 1, 1)])
@pytest.mark.parametrize("change", ["masked_fill_", "assignment"])
@pytest.mark.filterwarnings("ignore:Use of (masked_fill_|index_put_) on expanded")
def test_a_changed_element_of_an_expanded_tensor_changes_those_that_share_its_memory(
    change: str, shape: tuple, start: float
) -> None:
    base = mg.full(shape, start)
    x = base.expand(3, 3, 3)
    if change == "masked_fill_":
        mask = mg.zeros(3, 3, 3, dtype=mg.bool)
        mask[1, 1, 1] = True  # between others that share the same memory
        x.masked_fill_(mask, 5.0)
    else:
        x[[1], [1], [1]] = 5.0
    expected = np.full(shape, start)
    expected[tuple(n // 2 for n in shape)] = 5.0
    assert np.array_equal(base.numpy(), expected, equal_nan=True)


@pytest.mark.parametrize("change", [lambda x: x.zero_(), lambda x: x.masked_fill_(x > 1, 5.0)])
@pytest.mark.parametrize("shape", [(1, 3, 4), (2, 1, 4), (2, 3, 1)])
@pytest.mark.filterwarnings("ignore:Use of masked_fill_ on expanded")
def test_no_gradient_passes_an_in_place_change_of_elements_that_share_memory(shape, change) -> None:
    w = mg.arange(1.0, 1 + math.prod(shape)).reshape(shape).requires_grad_()
    y = w * 1
    x = y.expand(2, 3, 4)
    change(x)
    for result in (x, y):
        assert message(lambda t=result: t.sum().backward(retain_graph=True)).startswith(
            "unsupported operation: more than one element of the written-to tensor refers to a "
            "single memory location."
        )
    assert w.grad is None


def test_a_scalar_result_shares_memory_too() -> None:
    x = mg.ones(3).sum()
    same = x.detach()
    x += 1
    assert same.item() == 4.0
    numbers = x.numpy()
    x.zero_()
    assert numbers == 0.0


def test_tensor_copies_its_data_and_from_numpy_shares_it() -> None:
    import numpy as np

    array = np.ones(2, np.float32)
    copied, shared = mg.tensor(array), mg.from_numpy(array)
    array[:] = 5
    assert copied.tolist() == [1.0, 1.0]
    assert shared.tolist() == [5.0, 5.0]
    shared.zero_()
    assert array.tolist() == [0.0, 0.0]


def test_augmented_assignment_is_in_place() -> None:
    x = mg.ones(2)
    same = x
    x += 1
    x *= 3
    x -= 1
    x /= 5
    assert same is x
    assert same.tolist() == [1.0, 1.0]
    x = x * 2
    assert same is not x


def _through_a_detached_tensor(y: mg.Tensor) -> None:
    y.detach().add_(1)


def _under_no_grad(y: mg.Tensor) -> None:
    with mg.no_grad():
        y.add_(1)


def _through_a_view(y: mg.Tensor) -> None:
    with mg.no_grad():
        y[:1].mul_(2)


@pytest.mark.parametrize("change", [_through_a_detached_tensor, _under_no_grad, _through_a_view])
@pytest.mark.parametrize(
    "use",
    [
        pytest.param(lambda y: y.sum(), id="the result, by its own operation"),
        pytest.param(lambda y: (y * y).sum(), id="an input, by the next operation"),
    ],
)
def test_changes_to_values_saved_before_their_memory_was_shared_are_detected(change, use) -> None:
    x = mg.tensor([1.0, 2.0], requires_grad=True)
    y = x.exp()
    z = use(y)
    change(y)
    with pytest.raises(RuntimeError, match="is at version 1; expected version 0 instead"):
        z.backward()
    assert x.grad is None


def test_changes_to_a_detached_result_are_detected_by_its_own_operation() -> None:
    x = mg.tensor([1.0, 2.0], requires_grad=True)
    y = x.exp()
    z = y.sum()
    y.detach_().add_(1)
    with pytest.raises(RuntimeError, match="is at version 1; expected version 0 instead"):
        z.backward()
    assert x.grad is None


def test_values_saved_before_they_were_detached_are_rejected() -> None:
    x = mg.tensor([1.0, 2.0], requires_grad=True)
    y = x * 2
    z, w = (y * y).sum(), (y * 3).sum()
    y.detach_()
    with pytest.raises(RuntimeError, match="saved tensor that has been detached in-place"):
        z.backward()
    assert x.grad is None
    w.backward()  # nothing saved here came from y
    assert x.grad.tolist() == [6.0, 6.0]
    (y * y).sum().requires_grad_().backward()  # y isn't in a graph either
    assert x.grad.tolist() == [6.0, 6.0]


def test_a_custom_function_includes_changes_to_a_views_base() -> None:
    class Same(mg.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x.clone()

        @staticmethod
        def backward(ctx, g):
            return g

    x = mg.ones(2, requires_grad=True)
    y = x * 1
    view = y[:1]
    y *= 2
    Same.apply(view).backward()
    assert x.grad.tolist() == [2, 0]


def test_values_saved_by_an_operation_on_a_view_must_not_change() -> None:
    x, factor = mg.ones(2, requires_grad=True), leaf(3.0) * 1
    y = x * 1
    y[:1].mul_(factor)
    factor += 1
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.sum().backward()


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (lambda c: c.sin_(), "[3]], which is output 0 of Sin, is at version 1"),
        (lambda c: c.add_(1).mul_(2), "[3]], which is output 0 of Mul, is at version 2"),
        (lambda c: c[:2].mul_(3), "which is output 0 of minigrad::autograd::CopySlices, is at"),
        (mg.no_grad()(lambda c: c.mul_(2)), "[3]], which is output 0 of Exp, is at version 1"),
    ],
)
def test_a_changed_saved_input_is_reported_by_the_operation_that_changed_it(
    change, error: str
) -> None:
    c = mg.ones(3, requires_grad=True).exp()
    out = (c.clone() * 0 + c.gather(0, mg.tensor([0, 1, 2]))).sum()
    change(c)
    with pytest.raises(RuntimeError, match=re.escape(error)):
        out.backward()


@pytest.mark.parametrize("rule", [lambda g, out: g * out, lambda g, x: g * x])
def test_changes_to_a_saved_mask_are_detected(rule) -> None:
    doubled = unary("DoubledBackward0", x=rule)(lambda x: x)
    x, mask = leaf(1.0, 2.0), mg.tensor([True, False])
    with mg.no_grad():
        x += 1  # from now on, x's memory has a version counter
    out = watched(doubled(x), mask)
    out.sum().backward(retain_graph=True)
    mask.copy_(~mask)
    with pytest.raises(RuntimeError, match=r"CPUBoolType .* is at version 1; expected version 0"):
        out.sum().backward()


# Views whose memory isn't where it was


def test_the_elements_of_an_expanded_leaf_share_the_gradient_of_a_changed_view() -> None:
    x = mg.tensor([0.5]).expand(3).detach().requires_grad_()
    first = x[0]
    with mg.no_grad():
        first *= 2  # from now on, which of the three it was can't be told
    first.backward(mg.tensor(6.0))
    assert x.tolist() == [1.0, 1.0, 1.0]
    assert x.grad.tolist() == [2.0, 2.0, 2.0]


@pytest.mark.parametrize("change", [lambda y, row: y.mul_(3), lambda y, row: row.mul_(3)])
def test_a_view_keeps_its_place_if_its_bases_data_is_replaced(change) -> None:
    x = mg.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
    y = x * 2
    row = y[1]
    y.data = mg.zeros(2, 2)
    change(y, row)
    row.backward(mg.ones(2))
    assert x.grad.tolist() == [[0.0, 0.0], [6.0, 6.0]]


def test_a_view_that_no_longer_fits_into_its_base_is_rejected() -> None:
    y = leaf(1.0, 2.0, 3.0) * 2
    last = y[2]
    y.data = mg.zeros(1)
    assert message(lambda: last.mul_(3)).startswith(
        "setStorage: sizes [], strides [], storage offset 2, and itemsize 4 requiring a storage "
        "size of 12 are out of bounds for storage of size 4"
    )
    assert last.tolist() == 6.0
