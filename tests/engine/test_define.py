"""Tests for defining operations and for what operations record."""
# mypy: disable-error-code="union-attr"

import re
from typing import Any

import numpy as np
import pytest

import minigrad as mg
from minigrad.engine.define import binary, operation, unary
from minigrad.engine.memory.views import view
from minigrad.engine.operands import number_in
from minigrad.engine.unbroadcast import unbroadcast


def leaf(*values: float) -> mg.Tensor:
    return mg.tensor(values, dtype=mg.float32, requires_grad=True)


def test_only_declared_values_are_saved() -> None:
    needs_nothing = unary("OneBackward0", lambda g, _x: g)(lambda x: x + 1)
    needs_x = unary("TwoBackward0", lambda g, x: g * 2 * x, saves="x")(lambda x: x * x)
    needs_y = binary(
        "ThreeBackward0", lambda g, _x, y: g * y, lambda g, _x, _y: g, saves=("y", "")
    )(lambda x, y: x * y)
    x, y = leaf(3), leaf(4)
    assert needs_nothing(x).grad_fn.saved == (None,)
    assert needs_x(x).grad_fn.saved == (x.detach().numpy(),)
    assert needs_y(x, y).grad_fn.saved == (None, y.detach().numpy())


def test_saves_is_one_string_for_all_rules_or_one_per_rule() -> None:
    inputs = leaf(1), leaf(2), leaf(3)
    first = operation("FirstBackward0", joint=lambda g, x, *_: [g * x] * 3, inputs=3, saves="x")
    every = operation("EveryBackward0", *[lambda g, *xs: g * xs[0]] * 3, saves="x y z")
    none = binary("NoneBackward0", lambda g, *_: g, lambda g, *_: -g)
    assert first(lambda x, y, z: x + y + z)(*inputs).grad_fn.saved[1:] == (None, None)
    assert every(lambda x, y, z: x + y + z)(*inputs).grad_fn.saved == tuple(
        x.detach().numpy() for x in inputs
    )
    assert none(lambda x, y: x - y)(*inputs[:2]).grad_fn.saved == (None, None)


@pytest.mark.parametrize(
    ("define", "saves", "known"),
    [
        (unary, "y", "x, out, shape"),
        (unary, "x outt", "x, out, shape"),
        (view, "x", "shape"),
        (operation, "shape", "x, out"),
    ],
)
def test_an_unknown_entry_of_saves_is_rejected_at_the_definition(
    define, saves: str, known: str
) -> None:
    with pytest.raises(TypeError, match=f"WrongBackward0: saves='{saves}' .* one of {known}$"):
        define("WrongBackward0", lambda g, *_: g, saves=saves)(lambda x: x)


def test_saves_needs_one_string_per_rule() -> None:
    with pytest.raises(TypeError, match="is for 3 rules, but there are 2"):
        binary("WrongBackward0", len, len, saves=("x", "y", ""))(lambda x, y: x + y)


def negative(x: Any, n: Any) -> Any:
    return -x


@pytest.mark.parametrize(
    ("define", "called", "takes"),
    [
        (lambda: unary("WrongBackward0", lambda g: -g), "g, x, n", "g"),
        (lambda: unary("WrongBackward0", lambda g, x, n, more: -g), "g, x, n", "g, x, n, more"),
        (lambda: unary("WrongBackward0", lambda g, x, n: -g, "out"), "g, x, out, n", "g, x, n"),
        (lambda: unary("WrongBackward0", lambda g, x, n: -g, "shape"), "g, x, shape, n", "g, x, n"),
        (
            lambda: binary("WrongBackward0", lambda g, _x, _n: g, lambda g, _x: g),
            "g, x, n",
            "g, _x",
        ),
        (lambda: operation("WrongBackward0", lambda g, _x: g), "g, x, n", "g, _x"),
        (lambda: operation("WrongBackward0", joint=lambda g: [g], inputs=2), "g, x, n", "g"),
        (
            lambda: view("WrongBackward0", lambda g, _x, _n: g, "shape"),
            "g, x, shape, n",
            "g, _x, _n",
        ),
    ],
)
def test_a_rule_with_the_wrong_arity_is_rejected_at_the_definition(define, called, takes) -> None:
    said = f"WrongBackward0: a rule is called with ({called}), but it takes ({takes})"
    with pytest.raises(TypeError, match=f"^{re.escape(said)}$"):
        define()(negative)


def test_a_rule_may_take_star_args() -> None:
    for define in (unary, operation, view):
        doubled = define("OpenBackward0", lambda g, *_: 2 * g)(lambda x, n: x)
        x = leaf(3)
        doubled(x, 1).backward(mg.ones(1))
        assert x.grad.tolist() == [2]


def test_rule_arity_is_not_checked_for_operations_with_star_args() -> None:
    doubled = unary("OpenBackward0", lambda g, _x, a, b: g * a * b)(lambda x, *how: x)
    x = leaf(3)
    doubled(x, 2, 5).backward(mg.ones(1))
    assert x.grad.tolist() == [10]


