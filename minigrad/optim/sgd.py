"""Stochastic gradient descent."""

from typing import Any

import numpy as np

from ..engine.memory.versions import count_change
from ..engine.tensor import memory, wrap
from ..messages.errors import error
from .optimizer import GradientDescent


class SGD(GradientDescent):
    """Update v ← μ v + g,   w ← w - lr · v, where g is the gradient and μ the momentum.

    Parameters whose ``.grad`` is None don't change.

    >>> import minigrad as mg
    >>> w = mg.tensor([1.0], requires_grad=True)
    >>> optimizer = mg.optim.SGD([w], lr=0.1)
    >>> (w * w).sum().backward()
    >>> optimizer.step()
    >>> w
    tensor([0.8000], requires_grad=True)
    """

    def __init__(
        self,
        params: Any,
        lr: float = 1e-3,
        momentum: float = 0,
        dampening: float = 0,
        weight_decay: float = 0,
        nesterov: bool = False,
        **how: Any,
    ) -> None:
        if lr < 0.0:
            raise error("invalid_option", "learning rate", lr)
        if momentum < 0.0:
            raise error("invalid_option", "momentum value", momentum)
        if weight_decay < 0.0:
            raise error("invalid_option", "weight_decay value", weight_decay)
        if nesterov and (momentum <= 0 or dampening != 0):
            raise error("nesterov")
        options = {"lr": lr, "momentum": momentum, "dampening": dampening}
        options |= {"weight_decay": weight_decay, "nesterov": nesterov}
        super().__init__(params, options, **how)

    def update(self, parameter, gradient: np.ndarray, group: dict) -> None:
        """Update one parameter by one step."""
        value, momentum = memory(parameter), group["momentum"]
        g = -gradient if group["maximize"] else gradient
        if group["weight_decay"]:
            g = g + group["weight_decay"] * value
        if momentum:
            state = self.state[parameter]
            buffer = state.get("momentum_buffer")
            if buffer is None:
                buffer = state["momentum_buffer"] = wrap(np.array(g), parameter._dtype)
            else:
                moved = memory(buffer)
                moved *= momentum
                moved += (1 - group["dampening"]) * g
            g = g + momentum * memory(buffer) if group["nesterov"] else memory(buffer)
        step = parameter._dtype.array_constants[float(group["lr"])] * g
        count_change(parameter)
        value -= step
