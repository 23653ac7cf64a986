"""Losses that measure how far predictions are from targets."""

from __future__ import annotations

from ..engine.casting import cast
from ..engine.dtypes import from_numpy_dtype, wider
from ..engine.operation import operation
from ..engine.tensor import Tensor
from ..messages.errors import not_implemented
from ..ops.piecewise import abs
from .reduction import checked_reduction, divisor, paired, reduced


def _minus(x, y):
    return x - (y if _dtype(y).is_floating_point else cast(y, _dtype(x)))


def _dtype(x):
    return x._dtype if isinstance(x, Tensor) else from_numpy_dtype(x.dtype)


@operation(
    "MseLossBackward0",
    x=lambda g, x, target, n: g * (_minus(x, target) * (2 / n)),
    target=lambda g, x, target, n: g * (_minus(target, x) * (2 / n)),
)
def _mse(x, target, reduction, n):
    both = wider(_dtype(x), _dtype(target)).numpy
    if both.kind != "f":
        raise not_implemented("mse_cpu", both)
    d = x.astype(both, copy=False) - target.astype(both, copy=False)
    return reduced(d * d, reduction)


def mse_loss(input: Tensor, target: Tensor, *, reduction: str = "mean") -> Tensor:
    """Compute (input - target)², averaged by default;   ∂/∂input = 2 (input - target) / n.

    If the two shapes have to be broadcast, that's nearly always a mistake, so you get a warning.

    Shapes: input and target should have the same shape. If they don't, they're broadcast, with a
    warning. The result has shape () or, if the reduction is "none", their common shape. Errors:
    RuntimeError if the shapes don't broadcast, ValueError if the reduction is unknown.

    >>> import minigrad as mg
    >>> prediction = mg.tensor([1.0, 4.0], requires_grad=True)
    >>> loss = mg.nn.functional.mse_loss(prediction, mg.tensor([2.0, 2.0]))
    >>> loss
    tensor(2.5000, grad_fn=<MseLossBackward0>)
    >>> loss.backward()
    >>> prediction.grad
    tensor([-1.,  2.])
    """
    x, y = paired(input, target)
    return _mse(x, y, checked_reduction(reduction), divisor(reduction, x))


def l1_loss(input: Tensor, target: Tensor, *, reduction: str = "mean") -> Tensor:
    """Compute |input - target|, averaged by default;   ∂/∂input = sign(input - target) / n."""
    x, y = paired(input, target)
    losses = abs.raw(x - y)
    return losses if checked_reduction(reduction) == "none" else getattr(losses, reduction)()