def test_an_operation_exposes_its_op() -> None:
    made = operation("MadeBackward0", lambda g, _x: g)(lambda x: x)
    assert made.op.name == "MadeBackward0"
    assert made(leaf(1)).grad_fn.op is made.op


@pytest.mark.parametrize("define", [unary, operation])
def test_a_rule_may_need_the_result(define) -> None:
    double = define("DoubleBackward0", lambda g, _x, out: g * out, saves="out")(lambda x: 2 * x)
    x = leaf(3)
    out = double(x)
    out.backward(mg.ones(1))
    assert x.grad.tolist() == [6]
    with pytest.raises(RuntimeError, match="second time"):
        out.backward(mg.ones(1))
    changed = double(x)
    changed += 1
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        changed.backward(mg.ones(1))


def test_a_rule_with_two_inputs_may_need_the_result() -> None:
    rules = (lambda g, _x, _y, out: g * out, lambda g, _x, _y, _out: g)
    both = binary("BothBackward0", *rules, saves=("out", ""))(lambda x, y: x + y)
    x, y = leaf(3), leaf(4)
    both(x, y).backward(mg.ones(1))
    assert (x.grad.tolist(), y.grad.tolist()) == ([7], [1])


@pytest.mark.parametrize("define", [unary, operation])
def test_large_constants_are_freed_if_declared(define) -> None:
    x = leaf(3)
    small = define("SmallBackward0", lambda g, _x, factor: g * factor)(lambda x, c: x * c)(x, 2)
    small.backward(mg.ones(1))
    small.backward(mg.ones(1))
    assert x.grad.tolist() == [4]
    large = define("LargeBackward0", lambda g, _x, factor: g * factor, frees=True)(
        lambda x, factor: x * factor
    )(x, 2)
    large.backward(mg.ones(1))
    with pytest.raises(RuntimeError, match="second time"):
        large.backward(mg.ones(1))


@pytest.mark.parametrize("changed", [1, 2])
def test_a_change_to_any_saved_input_is_detected(changed: int) -> None:
    inputs = [mg.ones(2, 2, requires_grad=True) * 1 for _ in range(3)]
    out = mg.addmm(*inputs)  # the gradient of the first doesn't depend on its value
    inputs[0] += 1
    out.sum().backward(retain_graph=True)
    inputs[changed] += 1
    with pytest.raises(RuntimeError, match="is at version 1; expected version 0"):
        out.sum().backward()


def test_one_rule_may_return_the_gradients_of_all_inputs() -> None:
    product = operation(
        "ProductBackward0", joint=lambda g, x, y: (g * y, g * x), inputs=2, saves="x y"
    )(lambda x, y: x * y)
    x, y = leaf(3), leaf(4)
    product(x, y).backward(mg.ones(1))
    assert (x.grad.tolist(), y.grad.tolist()) == ([4], [3])


def test_an_operation_with_fits_sums_over_broadcast_dims() -> None:
    rules = (lambda g, _x, _y: g, lambda g, _x, _y: g)
    added = operation("AddedBackward0", *rules, fits=True)(lambda x, y: x + y)
    x, y = leaf(1, 2), leaf(3)
    added(x, y).backward(mg.ones(2))
    assert (x.grad.tolist(), y.grad.tolist()) == ([1, 1], [2])


def test_a_custom_view_shares_memory_and_is_recorded() -> None:
    first = view("FirstBackward0", lambda g, _x: mg.zeros(2).numpy() + g)(lambda x: x[:1])
    x = leaf(1, 2)
    out = first(x)
    assert out.grad_fn.name() == "FirstBackward0"
    with mg.no_grad():
        x[0] = 5
    assert out.tolist() == [5]


# How tensors and nodes describe themselves


def test_the_requires_grad_flag_of_a_computed_tensor_cannot_be_assigned() -> None:
    y = leaf(1) * 2
    with pytest.raises(RuntimeError, match="only change requires_grad flags of leaf variables"):
        y.requires_grad = True
    assert y.requires_grad_() is y


def test_requires_grad_must_be_a_bool() -> None:
    x = mg.ones(1)
    with pytest.raises(RuntimeError, match=r"^requires_grad must be a bool"):
        x.requires_grad = 1  # type: ignore[assignment]
    assert not x.requires_grad


def test_a_gradient_can_be_deleted() -> None:
    x = leaf(1)
    x.sum().backward()
    del x.grad
    assert x.grad is None


def test_a_leaf_that_is_a_view_accumulates_gradients() -> None:
    row = mg.zeros(2, 2)[0].requires_grad_()
    (node, _) = (row * 2).grad_fn.next_functions[0]
    assert node.name().endswith("AccumulateGrad")
    assert node.variable is row


def test_a_joint_rule_has_its_saved_values_whichever_input_requires_grad() -> None:
    weight = mg.ones(2, requires_grad=True)
    mg.nn.functional.layer_norm(mg.tensor([[1.0, 3.0], [5.0, 9.0]]), (2,), weight).sum().backward()
    assert mg.allclose(weight.grad, mg.tensor([-2.0, 2.0]), atol=1e-4)


