"""Adam and AdamW, which divide each step by a running estimate of the gradient's size."""

import math

import numpy as np

from ..engine.memory.versions import count_change
from ..engine.tensor import memory
from ..messages.errors import error
from .optimizer import GradientDescent


class Adam(GradientDescent):
    """Update m ← β₁m + (1 - β₁)g,   v ← β₂v + (1 - β₂)g²,   w ← w - lr · m̂ / (√v̂ + ε).

    m̂ = m / (1 - β₁ᵗ) and v̂ = v / (1 - β₂ᵗ) correct for the fact that m and v start at 0. With
    ``amsgrad``, the largest v so far replaces v. ``weight_decay`` adds λw to the gradient or, if
    weight decay is decoupled, subtracts lr·λw from w.

    >>> import minigrad as mg
    >>> w = mg.tensor([1.0], requires_grad=True)
    >>> optimizer = mg.optim.Adam([w], lr=0.1)
    >>> (w * w).sum().backward()
    >>> optimizer.step()
    >>> w
    tensor([0.9000], requires_grad=True)
    """

    def __init__(
        self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, amsgrad=False, **how
    ) -> None:
        if not lr >= 0.0:
            raise error("invalid_option", "learning rate", lr)
        if not eps >= 0.0:
            raise error("invalid_option", "epsilon value", eps)
        for i, beta in enumerate(betas):
            if not 0.0 <= beta < 1.0:
                raise error("invalid_option", f"beta parameter at index {i}", beta)
        if not weight_decay >= 0.0:
            raise error("invalid_option", "weight_decay value", weight_decay)
        if not all(isinstance(beta, float) for beta in betas):
            raise error("beta_types", betas)
        options = {"lr": lr, "betas": tuple(betas), "eps": eps, "weight_decay": weight_decay}
        more = ({n: how.pop(n, False)} for n in ("capturable", "decoupled_weight_decay"))
        super().__init__(params, {**options, "amsgrad": amsgrad}, *more, **how)

    def update(self, parameter, gradient: np.ndarray, group: dict) -> None:
        """Update one parameter by one step."""
        value, (beta1, beta2), lr = memory(parameter), group["betas"], float(group["lr"])
        g = -gradient if group["maximize"] else gradient
        if group["weight_decay"] and not group["decoupled_weight_decay"]:
            g = g + group["weight_decay"] * value
        names = ["exp_avg", "exp_avg_sq"] + ["max_exp_avg_sq"] * bool(group["amsgrad"])
        state = self.next_state(parameter, names)
        t = float(state["step"])
        mean, square = memory(state["exp_avg"]), memory(state["exp_avg_sq"])
        # One array for all the steps, because new ones would take longer than the arithmetic.
        scratch = np.subtract(g, mean, out=np.empty_like(mean))
        scratch *= 1 - beta1
        mean += scratch
        np.multiply(g, g, out=scratch)
        scratch *= 1 - beta2
        square *= beta2
        square += scratch
        if group["amsgrad"]:
            largest = memory(state["max_exp_avg_sq"])
            square = np.maximum(largest, square, out=largest)
        np.sqrt(square, out=scratch)
        scratch /= math.sqrt(1 - beta2**t)
        scratch += group["eps"]
        step = np.divide(mean, scratch, out=scratch)
        step *= lr / (1 - beta1**t)
        count_change(parameter)
        if group["weight_decay"] and group["decoupled_weight_decay"]:
            value *= 1 - lr * group["weight_decay"]
        value -= step


class AdamW(Adam):
    """Update parameters as Adam does, but apply weight decay directly to the parameters.

    Each step first shrinks the parameter by `lr * weight_decay`, and then takes Adam's step.

    >>> import minigrad as mg
    >>> w = mg.tensor([4.0], requires_grad=True)
    >>> optimizer = mg.optim.AdamW([w], lr=0.5, weight_decay=0.1)
    >>> (3 * w).backward()
    >>> optimizer.step()
    >>> w
    tensor([3.3000], requires_grad=True)
    """

    def __init__(
        self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.01, amsgrad=False, **how
    ) -> None:
        how["decoupled_weight_decay"] = True
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, **how)
        self._fixed = {"decoupled_weight_decay": True}
