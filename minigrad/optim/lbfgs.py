"""L-BFGS, which estimates the curvature from the last steps and gradients."""

from collections.abc import Callable

import numpy as np

from ..engine.dtypes import from_numpy_dtype
from ..engine.memory.versions import count_change
from ..engine.modes import enable_grad
from ..engine.tensor import Tensor, memory, wrap
from ..messages.errors import error
from .optimizer import Optimizer


class LBFGS(Optimizer):
    """Step along -H⁻¹g, where H is estimated from the last ``history_size`` steps and gradients.

    One ``step(closure)`` takes up to ``max_iter`` steps, and calls the closure, which returns the
    loss, before each of them.

    >>> import minigrad as mg
    >>> w = mg.tensor([1.0], requires_grad=True)
    >>> optimizer = mg.optim.LBFGS([w])
    >>> def closure():
    ...     optimizer.zero_grad()
    ...     loss = ((w - 3) ** 2).sum()
    ...     loss.backward()
    ...     return loss
    >>> optimizer.step(closure)
    tensor(4., grad_fn=<SumBackward0>)
    >>> w
    tensor([3.], requires_grad=True)
    """

    def __init__(
        self,
        params,
        lr=1,
        max_iter: int = 20,
        max_eval: int | None = None,
        tolerance_grad=1e-7,
        tolerance_change=1e-9,
        history_size: int = 100,
        line_search_fn: str | None = None,
    ) -> None:
        if not lr >= 0.0:
            raise error("invalid_option", "learning rate", lr)
        if line_search_fn is not None:
            raise error("line_search")
        options = {
            "lr": lr,
            "max_iter": max_iter,
            "max_eval": max_iter * 5 // 4 if max_eval is None else max_eval,
            "tolerance_grad": tolerance_grad,
            "tolerance_change": tolerance_change,
            "history_size": history_size,
            "line_search_fn": line_search_fn,
        }
        super().__init__(params, options)
        if len(self.param_groups) != 1:
            raise error("single_group")

    def step(self, closure):  # type: ignore[override]
        """Take up to ``max_iter`` steps, and return the loss before the first of them."""
        group = self.param_groups[0]
        state = self.state[group["params"][0]]
        state.setdefault("func_evals", 0)
        state.setdefault("n_iter", 0)
        original, loss, g = self._evaluated(closure)
        state["func_evals"] += 1
        if _largest(g) <= group["tolerance_grad"]:
            return original
        memo = {name: _arrays(state.get(name)) for name in _REMEMBERED}
        evaluations = 1
        for i in range(1, group["max_iter"] + 1):
            state["n_iter"] += 1
            d = self._direction(g, memo, state["n_iter"] == 1, group["history_size"])
            memo |= {"d": d, "prev_flat_grad": g, "prev_loss": loss}
            lr = float(group["lr"])
            memo["t"] = min(1.0, 1.0 / np.abs(g).sum()) * lr if state["n_iter"] == 1 else lr
            if g.dot(d) > -group["tolerance_change"]:
                break
            self._move(memo["t"], d)
            if i != group["max_iter"]:
                _, loss, g = self._evaluated(closure)
                evaluations += 1
                state["func_evals"] += 1
            if (
                evaluations >= group["max_eval"]
                or _largest(g) <= group["tolerance_grad"]
                or _largest(d * memo["t"]) <= group["tolerance_change"]
                or abs(loss - memo["prev_loss"]) < group["tolerance_change"]
            ):
                break
        known = {name: value for name, value in memo.items() if value is not None}
        state.update({name: _tensors(value) for name, value in known.items()})
        return original

    def _evaluated(self, closure: Callable) -> tuple:
        """Return the loss as a tensor and as a number, and the gradient as one vector."""
        with enable_grad():
            loss = closure()
        parts = []
        for p in self.param_groups[0]["params"]:
            gradient = np.zeros_like(p._value) if p._grad is None else p._grad._value
            parts.append(np.reshape(gradient, -1))
        number = float(loss.detach() if isinstance(loss, Tensor) else loss)
        return loss, number, np.concatenate(parts)

    @staticmethod
    def _direction(g, memo: dict, is_first: bool, most: int):
        """Return -H⁻¹g by the two loops of L-BFGS."""
        if is_first:
            memo |= {"old_dirs": [], "old_stps": [], "ro": [], "H_diag": 1}
            return -g
        changes, steps, inverses = (memo[name] for name in ("old_dirs", "old_stps", "ro"))
        change, step = g - memo["prev_flat_grad"], memo["d"] * g.dtype.type(memo["t"])
        product = change.dot(step)
        if product > 1e-10:
            if len(changes) == most:
                for history in (changes, steps, inverses):
                    del history[0]
            changes.append(change)
            steps.append(step)
            inverses.append(1.0 / product)
            memo["H_diag"] = product / change.dot(change)
        d, parts = -g, []
        for y, s, rho in zip(changes[::-1], steps[::-1], inverses[::-1], strict=True):
            parts.append(s.dot(d) * rho)
            d = d - parts[-1] * y
        d = d * memo["H_diag"]
        memo["al"] = parts[::-1] + [None] * (most - len(parts))
        for y, s, rho, part in zip(changes, steps, inverses, parts[::-1], strict=True):
            d = d + (part - y.dot(d) * rho) * s
        return d

    def _move(self, t, d) -> None:
        """Add t · d to the parameters."""
        offset = 0
        for p in self.param_groups[0]["params"]:
            size, value = p._value.size, memory(p)
            count_change(p)
            value += value.dtype.type(t) * d[offset : offset + size].reshape(value.shape)
            offset += size


_REMEMBERED = (
    "al",
    "d",
    "t",
    "old_dirs",
    "old_stps",
    "ro",
    "H_diag",
    "prev_flat_grad",
    "prev_loss",
)


def _largest(values) -> float:
    return float(np.abs(values).max(initial=0))


def _arrays(value):
    """Return the arrays of a saved state's tensors."""
    if isinstance(value, list):
        return [_arrays(each) for each in value]
    return value._value if hasattr(value, "_value") else value


def _tensors(value):
    """Return a state's arrays as tensors, so that it's saved and converted like other states."""
    if isinstance(value, list):
        return [_tensors(each) for each in value]
    if isinstance(value, np.ndarray | np.generic):
        return wrap(value, from_numpy_dtype(value.dtype))
    return value
