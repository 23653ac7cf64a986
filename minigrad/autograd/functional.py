"""The namespace `minigrad.autograd.functional`: derivatives of functions at given inputs.

With J[i, j] = ∂yᵢ/∂xⱼ, `vjp` is vᵀJ, `jvp` is Jv, and `jacobian` is J. For a function that returns
a single number, `hessian` is H[i, j] = ∂²y/∂xᵢ∂xⱼ, `vhp` is vᵀH, and `hvp` is Hv.

Shapes: v has the shape of the outputs for `vjp`, and the shape of the inputs for the others. vᵀJ,
vᵀH, and Hv have the shape of the inputs, and Jv has the shape of the outputs.
Errors: RuntimeError if v has the wrong shape, or if you omit v when it would have more than one
element; TypeError if the function doesn't return a tensor.
"""

from ..engine.modes import enable_grad, is_grad_enabled, set_grad_enabled
from ..engine.tensor import Tensor
from ..messages.errors import error
from ..ops.joining import stack
from ..ops.shape import zeros_of
from .gradients import grad

__all__ = ["hessian", "hvp", "jacobian", "jvp", "vhp", "vjp"]


def vjp(func, inputs, v=None, create_graph=False) -> tuple:
    """Return the function's outputs, and vᵀJ from one backward pass.

    >>> import minigrad as mg
    >>> mg.autograd.functional.vjp(lambda x: x * x, mg.tensor([1.0, 2.0]), mg.tensor([1.0, 10.0]))
    (tensor([1., 4.]), tensor([ 2., 40.]))
    """
    with enable_grad():
        one_input, inputs = _inputs(inputs, "vjp", create_graph)
        one_output, outputs = _alone_and_tuple(func(*inputs), _OUTPUTS, "vjp")
        v = _vector(v, outputs, one_output, "vjp", create_graph, "needs_v_of_output")
    grads = _vjp(outputs, inputs, v, create_graph)
    return _result(outputs, one_output, create_graph), _result(grads, one_input, create_graph)


def jvp(func, inputs, v=None, create_graph=False) -> tuple:
    """Return the function's outputs and Jv.

    This takes two backward passes. The first gives uᵀJ, which is linear in u. The derivative of uᵀJ
    with respect to u is J, and the second pass multiplies J by v.
    """
    with enable_grad():
        one_input, inputs = _inputs(inputs, "jvp", create_graph)
        v = _vector(v, inputs, one_input, "jvp", create_graph, "needs_v_of_input")
        one_output, outputs = _alone_and_tuple(func(*inputs), _OUTPUTS, "jvp")
    products = _jvp(outputs, inputs, v, create_graph)
    return _result(outputs, one_output, create_graph), _result(products, one_output, create_graph)


def jacobian(func, inputs, create_graph=False, vectorize=False):
    """Return J[i, j] = ∂yᵢ/∂xⱼ, in the shape of the output followed by the shape of the input.

    >>> import minigrad as mg
    >>> mg.autograd.functional.jacobian(lambda x: x * x, mg.tensor([1.0, 2.0]))
    tensor([[2., 0.],
            [0., 4.]])
    """
    with enable_grad():
        one_input, inputs = _inputs(inputs, "jacobian", create_graph)
        one_output, outputs = _alone_and_tuple(func(*inputs), _OUTPUTS, "jacobian")
        result = []
        for y in outputs:
            numbers = [y.reshape(-1)[i] for i in range(y._value.size)]
            rows = [
                _filled(_grad((n,), inputs, None, create_graph, retain_graph=True), inputs)
                for n in numbers
            ]
            columns = zip(inputs, zip(*rows, strict=True), strict=True)
            blocks = tuple(stack(dys).reshape(y.shape + x.shape) for x, dys in columns)
            result.append(_result(blocks, one_input, create_graph))
    return result[0] if one_output else tuple(result)


def hessian(func, inputs, create_graph=False, vectorize=False):
    """Return H[i, j] = ∂²y/∂xᵢ∂xⱼ, the Jacobian of the gradient, for a scalar-valued function."""
    one_input, inputs = _alone_and_tuple(inputs, "inputs", "hessian")

    def one_number(*xs):
        return _one_number(func(*xs), "hessian").reshape(())

    result = jacobian(lambda *xs: jacobian(one_number, xs, create_graph=True), inputs, create_graph)
    return result[0][0] if one_input else result


def vhp(func, inputs, v=None, create_graph=False) -> tuple:
    """Return the function's output y and vᵀH, which is the gradient of vᵀ∇y."""
    return _hessian_product(_vjp, func, inputs, v, create_graph, "vhp")


