"""Tests for the modes `no_grad`, `enable_grad`, and `set_grad_enabled`."""
# mypy: disable-error-code="union-attr, attr-defined, index, operator, assignment, call-overload"

import random
import threading
from collections.abc import Iterator

import pytest

import minigrad as mg
from minigrad.engine.memory.versions import clock


@pytest.fixture(autouse=True)
def _recording_is_on_again() -> Iterator[None]:
    yield
    assert mg.is_grad_enabled()


@pytest.fixture
def x() -> mg.Tensor:
    return mg.ones(2, requires_grad=True)


def test_the_mode_is_restored_after_an_exception() -> None:
    with pytest.raises(ZeroDivisionError), mg.no_grad():
        1 / 0
    assert mg.is_grad_enabled()


def test_modes_can_be_nested(x: mg.Tensor) -> None:
    seen = []
    with mg.no_grad():
        seen.append(mg.is_grad_enabled())
        with mg.enable_grad():
            seen.append((x * 2).requires_grad)
            with mg.no_grad():
                seen.append(mg.is_grad_enabled())
            seen.append(mg.is_grad_enabled())
        seen.append(mg.is_grad_enabled())
    assert seen == [False, True, False, True, False]


def test_a_mode_object_can_be_entered_again() -> None:
    off = mg.no_grad()
    for _ in range(2):
        with off:
            assert not mg.is_grad_enabled()
        assert mg.is_grad_enabled()


def test_a_mode_object_can_be_entered_inside_itself() -> None:
    off = mg.no_grad()
    with off:
        with off:
            assert not mg.is_grad_enabled()
        assert not mg.is_grad_enabled()
    assert mg.is_grad_enabled()


@pytest.mark.parametrize(
    "make", [lambda: mg.no_grad, lambda: mg.no_grad(), lambda: mg.set_grad_enabled(False)]
)
def test_a_mode_can_decorate_a_function(make, x: mg.Tensor) -> None:
    @make()
    def double(t):
        """Twice t."""
        return t * 2

    assert not double(x).requires_grad
    assert double.__name__ == "double"
    assert double.__doc__ == "Twice t."
    assert (x * 2).requires_grad


def test_a_decorated_function_may_raise_and_call_itself() -> None:
    @mg.no_grad()
    def fail(depth: int) -> None:
        assert not mg.is_grad_enabled()
        if depth:
            fail(depth - 1)
        raise KeyError

    with pytest.raises(KeyError):
        fail(3)


def test_a_decorated_generator_sets_the_mode_only_while_it_runs() -> None:
    @mg.no_grad()
    def numbers():
        received = yield mg.is_grad_enabled()
        try:
            yield received, mg.is_grad_enabled()
        except ValueError:
            yield "caught", mg.is_grad_enabled()
        return "end"

    generator = numbers()
    assert next(generator) is False
    assert mg.is_grad_enabled()
    assert generator.send("sent") == ("sent", False)
    assert generator.throw(ValueError) == ("caught", False)
    with pytest.raises(StopIteration, match=r"end"):
        next(generator)


def test_a_dropped_generator_does_not_change_the_mode() -> None:
    @mg.no_grad()
    def numbers():
        yield 1

    generator = numbers()
    next(generator)
    generator.close()
    assert mg.is_grad_enabled()


def test_set_grad_enabled_is_a_switch_and_a_block(x: mg.Tensor) -> None:
    mg.set_grad_enabled(False)
    assert not (x * 2).requires_grad
    mg.set_grad_enabled(True)
    with mg.set_grad_enabled(False):
        assert not mg.is_grad_enabled()
    assert mg.is_grad_enabled()


def test_a_new_thread_starts_with_recording_on() -> None:
    seen = []
    with mg.no_grad():
        thread = threading.Thread(target=lambda: seen.append(mg.is_grad_enabled()))
        thread.start()
        thread.join()
    assert seen == [True]


def test_a_leaf_can_be_created_under_no_grad(x: mg.Tensor) -> None:
    with mg.no_grad():
        w = mg.ones(2, requires_grad=True)
        v = mg.ones(2).requires_grad_()
    assert w.requires_grad
    assert v.requires_grad
    (w * v).sum().backward()
    assert w.grad.tolist() == [1.0, 1.0]


