"""Tests for defining operations and for what operations record."""
# mypy: disable-error-code="union-attr"

import re
from typing import Any

import numpy as np
import pytest

import minigrad as mg
from minigrad.engine.binary import binary
from minigrad.engine.graph import Op
from minigrad.engine.memory.views import view
from minigrad.engine.operation import operation
from minigrad.engine.unary import unary
from minigrad.engine.unbroadcast import unbroadcast


def leaf(*values: float) -> mg.Tensor:
    return mg.tensor(values, dtype=mg.float32, requires_grad=True)


def test_a_node_saves_what_its_rules_name() -> None:
    needs_nothing = unary("OneBackward0", x=lambda g: g)(lambda x: x + 1)
    needs_x = unary("TwoBackward0", x=lambda g, x: g * 2 * x)(lambda x: x * x)
    needs_y = binary("ThreeBackward0", x=lambda g, y: g * y, y=lambda g: g)(lambda x, y: x * y)
    x, y = leaf(3), leaf(4)
    assert needs_nothing(x).grad_fn.saved[0] is None
    assert needs_x(x).grad_fn.saved[0] == x.detach().numpy()
    assert needs_y(x, y).grad_fn.saved[:2] == (None, y.detach().numpy())
    assert needs_y(x.detach(), y).grad_fn.saved[:2] == (None, None)


def test_a_rule_may_name_values_in_any_order() -> None:
    @operation(
        "OrderedBackward0",
        x=lambda g, n, z_shape, z, out, y: g * (out + y * n) * sum(z_shape) * z.sum(),
        y=lambda g: g,
        z=lambda g: g,
    )
    def ordered(x, y, z, m, n):
        return x * y

    x = leaf(2)
    ordered(x, leaf(5), mg.ones(2), 7, 3).backward(mg.ones(1))
    assert x.grad.tolist() == [(10 + 5 * 3) * 2 * 2]


@pytest.mark.parametrize(
    ("define", "known"),
    [
        (lambda rule: unary("WrongBackward0", x=rule), "x, out, x_shape, n"),
        (lambda rule: view("WrongBackward0", x=rule), "x, out, x_shape, n"),
        (
            lambda rule: binary("WrongBackward0", x=lambda g: g, n=rule),
            "x, n, out, x_shape, n_shape",
        ),
        (
            lambda rule: operation("WrongBackward0", joint=rule, inputs=2),
            "x, n, out, x_shape, n_shape",
        ),
    ],
)
def test_a_rule_that_names_something_unknown_is_rejected_at_the_definition(define, known) -> None:
    said = f"WrongBackward0: a rule needs 'outt', which isn't one of {known}"
    with pytest.raises(TypeError, match=f"^{re.escape(said)}$"):
        define(lambda g, outt: g * outt)(lambda x, n: x)


def test_a_rule_that_forgets_to_name_what_it_uses_is_rejected_at_the_definition() -> None:
    said = "WrongBackward0: a rule uses 'out', 'n', but its parameters are g, x. Make them"
    with pytest.raises(TypeError, match=f"^{re.escape(said)} g, x, out, n[.]$"):
        unary("WrongBackward0", x=lambda g, x: g * n * out * x)(lambda x, n: x)  # type: ignore[name-defined]  # noqa: F821
    # An attribute, a global, and a builtin may have the name of a constant.
    unary("RightBackward0", x=lambda g: max(g.n * re))(lambda x, n, re, max: x)


def test_an_argument_called_out_is_rejected_because_rules_call_the_result_that() -> None:
    said = "WrongBackward0: an argument can't be called 'out', a word of the rules"
    with pytest.raises(TypeError, match=f"^{re.escape(said)}$"):
        binary("WrongBackward0", x=lambda g, out: g * out, out=lambda g: g)(lambda x, out: x * out)


def test_a_rule_that_forgets_the_upstream_gradient_is_rejected_at_the_definition() -> None:
    said = "WrongBackward0: a rule takes g, the upstream gradient, as its first parameter"
    with pytest.raises(TypeError, match=f"^{re.escape(said)}$"):
        binary("WrongBackward0", x=lambda y: y, y=lambda g, x: g * x)(lambda x, y: x * y)


def test_rules_for_other_inputs_are_rejected_at_the_definition() -> None:
    said = "WrongBackward0: there are rules for (y), but the operation takes (x, n)"
    with pytest.raises(TypeError, match=f"^{re.escape(said)}$"):
        unary("WrongBackward0", y=lambda g: g)(lambda x, n: x)
    said = "there are rules for (y), but the operation takes (x, y). Write a rule for x"
    with pytest.raises(TypeError, match=f"{re.escape(said)}$"):
        operation("WrongBackward0", y=lambda g: g)(lambda x, y: x * y)
    with pytest.raises(TypeError, match=r"there are rules for \(x, index\), but"):
        unary("WrongBackward0", x=lambda g: g, index=None)(lambda x, n: x)


@pytest.mark.parametrize("rule", [lambda g, *saved: g, lambda g, **saved: g, lambda g, *, x: g])
def test_a_rule_names_each_value_as_a_plain_parameter(rule) -> None:
    with pytest.raises(TypeError, match="WrongBackward0: a rule takes g and then the names"):
        unary("WrongBackward0", x=rule)(lambda x: x)


