"""The namespace `minigrad.nn.utils`: operations on all of a model's gradients at once."""

from ..engine.modes import no_grad
from ..engine.tensor import Tensor
from ..messages.errors import error, warn
from ..ops.joining import stack
from ..values.creation import tensor as new_tensor

__all__ = ["clip_grad_norm_"]


@no_grad()
def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """Scale all gradients, in place, so that their total norm (Σ |x|ᵖ)^(1/p) is at most max_norm.

    Return the total norm before scaling."""
    parameters = [parameters] if isinstance(parameters, Tensor) else parameters
    single_pass, parameters = iter(parameters) is parameters, list(parameters)
    if single_pass and not parameters:
        warn("no_parameters")
    gradients, p = [x._grad for x in parameters if x._grad is not None], float(norm_type)
    total = stack([g.norm(p) for g in gradients]).norm(p) if gradients else new_tensor(0.0)
    if error_if_nonfinite and not total.isfinite():
        raise error("infinite_norm", p)
    factor = (float(max_norm) / (total + 1e-6)).clamp(max=1.0)
    for g in gradients:
        g.mul_(factor)
    return total