def test_a_view_made_under_no_grad_reports_requires_grad(x: mg.Tensor) -> None:
    with mg.no_grad():
        views = [x[0], x.view(1, 2), x.unsqueeze(0), *x]
        copies = [x.clone(), x[[0]], x.sum()]
    assert all(view.requires_grad for view in views)
    assert not any(copy.requires_grad for copy in copies)


def test_backward_runs_under_no_grad_and_records_nothing(x: mg.Tensor) -> None:
    y = (x * x).sum()
    with mg.no_grad():
        y.backward()
    assert x.grad.tolist() == [2.0, 2.0]
    assert not x.grad.requires_grad


def test_hooks_are_recorded_only_with_create_graph(x: mg.Tensor) -> None:
    seen = []
    y = x * x
    y.register_hook(lambda _: seen.append(mg.is_grad_enabled()))
    mg.autograd.grad(y.sum(), x, retain_graph=True)
    mg.autograd.grad(y.sum(), x, create_graph=True)
    assert seen == [False, True]


def test_a_frozen_tensor_receives_no_gradient(x: mg.Tensor) -> None:
    w = mg.ones(2, requires_grad=True)
    w.requires_grad_(False)
    (x * w).sum().backward()
    assert w.grad is None
    assert x.grad is not None
    w.requires_grad_()
    (x * w).sum().backward()
    assert w.grad.tolist() == [1.0, 1.0]


def test_inference_mode_can_be_queried_and_marks_its_tensors() -> None:
    with mg.inference_mode():
        x = mg.ones(2)
        assert mg.is_inference_mode_enabled()
        assert (x * 2).is_inference()
    assert not mg.is_inference_mode_enabled()
    assert x.is_inference()
    assert not mg.ones(2).is_inference()


@pytest.mark.parametrize(
    "change",
    [
        lambda x: x.add_(1),
        lambda x: x.zero_(),
        lambda x: x[0].add_(1),
        lambda x: x.__setitem__(0, 5.0),
        mg.no_grad()(lambda x: x.mul_(2)),
    ],
)
def test_an_inference_tensor_can_change_only_in_inference_mode(change) -> None:
    with mg.inference_mode():
        x = mg.ones(2)
        change(x)
        before = x.tolist()
    assert before != [1.0, 1.0]
    with pytest.raises(
        RuntimeError, match=r"^Inplace update to inference tensor outside Inference"
    ):
        change(x)
    assert x.tolist() == before


def test_the_first_inference_mode_block_works_like_later_ones() -> None:
    clock.inference_was_on = False
    with mg.inference_mode():
        assert mg.ones(2).is_inference()


def test_a_number_first_used_in_inference_mode_is_an_ordinary_constant_later() -> None:
    x, number = mg.ones(2, requires_grad=True), random.random()
    with mg.inference_mode():
        mg.ones(2) * number
    (x * number).sum().backward()
    assert x.grad.tolist() == pytest.approx([number] * 2)


def test_data_of_an_inference_tensor_can_be_changed_but_a_view_of_it_cannot() -> None:
    with mg.inference_mode():
        x = mg.ones(2)
    x.data.add_(1)
    assert x.tolist() == [2.0, 2.0]
    with pytest.raises(
        RuntimeError, match=r"^Inplace update to inference tensor outside Inference"
    ):
        x.data[:1].add_(1)


def test_a_mode_that_was_set_applies_again_when_it_is_entered() -> None:
    off = mg.set_grad_enabled(False)
    mg.set_grad_enabled(True)
    with off:
        assert not mg.is_grad_enabled()
    assert mg.is_grad_enabled()


def test_a_decorated_generator_is_closed_in_its_mode() -> None:
    seen = []

    @mg.no_grad()
    def steps():
        try:
            yield 1
        finally:
            seen.append(mg.is_grad_enabled())

    generator = steps()
    next(generator)
    generator.close()
    assert seen == [False]
