"""`minigrad.autograd.functional`: derivatives of functions, from functions and their inputs.

With J[i, j] = ∂yᵢ/∂xⱼ: `vjp` is vᵀJ, `jvp` is Jv, `jacobian` is J. Of a function with one number as
its result, `hessian` is H[i, j] = ∂²y/∂xᵢ∂xⱼ, `vhp` is vᵀH and `hvp` is Hv.
"""

import numpy as np

from .. import autograd
from ..errors import error, refuse_if
from ..modes import enable_grad, is_grad_enabled, set_grad_enabled
from ..ops.joining import stack
from ..tensor import Tensor, wrap


def vjp(func, inputs, v=None, create_graph=False, strict=False) -> tuple:
    """The function's outputs, and vᵀJ: one backward pass.

    >>> import minigrad as mg
    >>> mg.autograd.functional.vjp(lambda x: x * x, mg.tensor([1.0, 2.0]), mg.tensor([1.0, 10.0]))
    (tensor([1., 4.]), tensor([ 2., 40.]))
    """
    with enable_grad():
        one_input, inputs = _inputs(inputs, "vjp", create_graph)
        one_output, outputs = _outputs(func, inputs, "vjp", strict)
        v = _vector(v, outputs, one_output, "vjp", create_graph, "needs_v_of_output")
    with set_grad_enabled(create_graph or is_grad_enabled()):
        grads = _grad(outputs, inputs, v, create_graph)
        grads = _filled(grads, inputs, strict, create_graph, "independent_of_input", "jacobian")
    return _result(outputs, one_output, create_graph), _result(grads, one_input, create_graph)


def jvp(func, inputs, v=None, create_graph=False, strict=False) -> tuple:
    """The function's outputs, and Jv: vᵀJ is linear in v, and its derivative by v is J."""
    with enable_grad():
        one_input, inputs = _inputs(inputs, "jvp", create_graph)
        v = _vector(v, inputs, one_input, "jvp", create_graph, "needs_v_of_input")
        one_output, outputs = _outputs(func, inputs, "jvp", strict)
        duals = tuple(_zeros(y, True) for y in outputs)
        back = _grad(outputs, inputs, duals, True)
        _check_strict(back, "gradient_of_nothing", strict)
    with set_grad_enabled(create_graph or is_grad_enabled()):
        products = _grad(back, duals, v, create_graph)
        products = _filled(
            products, outputs, strict, create_graph, "independent_gradient", "jacobian"
        )
    return _result(outputs, one_output, create_graph), _result(products, one_output, create_graph)


def jacobian(
    func, inputs, create_graph=False, strict=False, vectorize=False, strategy="reverse-mode"
):
    """J[i, j] = ∂yᵢ/∂xⱼ, in the shape of the output followed by that of the input.

    >>> import minigrad as mg
    >>> mg.autograd.functional.jacobian(lambda x: x * x, mg.tensor([1.0, 2.0]))
    tensor([[2., 0.],
            [0., 4.]])
    """
    refuse_if(strategy != "reverse-mode", "reverse_mode")
    with enable_grad():
        one_input, inputs = _inputs(inputs, "jacobian", create_graph)
        one_output, outputs = _outputs(func, inputs, "jacobian", strict)
        blocks = []
        for i, y in enumerate(outputs):
            flat = y.reshape(-1)
            rows = [_row(flat[j], i, inputs, create_graph, strict) for j in range(y._value.size)]
            blocks.append(tuple(_block(y, x, c, rows) for c, x in enumerate(inputs)))
    blocks = [tuple(b if create_graph else b.detach() for b in row) for row in blocks]
    result = tuple(row[0] if one_input else row for row in blocks)
    return result[0] if one_output else result


def _row(element: Tensor, i: int, inputs: tuple, create_graph: bool, strict: bool) -> list:
    """The derivatives of one number of output i."""
    row = _grad((element,), inputs, None, create_graph, retain_graph=True)
    for c, d in enumerate(row):
        refuse_if(strict and d is None, "independent_output", i, c)
        if strict and create_graph and not d.requires_grad:
            raise error("constant_jacobian", i, "jacobian")
    return [_zeros(x) if d is None else d for d, x in zip(row, inputs, strict=True)]


def _block(y: Tensor, x: Tensor, c: int, rows: list) -> Tensor:
    shape = y._value.shape + x._value.shape
    return stack([row[c] for row in rows]).reshape(shape)


def hessian(
    func,
    inputs,
    create_graph=False,
    strict=False,
    vectorize=False,
    outer_jacobian_strategy="reverse-mode",
):
    """H[i, j] = ∂²y/∂xᵢ∂xⱼ of a function with one number as its result: J of its gradient."""
    one_input, inputs = _tuple(inputs, "inputs", "hessian")

    def one_number(*xs):
        y = func(*xs)
        one, ys = _tuple(y, "outputs of the user-provided function", "hessian")
        _check_strict(ys, "output_without_grad", strict)
        _check_scalar(one, ys, "hessian")
        return y.reshape(())

    def gradient(*xs):
        result = jacobian(one_number, xs, create_graph=True)
        _check_strict(result, "linear_function", strict)
        return result

    result = jacobian(gradient, inputs, create_graph, strict, strategy=outer_jacobian_strategy)
    return result[0][0] if one_input else result