def test_a_constant_of_a_binary_operation_is_rejected_at_the_definition() -> None:
    with pytest.raises(TypeError, match=r"^AlphaBackward0: @binary takes no constants"):
        binary("AlphaBackward0", x=lambda g: g, y=lambda g: g)(lambda x, y, alpha: x + y * alpha)


def test_an_input_that_a_rule_needs_must_be_a_tensor() -> None:
    product = operation("ProductBackward0", x=lambda g, y: g * y, y=lambda g, x: g * x)
    with pytest.raises(TypeError, match=r"a rule needs 3, which isn't a tensor"):
        product(lambda x, y: x * y)(leaf(2), 3)


def test_a_view_cannot_save_values() -> None:
    with pytest.raises(TypeError, match="the rule of a view needs no values"):
        view("WrongBackward0", x=lambda g, out: g)(lambda x: x)


def test_an_operation_exposes_its_op() -> None:
    made = operation("MadeBackward0", x=lambda g: g)(lambda x: x)
    assert made.op.name == "MadeBackward0"
    assert made(leaf(1)).grad_fn.op is made.op


@pytest.mark.parametrize("define", [unary, operation])
def test_a_rule_may_need_the_result(define) -> None:
    double = define("DoubleBackward0", x=lambda g, out: g * out)(lambda x: 2 * x)
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
    rules: dict[str, Any] = {"x": lambda g, out: g * out, "y": lambda g: g}
    both = binary("BothBackward0", **rules)(lambda x, y: x + y)
    x, y = leaf(3), leaf(4)
    both(x, y).backward(mg.ones(1))
    assert (x.grad.tolist(), y.grad.tolist()) == ([7], [1])


@pytest.mark.parametrize("define", [unary, operation])
def test_large_constants_are_freed_if_declared(define) -> None:
    x = leaf(3)
    small = define("SmallBackward0", x=lambda g, c: g * c)(lambda x, c: x * c)(x, 2)
    small.backward(mg.ones(1))
    small.backward(mg.ones(1))
    assert x.grad.tolist() == [4]
    large = define("LargeBackward0", x=lambda g, c: g * c, c=None)(lambda x, c: x * c)(x, 2)
    large.backward(mg.ones(1))
    with pytest.raises(RuntimeError, match="second time"):
        large.backward(mg.ones(1))


@pytest.mark.parametrize("changed", [1, 2])
def test_a_change_to_any_saved_input_is_detected(changed: int) -> None:
    inputs = [mg.ones(2, 2, requires_grad=True) * 1 for _ in range(3)]
    rules = {"x": lambda g: g, "y": lambda g, z: g * z, "z": lambda g, y: g * y}
    # The gradient of the first doesn't depend on its value.
    out = operation("AddedProductBackward0", **rules)(lambda x, y, z: x + y * z)(*inputs)
    inputs[0] += 1
    out.sum().backward(retain_graph=True)
    inputs[changed] += 1
    with pytest.raises(RuntimeError, match="is at version 1; expected version 0"):
        out.sum().backward()


def test_one_rule_may_return_the_gradients_of_all_inputs() -> None:
    product = operation("ProductBackward0", joint=lambda g, x, y: (g * y, g * x), inputs=2)(
        lambda x, y: x * y
    )
    x, y = leaf(3), leaf(4)
    product(x, y).backward(mg.ones(1))
    assert (x.grad.tolist(), y.grad.tolist()) == ([4], [3])


def test_gradients_of_broadcast_inputs_are_summed() -> None:
    added = operation("AddedBackward0", x=lambda g: g, y=lambda g: g)(lambda x, y: x + y)
    x, y = leaf(1, 2), leaf(3)
    added(x, y).backward(mg.ones(2))
    assert (x.grad.tolist(), y.grad.tolist()) == ([1, 1], [2])


@pytest.mark.parametrize("rule", [lambda g: g.sum(), lambda g: g.reshape(2, 3)])
@pytest.mark.parametrize("define", [unary, binary, operation])
@pytest.mark.parametrize("create_graph", [False, True])
def test_a_gradient_of_a_wrong_shape_is_rejected(define, rule: Any, create_graph: bool) -> None:
    rules = {"x": rule} if define is unary else {"x": rule, "y": lambda g: g}
    forward = (lambda x: x * 2) if define is unary else (lambda x, y: x * y)
    x = mg.ones(3, 2, requires_grad=True)
    out = define("WrongBackward0", **rules)(forward)(x, *[x] * (define is not unary))
    shape = [] if rule(np.ones((3, 2))).ndim == 0 else [2, 3]
    said = f"Function WrongBackward0 returned an invalid gradient at index 0 - got {shape} but"
    with pytest.raises(RuntimeError, match=f"^{re.escape(said)} expected .* with \\[3, 2\\]"):
        mg.autograd.grad(out, x, mg.ones(3, 2), create_graph=create_graph)


