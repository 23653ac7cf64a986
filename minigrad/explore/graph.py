"""Step through the forward pass of any graph, then through its backward pass, node by node."""

from collections.abc import Mapping

import numpy as np

from minigrad import Tensor

from .explorer import Control, Explorer
from .graph_picture import Picture, compact, in_full
from .graph_plan import Plan
from .grip import Grip
from .passes import Graph, backward, graph
from .steps import steps

MOST = 64  # operations with a box of their own


def forward_and_backward(
    tensor: Tensor,
    /,
    names: Mapping[str, Tensor] | None = None,
    *,
    gradient: Tensor | None = None,
    scale: float = 1.0,
    **named: Tensor,
) -> Explorer:
    """Both passes of the graph behind `tensor`, one operation at a time.

    It changes no `.grad` and frees nothing. Call it before `backward()`, which frees the graph.

    Args:
        names: tensors that shall appear by name; as a mapping for names that are no identifiers.
        gradient: what the result is handed, as in `backward(gradient)`; ones if not given.
        scale: of drawing and type, for slides.
    """
    names = {**(names or {}), **named}
    for name, argument in {"tensor": tensor, **names}.items():
        if not isinstance(argument, Tensor):
            kind = type(argument).__name__
            raise TypeError(f"forward_and_backward(): argument '{name}' must be Tensor, not {kind}")
    if tensor.grad_fn is None:
        raise ValueError(
            "forward_and_backward(): this tensor has no graph. Compute it from a tensor that "
            "was made with requires_grad=True, outside of no_grad()."
        )
    value = tensor.detach().numpy()
    seed = np.ones_like(value) if gradient is None else gradient.detach().numpy()
    if seed.shape != value.shape:
        raise ValueError(
            f"forward_and_backward(): gradient has shape {seed.shape}, the tensor {value.shape}; "
            "they must be the same."
        )
    found, plan = _fitting(tensor, names)
    told = steps(found, *backward(tensor, found, seed), seed)
    full = in_full(found, told)
    drawn = Picture(found, told, full or plan, compact=full is None)
    begins = next(i for i, step in enumerate(told) if step.role == "gradient")
    start = next((i for i, step in enumerate(told) if step.waits), begins + 1)
    return Explorer(
        drawn.frame,
        Control("step", told, start, [step.label for step in told], play=True),
        size=drawn.size,
        title="Forward and backward",
        stills=[(begins - 1,), (start,), (len(told) - 1,)],
        scale=scale,
        grips=[Grip(["step"], drawn.turn, drawn.area, ringed=False)],
    )


def _fitting(tensor: Tensor, names: Mapping[str, Tensor]) -> tuple[Graph, Plan]:
    """As many of the newest operations as fit on a page have a box of their own."""
    shown = MOST
    while shown:
        found = graph(tensor, names, shown)
        if plan := compact(found):
            return found, plan
        shown = min(shown, len(found.operations)) * 5 // 6
    raise ValueError("forward_and_backward(): too many inputs for one picture")
