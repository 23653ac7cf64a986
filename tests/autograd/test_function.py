"""Tests for custom functions: the gradients backward receives and returns, and its saved values."""

import gc
import math
import warnings
import weakref

import numpy as np
import pytest

import minigrad as mg
from minigrad.autograd import Function, anomaly_mode


def leaf(*values):
    return mg.tensor(list(values or (1.0, 2.0)), requires_grad=True)


class Square(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return 2 * x * g


class Exp(Function):
    @staticmethod
    def forward(ctx, x):
        y = x.exp()
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        return y * g


def returning(*results):
    """Return a custom function whose backward returns the given value."""

    class Foo(Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, g):
            return results[0] if len(results) == 1 else results

    return Foo


def test_a_function_shows_its_name():
    y = Square.apply(leaf())
    assert repr(y) == "tensor([1., 4.], grad_fn=<SquareBackward>)"
    assert repr(y.grad_fn).startswith("<minigrad.autograd.function.SquareBackward object at 0x")
    assert y.grad_fn.name() == "SquareBackward"
    assert y.grad_fn.needs_input_grad == (True,)


def test_first_and_second_order_gradients_are_correct():
    x = leaf()
    (g,) = mg.autograd.grad(Square.apply(x).sum(), x, create_graph=True)
    assert g.tolist() == [2, 4]
    assert mg.autograd.grad(g.sum(), x)[0].tolist() == [2, 2]
    x = mg.tensor([0.5, -1.0], dtype=mg.float64, requires_grad=True)
    assert mg.autograd.gradgradcheck(Exp.apply, x)


def test_nothing_is_recorded_under_no_grad():
    with mg.no_grad():
        assert not Square.apply(leaf()).requires_grad
    assert not Square.apply(leaf().detach()).requires_grad


def test_nothing_is_saved_yet_during_forward():
    seen = []

    class Looks(Square):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            seen.append(ctx.saved_tensors)
            return x * x

    Looks.apply(leaf())
    assert seen == [()]


def test_a_second_backward_needs_the_saved_tensors():
    y = Square.apply(leaf())
    y.sum().backward(retain_graph=True)
    y.sum().backward()
    with pytest.raises(RuntimeError, match="Trying to backward through the graph a second time"):
        y.sum().backward()
    with pytest.raises(RuntimeError, match="directly access saved tensors after they have already"):
        y.grad_fn.saved_tensors


@pytest.mark.parametrize("function", [Square, Exp])
def test_a_changed_saved_tensor_is_detected(function):
    x = leaf() * 1
    y = function.apply(x)
    (x if function is Square else y).add_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation") as error:
        y.sum().backward()
    # The message names the operation that wrote the current value.
    maker = "Add" if function is Square else "Exp"
    assert f"which is output 0 of {maker}, is at version 1; expected version 0" in str(error.value)


def test_backward_is_recorded_only_with_create_graph():
    seen = []

    class Watch(Function):
        @staticmethod
        def forward(ctx, x, n):
            return x * n

        @staticmethod
        def backward(ctx, g):
            seen.append((ctx.needs_input_grad, g.requires_grad, mg.is_grad_enabled()))
            return g * 3, None

    x = leaf()
    Watch.apply(x, 3).sum().backward()
    mg.autograd.grad(Watch.apply(x, 3).sum(), x, create_graph=True)
    assert seen == [((True, False), False, False), ((True, False), False, True)]


@pytest.mark.parametrize(
    ("result", "sentence"),
    [
        ((mg.ones(2), mg.ones(2)), "function FooBackward returned an incorrect number of gradie"),
        ((), "function FooBackward returned an incorrect number of gradients (expected 1, got 0)"),
        (
            (mg.ones(1),),
            "Function FooBackward returned an invalid gradient at index 0 - got [1] but",
        ),
        (
            (mg.tensor(1.0),),
            "Function FooBackward returned an invalid gradient at index 0 - got []",
        ),
        ((1.0,), "expected Variable or None (got float)"),
        (([mg.ones(2)],), "expected Variable or None (got list)"),
    ],
)
def test_the_results_of_backward_are_checked(result, sentence):
    x = leaf()
    foo = returning(*result) if result else returning(())
    with pytest.raises(RuntimeError) as error:
        foo.apply(x).sum().backward()
    assert str(error.value).startswith(sentence)
    assert x.grad is None


def test_a_gradient_is_converted_to_the_shape_and_dtype_of_its_input():
    x = leaf()
    returning(mg.ones(3, 2, dtype=mg.float64)).apply(x).sum().backward()
    assert x.grad.tolist() == [3, 3]
    assert x.grad.dtype == mg.float32


def test_a_missing_gradient_leaves_grad_unchanged():
    x = leaf()
    returning(None).apply(x).sum().backward()
    assert x.grad is None


class Pair(Function):
    materialize = True
    got: tuple = ()

    @staticmethod
    def forward(ctx, x):
        ctx.set_materialize_grads(Pair.materialize)
        return x * 1, x * 2

    @staticmethod
    def backward(ctx, g, h):
        Pair.got = (g, h)
        return g if h is None else g + 2 * h


def test_several_outputs_come_from_one_node():
    x = leaf()
    y, z = Pair.apply(x)
    assert y.grad_fn is z.grad_fn
    assert (z * 1).grad_fn.next_functions[0] == (y.grad_fn, 1)
    (y + z).sum().backward()
    assert x.grad.tolist() == [3, 3]


@pytest.mark.parametrize("materialize", [True, False])
def test_the_gradient_of_an_unused_output_is_zeros_or_none(materialize, monkeypatch):
    monkeypatch.setattr(Pair, "materialize", materialize)
    y, _ = Pair.apply(leaf())
    y.sum().backward()
    assert Pair.got[0].tolist() == [1, 1]
    assert (Pair.got[1] is None) is not materialize
    if materialize:
        assert Pair.got[1].tolist() == [0, 0]


def test_some_outputs_can_be_without_gradients():
    class Both(Function):
        @staticmethod
        def forward(ctx, x):
            scaled = x * 3
            ctx.mark_non_differentiable(scaled)
            return x * 2, scaled, x.argmax(), "text"

        @staticmethod
        def backward(ctx, g, *_):
            return 2 * g

    y, scaled, at, text = Both.apply(leaf())
    assert [y.requires_grad, scaled.requires_grad, at.requires_grad] == [True, False, False]
    assert text == "text"


def test_a_returned_input_becomes_a_new_tensor():
    x = leaf()

    class Tenfold(Function):
        @staticmethod
        def forward(ctx, x):
            return x

        @staticmethod
        def backward(ctx, g):
            return g * 10

    y = Tenfold.apply(x)
    assert y is not x
    assert x.is_leaf
    y.sum().backward()
    assert x.grad.tolist() == [10, 10]


def test_a_tensor_can_be_passed_twice():
    class Product(Function):
        @staticmethod
        def forward(ctx, x, y):
            ctx.save_for_backward(x, y)
            return x * y

        @staticmethod
        def backward(ctx, g):
            x, y = ctx.saved_tensors
            return g * y, g * x

    x = leaf()
    Product.apply(x, x).sum().backward()
    assert x.grad.tolist() == [2, 4]


def test_setup_context_can_be_a_separate_method():
    class Power(Function):
        @staticmethod
        def forward(x, n=2):
            return x**n

        @staticmethod
        def setup_context(ctx, inputs, output):
            x, ctx.n = inputs
            ctx.save_for_backward(x)

        @staticmethod
        def backward(ctx, g):
            (x,) = ctx.saved_tensors
            return g * ctx.n * x ** (ctx.n - 1), None

    x = leaf()
    (Power.apply(x) + Power.apply(x, 3)).sum().backward()
    assert x.grad.tolist() == [5, 16]


def test_misuse_is_rejected():
    class Empty(Function):
        pass

    class Forward(Function):
        @staticmethod
        def forward(ctx, x):
            return x * 1

    class Saves(Forward):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(3)
            return x * 1

    with pytest.raises(NotImplementedError, match="You must implement the forward function"):
        Empty.apply(leaf())
    with pytest.raises(NotImplementedError, match="You must implement either the backward or vjp"):
        Forward.apply(leaf()).sum().backward()
    with pytest.raises(
        TypeError, match="save_for_backward can only save variables, but argument 0"
    ):
        Saves.apply(leaf())
    with pytest.warns(DeprecationWarning, match="should not be instantiated"):
        instance = Forward()
    with pytest.raises(RuntimeError, match="Legacy autograd function with non-static forward"):
        instance(leaf())


@pytest.mark.parametrize("function", [Square, Exp])
def test_a_graph_with_custom_functions_is_freed_with_its_last_tensor(function):
    gc.disable()
    try:
        y = function.apply(leaf())
        node = weakref.ref(y.grad_fn)
        del y
        assert node() is None
    finally:
        gc.enable()


# Anomaly mode


def test_anomaly_mode_stops_at_the_first_nan_and_shows_the_line():
    x = leaf(-1.0)
    with mg.autograd.set_detect_anomaly(True):
        y = x.sqrt() * 1  # the line that failed
        with (
            pytest.warns(UserWarning, match=r"(?s)Error detected in SqrtBackward0.*# the line"),
            pytest.raises(
                RuntimeError, match="'SqrtBackward0' returned nan values in its 0th outp"
            ),
        ):
            y.sum().backward()
    assert not mg.is_anomaly_enabled()
    assert x.grad is None
    (g,) = mg.autograd.grad(y.sum(), x)  # with anomaly mode off, NaN is an ordinary number
    assert np.isnan(g.item())


def test_anomaly_modes_traceback_ends_with_the_callers_line():
    layer = mg.nn.Sequential(mg.nn.Linear(1, 1), mg.nn.Sigmoid())
    with mg.autograd.set_detect_anomaly(True):
        y = layer(leaf([[math.nan]]))  # the reader's line
        with (
            pytest.warns(UserWarning, match=r"# the reader's line\n\Z"),
            pytest.raises(RuntimeError, match="returned nan values"),
        ):
            y.sum().backward()


def test_anomaly_mode_shows_which_operation_an_in_place_change_broke():
    with mg.autograd.set_detect_anomaly(True):
        y = leaf().exp()
        y.add_(1)
        with (
            pytest.warns(UserWarning, match="Error detected in ExpBackward0"),
            pytest.raises(RuntimeError, match="modified by an inplace operation"),
        ):
            y.sum().backward()


def test_anomaly_mode_does_not_blame_an_operation_for_a_leafs_hook():
    def refuses(g):
        raise ZeroDivisionError

    x = leaf()
    x.register_hook(refuses)
    with (
        mg.autograd.set_detect_anomaly(True),
        warnings.catch_warnings(record=True) as seen,
        pytest.raises(ZeroDivisionError),
    ):
        x.exp().sum().backward()
    assert seen == []


def test_anomaly_mode_discards_its_stacks_when_it_ends():
    with mg.autograd.set_detect_anomaly(True):
        leaf().exp()
        assert anomaly_mode._made_at
    assert not anomaly_mode._made_at


def test_anomaly_mode_changes_no_gradient_and_leaves_nothing_behind():
    x = leaf()
    y = (x**3).sum()
    with pytest.warns(UserWarning, match="Anomaly Detection has been enabled"):
        mode = mg.autograd.detect_anomaly()
    with mode:
        (g,) = mg.autograd.grad(y, x, create_graph=True)
        (h,) = mg.autograd.grad(g.sum(), x)
    assert [g.tolist(), h.tolist()] == [[3, 12], [6, 12]]
    z = leaf(-1.0)
    z.sqrt().sum().backward()
    assert np.isnan(z.grad.item())


def test_a_function_that_changes_its_input_is_advised_to_return_a_new_tensor() -> None:
    class Doubled(Function):
        @staticmethod
        def forward(ctx, a):
            ctx.mark_dirty(a)
            return a.mul_(2)

    with pytest.raises(AttributeError, match="Return a new tensor from forward"):
        Doubled.apply(mg.ones(2))


def test_an_unused_output_receives_zeros_and_the_node_is_named_after_the_function() -> None:
    arrived = []

    class Two(Function):
        @staticmethod
        def forward(ctx, a):
            return a * 2, a * 3

        @staticmethod
        def backward(ctx, g, h):
            arrived.append(h)
            return g

    first, _ = Two.apply(mg.ones(2, requires_grad=True))
    assert type(first.grad_fn).__name__ == first.grad_fn.name() == "TwoBackward"
    assert repr(first.grad_fn).startswith("<minigrad.autograd.function.TwoBackward object at 0x")
    first.sum().backward()
    assert arrived[0].tolist() == [0.0, 0.0]


def test_gradients_beyond_the_inputs_may_be_none() -> None:
    class More(Function):
        @staticmethod
        def forward(ctx, a):
            return a * 2

        @staticmethod
        def backward(ctx, g):
            return g * 2, None, None

    x = mg.ones(2, requires_grad=True)
    More.apply(x).sum().backward()
    assert x.grad.tolist() == [2.0, 2.0]


def test_a_functions_mixin_is_notified_of_subclasses() -> None:
    names = []

    class Registered:
        def __init_subclass__(cls) -> None:
            names.append(cls.__name__)

    class Mine(Function, Registered):
        pass

    assert names == ["Mine"]


def test_a_saved_output_keeps_its_history_after_its_tensor_is_gone() -> None:
    class Both(Function):
        @staticmethod
        def forward(ctx, x):
            y = x.exp()
            ctx.save_for_backward(y)
            return x * 2, y

        @staticmethod
        def backward(ctx, g, h):
            (y,) = ctx.saved_tensors
            return y * g + 3 * h

    x = leaf(0.0)
    first, second = Both.apply(x)
    del second
    (slope,) = mg.autograd.grad(first, x, mg.ones(1), create_graph=True)
    assert mg.autograd.grad(slope, x, mg.ones(1))[0].tolist() == [3]


def test_a_change_to_a_saved_output_after_backward_read_it_is_detected() -> None:
    x, v = leaf(), leaf()
    y = Exp.apply(x)
    (slope,) = mg.autograd.grad(y, x, v, create_graph=True)
    y.detach().add_(1)
    with pytest.raises(RuntimeError, match="is at version 1; expected version 0 instead"):
        mg.autograd.grad(slope.sum(), v)


@pytest.mark.parametrize(
    ("outputs", "why"),
    [(lambda x: x, "returned its input itself"), (lambda x: (x, x * 2), "one of several views")],
)
def test_a_returned_input_is_a_view_that_stays_unchanged(outputs, why) -> None:
    class Same(Function):
        @staticmethod
        def forward(ctx, x):
            return outputs(x)

        @staticmethod
        def backward(ctx, *gs):
            return gs[0]

    x = leaf() * 1
    same = Same.apply(x)
    same = same if isinstance(same, mg.Tensor) else same[0]
    with pytest.raises(RuntimeError, match=f"Output 0 of Same is a view(.|\n)*{why}"):
        same.add_(1)
    assert x.tolist() == leaf().tolist()
