"""RMSprop, which divides each step by a running estimate of the gradient's size."""

import numpy as np

from ..engine.memory.versions import count_change
from ..engine.tensor import memory
from ..messages.errors import error
from .optimizer import Optimizer


class RMSprop(Optimizer):
    """Update v ← α v + (1 - α)g²,   w ← w - lr · g / (√v + ε).

    With ``momentum`` μ, b ← μ b + g / (√v + ε),   w ← w - lr · b. ``centered`` subtracts the square
    of the gradient's running mean from v. ``weight_decay`` adds λw to the gradient.

    >>> import minigrad as mg
    >>> w = mg.tensor([1.0], requires_grad=True)
    >>> optimizer = mg.optim.RMSprop([w], lr=0.1, alpha=0.75)
    >>> (w * w).sum().backward()
    >>> optimizer.step()
    >>> w
    tensor([0.8000], requires_grad=True)
    """

    def __init__(
        self,
        params,
        lr=1e-2,
        alpha=0.99,
        eps=1e-8,
        weight_decay=0,
        momentum=0,
        centered=False,
        capturable=False,
        foreach=None,
        maximize=False,
        differentiable=False,
    ) -> None:
        if not lr >= 0.0:
            raise error("invalid_option", "learning rate", lr)
        if not eps >= 0.0:
            raise error("invalid_option", "epsilon value", eps)
        if not momentum >= 0.0:
            raise error("invalid_option", "momentum value", momentum)
        if not weight_decay >= 0.0:
            raise error("invalid_option", "weight_decay value", weight_decay)
        if not alpha >= 0.0:
            raise error("invalid_option", "alpha value", alpha)
        if differentiable:
            raise error("differentiable_step")
        options = {"lr": lr, "momentum": momentum, "alpha": alpha, "eps": eps, "centered": centered}
        options |= {"weight_decay": weight_decay, "capturable": capturable, "foreach": foreach}
        options |= {"maximize": maximize, "differentiable": differentiable}
        super().__init__(params, options)

    def update(self, parameter, gradient: np.ndarray, group: dict) -> None:
        """Update one parameter by one step."""
        value, alpha, momentum = memory(parameter), group["alpha"], group["momentum"]
        g = -gradient if group["maximize"] else gradient
        if group["weight_decay"]:
            g = g + group["weight_decay"] * value
        names = ["square_avg"] + ["momentum_buffer"] * (momentum > 0)
        state = self.next_state(parameter, names + ["grad_avg"] * bool(group["centered"]))
        square = memory(state["square_avg"])
        square *= alpha
        square += (1 - alpha) * (g * g)
        spread = square
        if group["centered"]:
            mean = memory(state["grad_avg"])
            mean += (1 - alpha) * (g - mean)
            spread = square - mean * mean
        move = g / (np.sqrt(spread) + group["eps"])
        if momentum > 0:
            buffer = memory(state["momentum_buffer"])
            buffer *= momentum
            buffer += move
            move = buffer
        step = float(group["lr"]) * move
        count_change(parameter)
        value -= step