@pytest.mark.parametrize("create_graph", [False, True])
def test_a_gradient_of_a_wrong_shape_is_not_broadcast_by_an_earlier_rule_or_a_sum(
    create_graph: bool,
) -> None:
    total = unary("WrongBackward0", x=lambda g: g.sum())(lambda x: x * 2)
    x = leaf(1, 2)
    for inner in (x, x * 3):
        for out in (total(inner), total(inner) + inner * 5):
            with pytest.raises(RuntimeError, match=r"^Function WrongBackward0 .* \[\] .* \[2\]"):
                mg.autograd.grad(out, x, mg.ones(2), create_graph=create_graph)


def test_minigrads_own_rules_are_checked_at_leaves_whichever_share_comes_first() -> None:
    def rule(g):
        return g.sum()

    rule.__module__ = "minigrad.ops.new"
    total = unary("WrongBackward0", x=rule)(lambda x: x * 2)
    x = leaf(1, 2)
    for out in (total(x) + x, x + total(x)):
        with pytest.raises(RuntimeError, match=r"^Function WrongBackward0 .* \[\] .* \[2\]"):
            out.backward(mg.ones(2))


def test_a_custom_view_shares_memory_and_is_recorded() -> None:
    first = view("FirstBackward0", x=lambda g: mg.zeros(2).numpy() + g)(lambda x: x[:1])
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


def test_a_joint_rule_finds_its_inputs_if_the_first_does_not_require_grad() -> None:
    joint = operation("JointBackward0", joint=lambda g, x, y: [g * y, g * x], inputs=2)
    product = joint(lambda x, y: x * y)
    x, y = leaf(3), leaf(4)
    product(mg.tensor([3.0]), y).backward(mg.ones(1))
    product(x, mg.tensor([4.0])).backward(mg.ones(1))
    assert (x.grad.tolist(), y.grad.tolist()) == ([4], [3])


@pytest.mark.parametrize(
    ("rule", "expected"),
    [(lambda g, x: g * x, 3), (lambda g, y: g * y, 2), (lambda g, out: g * out, 6)],
)
def test_an_operation_with_a_number_saves_only_needed_values(rule: Any, expected: int) -> None:
    x = leaf(3)
    out = binary("NumberBackward0", x=rule, y=rule)(lambda x, y: x * y)(x, 2)
    out.backward(mg.ones(1))
    assert x.grad.tolist() == [expected]
    with pytest.raises(RuntimeError, match="second time"):
        out.backward(mg.ones(1))


def test_a_check_sees_numbers_too() -> None:
    def check(_x: Any, y: Any) -> None:
        if y == 0:
            raise ZeroDivisionError

    over = binary("OverBackward0", x=lambda g: g, y=lambda g: g, check=check)
    with pytest.raises(ZeroDivisionError):
        over(lambda x, y: x / y)(leaf(1), 0)


def test_a_number_is_stored_in_the_form_that_is_fastest_for_numpy() -> None:
    for constants, kind in (
        (mg.float32.array_constants, np.ndarray),
        (mg.float32.scalar_constants, np.float32),
    ):
        constants.clear()  # a full cache accepts no more numbers
        value = constants[0.703125]
        assert type(value) is kind
        assert constants[0.703125] is value


def test_a_gradient_of_the_right_shape_and_dtype_is_passed_on_unchanged() -> None:
    g = np.ones(2, np.float32)
    for gradient in (g, mg.tensor(g)):
        assert unbroadcast(gradient, ((2,), mg.float32), Op("AnyBackward0"), 0) is gradient


@pytest.mark.parametrize("define", ["binary", "operation"])
def test_an_operations_own_value_error_is_not_reported_as_a_broadcast_error(define: str) -> None:
    def refusing(x: Any, y: Any) -> Any:
        raise ValueError("a kernel of its own")

    rules: dict[str, Any] = {"x": lambda g: g, "y": lambda g: g}
    if define == "binary":
        refused = binary("RefusedBackward0", **rules)(refusing)
    else:
        refused = operation("RefusedBackward0", **rules)(refusing)
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


@pytest.mark.parametrize(("define", "count"), [(unary, 1), (binary, 2), (operation, 1)])
def test_an_input_without_a_rule_is_rejected_at_the_definition(define, count: int) -> None:
    given: dict[str, Any] = {"x": lambda g: g} if count == 2 else {}
    said = f"WrongBackward0: each input needs a rule, {count} in all, but there are"
    with pytest.raises(TypeError, match=re.escape(said)):
        define("WrongBackward0", **given)(lambda x, y: x + y)


def test_a_tensor_that_has_no_rule_is_rejected_at_the_call() -> None:
    scaled = operation("ScaledBackward0", x=lambda g, y: g * y)(lambda x, y: x * y)
    with pytest.raises(TypeError, match=r"^ScaledBackward0: y is a tensor, but there's no rule"):
        scaled(leaf(2), leaf(3))
    unnamed = operation("ScaledBackward0", x=lambda g: g)(lambda x, *rest: x + rest[0])
    with pytest.raises(TypeError, match="an argument without a name is a tensor"):
        unnamed(leaf(2), leaf(3))