def hvp(func, inputs, v=None, create_graph=False) -> tuple:
    """Return the function's output and Hv, the derivative of vᵀH with respect to v."""
    return _hessian_product(_jvp, func, inputs, v, create_graph, "hvp")


def _hessian_product(product, func, inputs, v, create_graph, name: str) -> tuple:
    """Return the function's output and the given product (vᵀH or Hv) of its Hessian with v."""
    with enable_grad():
        one_input, inputs = _inputs(inputs, name, create_graph)
        v = _vector(v, inputs, one_input, name, create_graph, "needs_v_of_input")
        y = _one_number(func(*inputs), name)
        gradient = _filled(_grad((y,), inputs, None, create_graph=True), inputs)
    products = product(gradient, inputs, v, create_graph)
    return _result((y,), alone=True, create_graph=create_graph), _result(
        products, one_input, create_graph
    )


# Products with J


def _vjp(ys, xs, v, create_graph: bool) -> tuple:
    """vᵀJ"""
    with set_grad_enabled(create_graph or is_grad_enabled()):
        return _filled(_grad(ys, xs, v, create_graph), xs)


def _jvp(ys, xs, v, create_graph: bool) -> tuple:
    """Jv, the derivative of uᵀJ with respect to u"""
    with enable_grad():
        u = tuple(zeros_of(y).requires_grad_() for y in ys)
        back = _grad(ys, xs, u, create_graph=True)
    return _vjp(back, u, v, create_graph)


def _grad(outputs, inputs, v, create_graph: bool, retain_graph=None) -> tuple:
    """Call `autograd.grad` for the outputs that require grad. A missing gradient is None."""
    v = (None,) * len(outputs) if v is None else v
    pairs = [(y, g) for y, g in zip(outputs, v, strict=True) if y is not None and y.requires_grad]
    if not pairs:
        return (None,) * len(inputs)
    ys, gs = zip(*pairs, strict=True)
    return grad(ys, inputs, gs, retain_graph, create_graph, allow_unused=True)


def _filled(grads: tuple, like: tuple) -> tuple:
    """Return the gradients, with missing ones replaced by zeros."""
    return tuple(zeros_of(x) if g is None else g for g, x in zip(grads, like, strict=True))


# Inputs and outputs

_OUTPUTS = "outputs of the user-provided function"


def _alone_and_tuple(values, what: str, name: str) -> tuple:
    """Return whether `values` is a single tensor, and return `values` as a tuple of tensors."""
    alone = not isinstance(values, tuple)
    values = (values,) if alone else values
    for i, value in enumerate(values):
        which = f"given {what}" if alone else f"value at index {i}"
        if not isinstance(value, Tensor):
            raise error("functional_type", what, name, which, value)
    return alone, values


def _inputs(inputs, name: str, create_graph: bool) -> tuple:
    """Return copies of the inputs for this call, so that other uses of them don't interfere."""
    alone, inputs = _alone_and_tuple(inputs, "inputs", name)
    return alone, tuple(_own(x, create_graph).requires_grad_() for x in inputs)


def _own(x: Tensor, create_graph: bool) -> Tensor:
    return x.view(x._value.shape) if create_graph and x.requires_grad else x.detach()


def _vector(v, like: tuple, alone: bool, name: str, create_graph: bool, needed: str):
    """Return v as a tuple of tensors shaped like `like`, or None if v may be omitted and is."""
    if v is None:
        if len(like) != 1 or like[0]._value.size != 1:
            raise error(needed)
        return None
    _, v = _alone_and_tuple(v, "v", name)
    if len(v) != len(like):
        raise error("single_v" if alone else "v_length", len(like), len(v))
    for i, (value, tensor) in enumerate(zip(v, like, strict=True)):
        entry = "" if alone else f"Entry {i} in "
        if value._value.shape != tensor._value.shape:
            raise error("v_size", entry, tensor, value)
    return tuple(_own(x, create_graph) for x in v)


def _one_number(y, name: str) -> Tensor:
    alone, ys = _alone_and_tuple(y, _OUTPUTS, name)
    if not alone:
        raise error("several_outputs", name)
    if ys[0]._value.size != 1:
        raise error("no_scalar_output", name)
    return ys[0]


def _result(tensors: tuple, alone: bool, create_graph: bool):
    tensors = tuple(x if create_graph else x.detach() for x in tensors)
    return tensors[0] if alone else tensors