def test_a_view_shows_its_saved_shape_next_to_its_input() -> None:
    doubled = view("ShownBackward0", lambda g, _x, _s: g, saves="shape")(lambda x: x)
    node = doubled(leaf(1, 2)).grad_fn
    assert node.saved == (None, (2,))
    assert node._saved_self_sym_sizes == (2,)


def test_a_joint_rule_finds_its_inputs_if_the_first_does_not_require_grad() -> None:
    joint = operation("JointBackward0", joint=lambda g, x, y: [g * y, g * x], inputs=2, saves="x y")
    product = joint(lambda x, y: x * y)
    x, y = leaf(3), leaf(4)
    product(mg.tensor([3.0]), y).backward(mg.ones(1))
    product(x, mg.tensor([4.0])).backward(mg.ones(1))
    assert (x.grad.tolist(), y.grad.tolist()) == ([4], [3])


@pytest.mark.parametrize("saves", ["x", "y", "out"])
def test_an_operation_with_a_number_saves_only_needed_values(saves: str) -> None:
    def rule(g: Any, x: Any, y: Any, out: Any = None) -> Any:
        return g * {"x": x, "y": y, "out": out}[saves]

    def without_out(g: Any, x: Any, y: Any) -> Any:
        return rule(g, x, y)

    chosen = rule if saves == "out" else without_out
    x = leaf(3)
    out = binary("NumberBackward0", chosen, chosen, saves=saves)(lambda x, y: x * y)(x, 2)
    out.backward(mg.ones(1))
    assert x.grad.tolist() == [{"x": 3, "y": 2, "out": 6}[saves]]
    with pytest.raises(RuntimeError, match="second time"):
        out.backward(mg.ones(1))


def test_a_check_sees_numbers_too() -> None:
    def check(_x: Any, y: Any) -> None:
        if y == 0:
            raise ZeroDivisionError

    over = binary("OverBackward0", lambda g, *_: g, lambda g, *_: g, check=check)
    with pytest.raises(ZeroDivisionError):
        over(lambda x, y: x / y)(leaf(1), 0)


def test_a_number_is_stored_in_the_form_that_is_fastest_for_numpy() -> None:
    for constants in mg.float32.constants:
        constants.clear()  # a full cache accepts no more numbers
    beside_array, beside_number = (
        number_in(mg.float32, 0.703125, is_so) for is_so in (True, False)
    )
    assert (type(beside_array), type(beside_number)) == (np.ndarray, np.float32)
    assert number_in(mg.float32, 0.703125, True) is beside_array
    assert number_in(mg.float32, 0.703125, False) is beside_number


def test_a_gradient_of_the_right_shape_and_dtype_is_passed_on_unchanged() -> None:
    g = np.ones(2, np.float32)
    for gradient in (g, mg.tensor(g)):
        assert unbroadcast(gradient, ((2,), mg.float32)) is gradient


@pytest.mark.parametrize("define", ["binary", "operation"])
def test_an_operations_own_value_error_is_not_reported_as_a_broadcast_error(define: str) -> None:
    def refusing(x: Any, y: Any) -> Any:
        raise ValueError("a kernel of its own")

    rules = (lambda g, _x, _y: g, lambda g, _x, _y: g)
    if define == "binary":
        refused = binary("RefusedBackward0", *rules)(refusing)
    else:
        refused = operation("RefusedBackward0", *rules, fits=True)(refusing)
    with pytest.raises(ValueError, match=r"^a kernel of its own$"):
        refused(leaf(1.0, 2.0), leaf(3.0))
    with pytest.raises(RuntimeError, match="must match the size of tensor b"):
        refused(leaf(1.0, 2.0), leaf(1.0, 2.0, 3.0))


def test_a_comparisons_own_error_is_not_reported_as_a_broadcast_error() -> None:
    class Odd(np.ndarray):
        def __array_ufunc__(self, *_args, **_options):
            raise ValueError("an array of its own")

    x = mg.ones(2)
    x._value = x._value.view(Odd)
    for program in (lambda: mg.eq(x, mg.ones(2)), lambda: x < 1):
        with pytest.raises(ValueError, match=r"^an array of its own$"):
            program()
    with pytest.raises(RuntimeError, match=r"The size of tensor a \(2\) must match"):
        mg.eq(mg.ones(2), mg.ones(3))


def test_wheres_own_error_is_not_reported_as_a_broadcast_error() -> None:
    class Odd(np.ndarray):
        def __array_function__(self, *_args, **_options):
            raise ValueError("an array of its own")

    x = mg.ones(2)
    x._value = x._value.view(Odd)
    with pytest.raises(ValueError, match=r"^an array of its own$"):
        mg.where(x > 0, x, x)
    with pytest.raises(RuntimeError, match=r"must match the size of tensor"):
        mg.where(mg.ones(2) > 0, mg.ones(3), mg.ones(3))
