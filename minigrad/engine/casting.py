"""The conversion of tensors and gradients to another dtype, which is recorded."""

from .dtypes import from_numpy_dtype
from .layout import relaid
from .tensor import Tensor
from .unary import unary


def cast(x, dtype):
    """Convert x to dtype. Return x itself if it already has that dtype or if dtype is None."""
    try:
        before = x._dtype if isinstance(x, Tensor) else from_numpy_dtype(x.dtype)
    except AttributeError:
        advice = "Use `as_tensors` first, as in ops/arithmetic.py."
        raise TypeError(f"cast takes a tensor or an array, not {x!r}. {advice}") from None
    if before is dtype or dtype is None:
        return x
    if not isinstance(x, Tensor):
        return _converted(x, dtype, before)
    out = _converted(x if dtype.is_floating_point else x.detach(), dtype, before)
    out._dtype = dtype
    return out


@unary("ToCopyBackward0", x=lambda g, before: cast(g, before))
def _converted(x, dtype, before):
    """Return x in another dtype, with x's memory layout."""
    value = x.astype(dtype.numpy)
    return relaid(value, x) if 0 in x.strides else value
