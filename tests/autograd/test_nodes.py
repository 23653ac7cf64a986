"""Tests for using nodes directly: reading saved values, calling nodes, and attaching hooks."""

from collections.abc import Callable
from typing import Any

import pytest

import minigrad as mg
from minigrad.engine.tensor import Tensor


def leaves() -> tuple[Any, Any]:
    return mg.tensor([1.0, 2.0], requires_grad=True), mg.tensor([3.0, 4.0], requires_grad=True)


def names(tensor: Any) -> list[str]:
    return [name for name in dir(tensor.grad_fn) if name.startswith("_saved_")]


SAVED: list[tuple[Callable[[Any, Any], Any], dict[str, Any]]] = [
    (lambda x, w: x * w, {"self": [1, 2], "other": [3, 4]}),
    (lambda x, w: x * w.detach(), {"self": None, "other": [3, 4]}),
    (lambda x, w: x * 2, {"self": None, "other": 2}),
    (lambda x, w: x**2, {"self": [1, 2], "exponent": 2}),
    (lambda x, w: x**w, {"self": [1, 2], "exponent": [3, 4], "result": [1, 16]}),
    (lambda x, w: x.relu(), {"result": [1, 2]}),
    (lambda x, w: x.log(), {"self": [1, 2]}),
    (lambda x, w: x @ w, {"self": [1, 2], "tensor": [3, 4]}),
    (lambda x, w: x.clamp(0, 1.5), {"self": [1, 2], "min": 0, "max": 1.5}),
    (lambda x, w: mg.nn.functional.mse_loss(x, w), {"self": [1, 2], "target": [3, 4]}),
    (lambda x, w: x.sum(), {"self_sym_sizes": (2,)}),
    (lambda x, w: x[0], {"self_sym_sizes": (2,)}),
    (lambda x, w: x + w, {}),
    (lambda x, w: -x, {}),
]


@pytest.mark.parametrize(("operation", "saved"), SAVED)
def test_a_node_shows_its_saved_values_under_pytorchs_names(operation, saved: dict) -> None:
    y = operation(*leaves())
    assert names(y) == sorted(f"_saved_{name}" for name in saved)
    for name, value in saved.items():
        shown = getattr(y.grad_fn, f"_saved_{name}")
        assert (shown.tolist() if isinstance(shown, Tensor) else shown) == value


def test_saved_tensors_have_their_history() -> None:
    x, w = leaves()
    y = x.exp() * w
    assert y.grad_fn._saved_other is w
    inner = y.grad_fn._saved_self
    assert inner.grad_fn is y.grad_fn.next_functions[0][0]
    assert inner.grad_fn._saved_result.grad_fn is inner.grad_fn
    (g,) = mg.autograd.grad(inner.sum(), x)
    assert mg.allclose(g, x.exp())


def test_freed_values_are_not_shown() -> None:
    x, w = leaves()
    y = x * w
    y.sum().backward()
    with pytest.raises(RuntimeError, match=r"^Trying to backward through the graph a second time"):
        y.grad_fn._saved_self
    with pytest.raises(RuntimeError, match=r"^Trying to backward through the graph a second time"):
        y.grad_fn(mg.ones(2))


def test_changed_values_are_not_shown_but_others_are() -> None:
    x, w = leaves()
    y = x * w
    with mg.no_grad():
        x += 1
    with pytest.raises(RuntimeError, match=r"modified by an inplace operation"):
        y.grad_fn._saved_self
    assert y.grad_fn._saved_other is w


def test_a_node_is_a_function_of_gradients() -> None:
    x, w = leaves()
    node = (x * w).grad_fn
    left, right = node(mg.tensor([1.0, 10.0]))
    assert (left.tolist(), right.tolist()) == ([3, 40], [1, 20])
    assert left.grad_fn.name() == "MulBackward0"
    assert (x * 2).grad_fn(mg.ones(2))[1] is None
    assert x.exp().grad_fn(None) is None
    first, second = (x * 1).unbind()
    assert first.grad_fn is second.grad_fn
    assert first.grad_fn(mg.tensor(5.0), None).tolist() == [5, 0]
    assert x.grad is None


def test_the_arguments_of_a_node_are_checked() -> None:
    x, w = leaves()
    node = (x * w).grad_fn
    with pytest.raises(TypeError, match=r"^argument 0 is not a Variable"):
        node(1.0)
    with pytest.raises(TypeError, match=r"^expected 1 arguments, got 2 instead"):
        node(mg.ones(2), mg.ones(2))
    with pytest.raises(TypeError, match=r"^expected 2 arguments, got 1 instead"):
        (x * 1).unbind()[0].grad_fn(mg.tensor(1.0))