def vhp(func, inputs, v=None, create_graph=False, strict=False) -> tuple:
    """The function's output, and vᵀH: the gradient of the gradient's product with v."""
    one_input, inputs, v, outputs, gradient = _gradient(
        func, inputs, v, create_graph, strict, "vhp"
    )
    with set_grad_enabled(create_graph or is_grad_enabled()):
        products = _grad(gradient, inputs, v, create_graph)
        products = _filled(
            products, inputs, strict, create_graph, "independent_jacobian", "hessian"
        )
    return _result(outputs, True, create_graph), _result(products, one_input, create_graph)


def hvp(func, inputs, v=None, create_graph=False, strict=False) -> tuple:
    """The function's output, and Hv: the derivative of vᵀH by v."""
    one_input, inputs, v, outputs, gradient = _gradient(
        func, inputs, v, create_graph, strict, "hvp"
    )
    with enable_grad():
        duals = tuple(_zeros(x, True) for x in inputs)
        back = _grad(gradient, inputs, duals, True)
    with set_grad_enabled(create_graph or is_grad_enabled()):
        products = _grad(back, duals, v, create_graph)
        products = _filled(products, inputs, strict, create_graph, "independent_hessian", "hessian")
    return _result(outputs, True, create_graph), _result(products, one_input, create_graph)


def _gradient(func, inputs, v, create_graph: bool, strict: bool, name: str) -> tuple:
    """What vhp and hvp begin with: the function's output and its gradient, recorded."""
    with enable_grad():
        one_input, inputs = _inputs(inputs, name, create_graph)
        v = _vector(v, inputs, one_input, name, create_graph, "needs_v_of_input")
        one_output, outputs = _outputs(func, inputs, name, strict)
        _check_scalar(one_output, outputs, name)
        gradient = _grad(outputs, inputs, None, True)
        _check_strict(gradient, "linear_function", strict)
    return one_input, inputs, v, outputs, gradient


# What goes in and what comes out


def _tuple(values, what: str, name: str) -> tuple:
    """Whether it was one tensor alone, and a tuple of tensors."""
    alone = not isinstance(values, tuple)
    values = (values,) if alone else values
    for i, value in enumerate(values):
        if not isinstance(value, Tensor):
            which = f"given {what}" if alone else f"value at index {i}"
            raise error("functional_type", what, name, which, type(value))
    return alone, values


def _inputs(inputs, name: str, create_graph: bool) -> tuple:
    """The inputs as tensors of this call alone, so that no other use of them interferes."""
    alone, inputs = _tuple(inputs, "inputs", name)
    return alone, tuple(_own(x, create_graph).requires_grad_() for x in inputs)


def _own(x: Tensor, create_graph: bool) -> Tensor:
    return x.view(x._value.shape) if create_graph and x.requires_grad else x.detach()


def _outputs(func, inputs: tuple, name: str, strict: bool) -> tuple:
    alone, outputs = _tuple(func(*inputs), "outputs of the user-provided function", name)
    _check_strict(outputs, "output_without_grad", strict)
    return alone, outputs


def _vector(v, like: tuple, alone: bool, name: str, create_graph: bool, needed: str):
    """v as a tuple of tensors in the shapes of `like`; 1 for a single number."""
    if v is None:
        if len(like) != 1 or like[0]._value.size != 1:
            raise error(needed)
        return None
    _, v = _tuple(v, "v", name)
    if len(v) != len(like):
        raise error("single_v") if alone else error("v_length", len(like), len(v))
    for i, (given, tensor) in enumerate(zip(v, like, strict=True)):
        if given._value.shape != tensor._value.shape:
            raise error("v_size", "" if alone else f"Entry {i} in ", tensor, given)
    return tuple(_own(x, create_graph) for x in v)


def _zeros(x: Tensor, requires_grad: bool = False) -> Tensor:
    return wrap(np.zeros_like(x._value), x._dtype, requires_grad)


def _grad(outputs, inputs, v, create_graph: bool, retain_graph=None) -> tuple:
    """`autograd.grad` of those outputs that require grad."""
    v = (None,) * len(outputs) if v is None else v
    pairs = [(y, g) for y, g in zip(outputs, v, strict=True) if y is not None and y.requires_grad]
    if not pairs:
        return (None,) * len(inputs)
    ys, gs = zip(*pairs, strict=True)
    return autograd.grad(ys, inputs, gs, retain_graph, create_graph, allow_unused=True)


def _result(tensors: tuple, alone: bool, create_graph: bool):
    tensors = tuple(x if create_graph else x.detach() for x in tensors)
    return tensors[0] if alone else tensors


# What is refused


def _check_strict(tensors: tuple, sentence: str, strict: bool) -> None:
    for i, x in enumerate(tensors if strict else ()):
        if x is None:
            raise error("independent_of_input", i)
        if not x.requires_grad:
            raise error(sentence, i)


def _check_scalar(alone: bool, outputs: tuple, name: str) -> None:
    refuse_if(not alone, "several_outputs", name)
    refuse_if(outputs[0]._value.size != 1, "no_scalar_output", name)


def _filled(grads, like, strict, create_graph, sentence: str, what: str) -> tuple:
    """The gradients, with zeros for those that are missing."""
    for i, g in enumerate(grads if strict else ()):
        if g is None:
            raise error(sentence, i)
        if create_graph and not g.requires_grad:
            raise error("constant_jacobian", i, what)
    return tuple(_zeros(x) if g is None else g for g, x in zip(grads, like, strict=True))
