"""Functions that compare gradients with finite differences."""

import numpy as np

from ..engine.dtypes import float64
from ..engine.memory.views import repeats
from ..engine.modes import enable_grad
from ..engine.tensor import Tensor, memory, wrap
from ..messages.errors import GradcheckError, error, warn
from ..ops.shape import zeros_of
from .gradients import grad


def gradcheck(
    func,
    inputs,
    *,
    eps: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
    raise_exception: bool = True,
    nondet_tol: float = 0.0,
    check_undefined_grad: bool = True,
    check_grad_dtypes: bool = False,
    fast_mode: bool = False,
) -> bool:
    """Check each ∂yᵢ/∂xⱼ against [y(x + ε eⱼ) - y(x - ε eⱼ)]ᵢ / 2ε, within atol + rtol · |·|.

    Use float64 for the inputs, because float32 differences lose too many digits. ``fast_mode``,
    ``check_undefined_grad``, and ``check_grad_dtypes`` are accepted but have no effect: the whole
    Jacobian is always checked, and a gradient always has its input's shape and dtype. The
    gradients that are passed back have two memory layouts, one of them column by column.

    >>> import minigrad as mg
    >>> x = mg.tensor([0.5, 2.0], dtype=mg.float64, requires_grad=True)
    >>> mg.autograd.gradcheck(lambda x: x.log() * x, x)
    True
    """
    try:
        with enable_grad():
            _check(func, _tuple(inputs), eps, atol, rtol, nondet_tol)
    except GradcheckError:
        if raise_exception:
            raise
        return False
    return True


def _check(func, inputs, eps, atol, rtol, nondet_tol) -> None:
    if not _checked(inputs):
        raise error("gradcheck_nothing")
    for i, x in enumerate(inputs):
        if isinstance(x, Tensor) and x.requires_grad:
            if x._dtype is not float64:
                warn("gradcheck_dtype", i)
            if repeats(x._value):
                raise error("gradcheck_stride", i)
    everything = _tuple(func(*inputs))
    numerical = _differences(func, inputs, everything, eps)
    outputs = _checked(everything)
    if not outputs:
        moved = any((column != 0).any() for per_input in numerical for column in per_input)
        if moved:
            raise error("numerical_not_zero")
        return
    for i, y in enumerate(outputs):
        analytical = _jacobians(y, inputs)
        again = zip(analytical, _jacobians(y, inputs), strict=True)
        differs = any(np.abs(a - b).max(initial=0) > nondet_tol for a, b in again)
        if differs:
            raise error("not_reentrant", nondet_tol)
        at = next(k for k, each in enumerate(everything) if each is y)
        for jacobians in (analytical, _jacobians(y, inputs, spread=True)):
            for j, (a, n) in enumerate(zip(jacobians, (k[at] for k in numerical), strict=True)):
                if not np.allclose(a, n, rtol, atol):
                    raise error("jacobian_mismatch", i, j, wrap(n, float64), wrap(a, float64))
    zeros = [zeros_of(y) for y in outputs]
    grads = grad(outputs, _checked(inputs), zeros, retain_graph=True, allow_unused=True)
    if any(g is not None and (g._value != 0).any() for g in grads):
        raise error("not_linear")


def _checked(values: tuple) -> list:
    """Return the values to check, which are the tensors that require grad."""
    return [x for x in values if isinstance(x, Tensor) and x.requires_grad]


def _differences(func, inputs: tuple, outputs: tuple, eps: float) -> list:
    """Return each output's transposed Jacobian for each input, with one row per input element."""
    result = []
    for x in _checked(inputs):
        value = memory(x)
        of_tensors = (y._value.size for y in outputs if isinstance(y, Tensor))
        jacobians = [np.zeros((value.size, size)) for size in of_tensors]
        for j, place in enumerate(np.ndindex(value.shape)):
            before, sides = value[place], []
            try:
                for step in (-eps, eps):
                    value[place] = before + step
                    sides.append([np.array(y._value) for y in _tuple(func(*inputs))])
            finally:
                value[place] = before
            for jacobian, low, high in zip(jacobians, *sides, strict=True):
                jacobian[j] = ((high - low) / (2 * eps)).reshape(-1)
        result.append(jacobians)
    return result


def _jacobians(y: Tensor, inputs: tuple, spread: bool = False) -> list:
    """Return the transposed Jacobian for each input, using one backward pass per element of y.

    `spread`: whether to pass gradients whose elements aren't stored row by row.
    """
    checked = _checked(inputs)
    result = [np.zeros((x._value.size, y._value.size)) for x in checked]
    for i, seed in enumerate(np.eye(y._value.size, dtype=y._dtype.numpy)):
        v = seed.reshape(y._value.shape)
        v = wrap(_spread(v) if spread else v, y._dtype)
        grads = grad(y, checked, v, retain_graph=True, allow_unused=True)
        for jacobian, g in zip(result, grads, strict=True):
            if g is not None:
                jacobian[:, i] = g._value.reshape(-1)
    return result


def _spread(array: np.ndarray) -> np.ndarray:
    """Return an equal array that is stored column by column, with gaps."""
    pairs = np.zeros((*array.shape, 2), array.dtype, order="F")
    pairs[..., 0] = array
    return pairs[..., 0]


def gradgradcheck(func, inputs, grad_outputs=None, **options) -> bool:
    """Run `gradcheck` on the gradient itself, that is, on vᵀJ as a function of the inputs and v."""
    inputs = _tuple(inputs)
    if grad_outputs is None:
        ys = _checked(_tuple(func(*inputs)))  # draw v from [-1, 1), like PyTorch
        drawn = [y.detach().clone().uniform_(-1, 1) for y in ys]
        grad_outputs = [wrap(_spread(v._value), v._dtype, requires_grad=True) for v in drawn]
    vectors = _tuple(grad_outputs)

    def gradient(*args):
        xs, vs = args[: len(inputs)], args[len(inputs) :]
        ys = _checked(_tuple(func(*xs)))
        grads = grad(ys, _checked(xs), vs, create_graph=True, allow_unused=True)
        return tuple(g for g in grads if g is not None)

    return gradcheck(gradient, inputs + vectors, **options)


def _tuple(values) -> tuple:
    return tuple(values) if isinstance(values, tuple | list) else (values,)