def test_node_hooks_see_both_sides_and_may_change_them() -> None:
    x, w = leaves()
    seen: list = []

    def before(outer):
        seen.append(("before", [g.tolist() for g in outer]))
        return (outer[0] * 10,)

    def after(inner, outer):
        seen.append(("after", [g.tolist() for g in inner], [g.tolist() for g in outer]))
        return inner[0], inner[1] * 100

    y = x * w
    gone = y.grad_fn.register_hook(lambda *_: pytest.fail("it was removed"))
    y.grad_fn.register_prehook(before)
    y.register_hook(lambda g: seen.append(g.tolist()))
    y.grad_fn.register_hook(after)
    gone.remove()
    y.sum().backward()
    assert seen == [
        [1, 1],
        ("before", [[1, 1]]),
        ("after", [[30, 40], [10, 20]], [[10, 10]]),
    ]
    assert (x.grad.tolist(), w.grad.tolist()) == ([30, 40], [1000, 2000])


def test_node_hooks_are_recorded_and_leave_the_node_unchanged() -> None:
    x, _ = leaves()
    y = x * 2 * mg.ones(3, 2)
    node = y.grad_fn
    behind = node.next_functions, names(y)
    node.register_hook(lambda inner, outer: (inner[0] * x, None))
    assert (node.next_functions, names(y), y.grad_fn) == (*behind, node)
    (g,) = mg.autograd.grad(y.sum(), x, create_graph=True)
    assert g.tolist() == [6, 12]
    (h,) = mg.autograd.grad(g.sum(), x)
    assert h.tolist() == [6, 6]


def test_hooks_on_a_node_with_several_outputs_receive_a_gradient_for_each() -> None:
    x, _ = leaves()
    seen: list = []
    first, second = (x * 1).unbind()
    first.grad_fn.register_prehook(lambda outer: seen.append(outer[0]))
    first.grad_fn.register_hook(lambda inner, outer: seen.append((inner[0].tolist(), outer[0])))
    second.backward()
    assert seen == [None, ([0, 1], None)]


@pytest.mark.parametrize(
    ("hook", "kind", "sentence"),
    [
        (lambda inner, outer: inner[0], TypeError, "expected tuple, but hook returned 'Tensor'"),
        (lambda inner, outer: (1, 2), TypeError, "expected Variable, but hook returned 'int'"),
        (lambda inner, outer: inner[:1], RuntimeError, "hook '<lambda>' has returned an incorrect"),
        (
            lambda inner, outer: (mg.ones(5), None),
            RuntimeError,
            "hook '<lambda>' has changed the s",
        ),
    ],
)
def test_the_result_of_a_node_hook_is_checked(hook, kind: type, sentence: str) -> None:
    x, w = leaves()
    y = x * w
    y.grad_fn.register_hook(hook)
    with pytest.raises(kind, match=f"^{sentence}"):
        y.sum().backward()
    assert x.grad is None


def test_node_hooks_are_freed_with_their_node() -> None:
    import gc
    import weakref

    x, _ = leaves()
    gc.disable()
    try:
        y = x.exp()
        held = mg.ones(1)
        y.grad_fn.register_hook(lambda *_, held=held: None)
        gone = weakref.ref(held)
        del y, held
        assert gone() is None
    finally:
        gc.enable()


def test_a_post_accumulate_hook_sees_the_accumulated_gradient() -> None:
    x, w = leaves()
    seen: list = []
    handle = x.register_post_accumulate_grad_hook(lambda p: seen.append(p.grad.tolist()))
    x.register_hook(lambda g: seen.append("before"))
    (x * 2 + w).sum().backward()
    (x * 3).sum().backward()
    mg.autograd.grad((x * 2).sum(), x)
    assert seen == ["before", [2, 2], "before", [5, 5], "before"]
    handle.remove()
    x.sum().backward()
    assert seen[-1] == "before"


def test_a_post_accumulate_hook_can_take_an_optimizer_step() -> None:
    x, _ = leaves()

    def step(p) -> None:
        assert not mg.is_grad_enabled()
        p -= 0.5 * p.grad
        p.grad = None

    x.register_post_accumulate_grad_hook(step)
    (x * x).sum().backward()
    assert (x.tolist(), x.grad) == ([0, 0], None)


def test_post_accumulate_hooks_are_only_for_leaves_that_require_grad() -> None:
    x, _ = leaves()
    with pytest.raises(
        RuntimeError, match=r"^post accumulate grad hooks cannot be registered on n"
    ):
        (x * 2).register_post_accumulate_grad_hook(print)
    with pytest.raises(
        RuntimeError, match=r"^cannot register a hook on a tensor that doesn't requ"
    ):
        mg.ones(2).register_post_accumulate_grad_hook(print)
    x.register_post_accumulate_grad_hook(lambda p: 7)
    with pytest.raises(TypeError, match=r"^expected Variable, but hook returned 'int'"):
        x.sum().backward()
