"""`minigrad.nn.utils`: what is done to all gradients of a model at once."""

from ..creation import tensor as new_tensor
from ..errors import refuse_if, warn
from ..modes import no_grad
from ..ops.joining import stack
from ..tensor import Tensor


@no_grad()
def get_total_norm(tensors, norm_type: float = 2.0, error_if_nonfinite: bool = False):
    """The norm of all the tensors' numbers together: (Σ |x|ᵖ)^(1/p)"""
    tensors = [tensors] if isinstance(tensors, Tensor) else list(tensors)
    norm_type = float(norm_type)
    if not tensors:
        return new_tensor(0.0)
    total = stack([x.norm(norm_type) for x in tensors]).norm(norm_type)
    refuse_if(error_if_nonfinite and not total.isfinite(), "infinite_norm", norm_type)
    return total


@no_grad()
def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False) -> Tensor:
    """Scale all gradients, in place, so that their common norm is at most max_norm; returns the
    norm that they had."""
    parameters = [parameters] if isinstance(parameters, Tensor) else parameters
    single_pass, parameters = iter(parameters) is parameters, list(parameters)
    if single_pass and not parameters:
        warn("no_parameters")
    gradients = [p._grad for p in parameters if p._grad is not None]
    total = get_total_norm(gradients, norm_type, error_if_nonfinite)
    factor = (float(max_norm) / (total + 1e-6)).clamp(max=1.0)
    for g in gradients:
        g.mul_(factor)
    return total


@no_grad()
def clip_grad_value_(parameters, clip_value: float) -> None:
    """Bring every number of every gradient, in place, into ±clip_value."""
    parameters = [parameters] if isinstance(parameters, Tensor) else parameters
    for g in [p._grad for p in parameters if p._grad is not None]:
        g.clamp_(-float(clip_value), float(clip_value))
