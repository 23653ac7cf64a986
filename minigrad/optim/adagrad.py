"""Adagrad, which divides each step by the size of all gradients so far."""

import numpy as np

from ..engine.dtypes import float32
from ..engine.memory.versions import count_change
from ..engine.tensor import memory, wrap
from ..messages.errors import error
from .optimizer import GradientDescent


class Adagrad(GradientDescent):
    """Update s ← s + g²,   w ← w - lr · g / (√s + ε).

    In step t, ``lr_decay`` divides lr by 1 + (t - 1)·lr_decay. ``weight_decay`` adds λw to the
    gradient. s starts at ``initial_accumulator_value``.

    >>> import minigrad as mg
    >>> w = mg.tensor([1.0], requires_grad=True)
    >>> optimizer = mg.optim.Adagrad([w], lr=0.1)
    >>> (w * w).sum().backward()
    >>> optimizer.step()
    >>> w
    tensor([0.9000], requires_grad=True)
    """

    def __init__(
        self,
        params,
        lr=1e-2,
        lr_decay=0,
        weight_decay=0,
        initial_accumulator_value=0,
        eps=1e-10,
        foreach=None,
        **how,
    ) -> None:
        if not lr >= 0.0:
            raise error("invalid_option", "learning rate", lr)
        options = {"lr": lr, "lr_decay": lr_decay, "eps": eps, "weight_decay": weight_decay}
        options["initial_accumulator_value"] = initial_accumulator_value
        for name in ("lr_decay", "weight_decay", "initial_accumulator_value", "eps"):
            if not options[name] >= 0.0:
                shown = "epsilon" if name == "eps" else name
                raise error("invalid_option", f"{shown} value", options[name])
        options["foreach"] = foreach
        super().__init__(params, options, foreach=foreach, **how)
        for group in self.param_groups:
            for parameter in group["params"]:
                start = np.full_like(parameter._value, initial_accumulator_value)
                self.state[parameter] = {
                    "step": wrap(np.zeros((), np.float32), float32),
                    "sum": wrap(start, parameter._dtype),
                }

    def update(self, parameter, gradient: np.ndarray, group: dict) -> None:
        """Update one parameter by one step."""
        value = memory(parameter)
        g = -gradient if group["maximize"] else gradient
        if group["weight_decay"]:
            g = g + group["weight_decay"] * value
        state = self.next_state(parameter, ["sum"])
        lr = float(group["lr"]) / (1 + (float(state["step"]) - 1) * group["lr_decay"])
        total = memory(state["sum"])
        total += g * g
        step = lr * (g / (np.sqrt(total) + group["eps"]))
        count_change(parameter)
        value -= step
