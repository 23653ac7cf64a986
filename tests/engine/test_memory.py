"""Tests that long chains work and that graphs are freed with the last tensor that needs them."""
# mypy: disable-error-code="union-attr, attr-defined, index, operator, assignment, call-overload"

import contextlib
import gc
import tracemalloc
import weakref
from collections.abc import Iterator

import pytest

import minigrad as mg
from minigrad.engine.graph import Node, tick

LENGTH = 10_000  # ten times Python's recursion limit
_began = [0]


@pytest.fixture(autouse=True, scope="module")
def _ignore_existing_objects() -> Iterator[None]:
    """Make the garbage collector examine only objects that the tests create, to save time."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.fixture(autouse=True)
def _disable_garbage_collector() -> Iterator[None]:
    """Turn off the garbage collector, so that only reference counting frees objects."""
    gc.collect()
    gc.disable()
    _began[0] = tick()
    yield
    gc.enable()


def nodes() -> int:
    """Return the number of nodes created by the test that are still alive."""
    alive = (o for o in gc.get_objects() if issubclass(type(o), Node))
    return sum(node.order < _began[0] for node in alive)


@pytest.mark.parametrize(
    "step",
    [lambda y: y + 1, lambda y: y * 1.0, lambda y: y.sin(), lambda y: y[:], lambda y: y.view(1)],
)
def test_a_long_chain_runs_forward_backward_and_is_deleted(step) -> None:
    x = mg.ones(1, requires_grad=True)
    y = x
    for _ in range(LENGTH):
        y = step(y)
    y.backward()
    assert x.grad is not None
    assert nodes() >= LENGTH
    del y
    assert nodes() == 0


def test_a_chain_without_a_backward_pass_is_also_deleted() -> None:
    y = mg.ones(1, requires_grad=True)
    for _ in range(LENGTH):
        y = y * y
    assert nodes() == LENGTH
    del y
    assert nodes() == 0


def test_a_long_chain_of_in_place_operations_runs_backward() -> None:
    x = mg.ones(1, requires_grad=True)
    y = x.clone()
    for _ in range(LENGTH):
        y += 1
    y.backward()
    assert x.grad.tolist() == [1.0]


def test_a_long_chain_can_be_differentiated_twice() -> None:
    x = mg.ones(1, requires_grad=True)
    y = x * x
    for _ in range(10_000):
        y = y * 1.0
    (slope,) = mg.autograd.grad(y, x, create_graph=True)
    (curvature,) = mg.autograd.grad(slope, x)
    assert curvature.tolist() == [2.0]


def test_a_graph_is_freed_with_its_last_tensor() -> None:
    x = mg.ones(2, requires_grad=True)
    y = (x * 2).exp().sum()
    y.backward(retain_graph=True)
    tensor = weakref.ref(y)
    assert nodes() == 3
    del y
    assert tensor() is None
    assert nodes() == 0


def test_views_and_in_place_operations_create_no_reference_cycle() -> None:
    x = mg.ones(2, 2, requires_grad=True)
    y = x * 2
    row = y[0]
    row *= 3
    list(y)
    y.sum().backward()
    references = [weakref.ref(y), weakref.ref(row)]
    assert nodes() > 0
    del y, row
    assert [r() for r in references] == [None] * 2
    assert nodes() == 0


def test_hooks_and_retained_gradients_create_no_reference_cycle() -> None:
    x = mg.ones(2, requires_grad=True)
    y = x * 2
    y.retain_grad()
    handle = y.register_hook(lambda g: g * 2)
    y.sum().backward()
    reference = weakref.ref(y)
    assert nodes() == 1
    del y
    assert reference() is None
    assert nodes() == 0
    handle.remove()


def test_a_gradient_passed_to_a_hook_is_freed_after_the_pass() -> None:
    x = mg.ones(2, requires_grad=True)
    references: list = []
    x.register_hook(lambda g: references.append(weakref.ref(g)))
    (x.view(2, 1) * 2).sum().backward()
    assert references[0]() is None


def test_a_leaf_is_freed_along_with_its_gradient() -> None:
    x = mg.ones(2, requires_grad=True)
    (x * x).sum().backward()
    references = [weakref.ref(x), weakref.ref(x.grad)]
    del x
    assert [r() for r in references] == [None] * 2


def test_a_second_derivative_with_autograd_grad_creates_no_reference_cycle() -> None:
    x = mg.ones(2, requires_grad=True)
    (slope,) = mg.autograd.grad((x**3).sum(), x, create_graph=True)
    mg.autograd.grad(slope.sum(), x)
    reference = weakref.ref(slope)
    assert nodes() > 0
    del slope
    assert reference() is None
    assert nodes() == 0


def test_an_error_leaves_no_graph_behind() -> None:
    x = mg.ones(2, requires_grad=True)
    y = x.exp()
    y.detach().add_(1)
    with contextlib.suppress(RuntimeError):
        y.sum().backward()
    reference = weakref.ref(y)
    del y
    assert reference() is None


def test_backward_frees_the_saved_values() -> None:
    x = mg.ones(100_000, requires_grad=True)
    y = x
    tracemalloc.start()
    try:
        for _ in range(20):
            y = y.exp().log()
        held = tracemalloc.get_traced_memory()[0]
        y.sum().backward()
        after = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert held > 7_900_000
    assert after < 2_000_000  # the result and the gradient


def live_nodes() -> int:
    node = type(mg.ones(1, requires_grad=True).mul(2).grad_fn).__mro__[-2]
    return sum(isinstance(thing, node) for thing in gc.get_objects())


@pytest.mark.parametrize("momentum", [0.0, 0.9])
def test_1000_training_steps_leave_no_nodes_and_no_tensors(momentum: float) -> None:
    mg.manual_seed(0)
    data, target = mg.randn(8, 3), mg.randn(8, 1)
    w = mg.randn(3, 1, requires_grad=True)
    b = mg.zeros(1, requires_grad=True)
    optimizer = mg.optim.SGD([w, b], lr=0.01, momentum=momentum)

    def step() -> float:
        loss = mg.nn.functional.mse_loss(data @ w + b, target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        return loss.item()

    first = step()
    nodes, things = live_nodes(), len(gc.get_objects())
    for _ in range(1000):
        last = step()
    assert last < first
    assert live_nodes() <= nodes
    assert len(gc.get_objects()) < things + 50


def test_summing_losses_keeps_every_graph_alive_but_item_keeps_none() -> None:
    w = mg.ones(1, requires_grad=True)
    total, numbers = mg.zeros(1), 0.0
    before = live_nodes()
    for _ in range(10):
        total = total + w * 2
    assert live_nodes() >= before + 20
    for _ in range(10):
        numbers += (w * 2).item()
    del total
    assert live_nodes() == before
