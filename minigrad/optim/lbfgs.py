"""L-BFGS, which estimates the curvature from the last steps and gradients."""

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ..engine.memory.versions import count_change
from ..engine.modes import enable_grad
from ..engine.tensor import Tensor, memory, wrap
from ..messages.errors import error
from .optimizer import Optimizer


class LBFGS(Optimizer):
    """Step along -H⁻¹g, where H is estimated from the last ``history_size`` steps and gradients.

    One ``step(closure)`` takes up to ``max_iter`` steps, and calls the closure, which returns the
    loss, before each of them. With ``line_search_fn="strong_wolfe"``, it also looks for a length of
    the step that reduces the loss and its slope.

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
        first, state = group["params"][0], self.state[group["params"][0]]
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
            lr, slope = float(group["lr"]), g.dot(d)
            memo["t"] = min(1.0, 1.0 / np.abs(g).sum()) * lr if state["n_iter"] == 1 else lr
            if slope > -group["tolerance_change"]:
                break
            calls = 0
            if group["line_search_fn"] is not None:
                if group["line_search_fn"] != "strong_wolfe":
                    raise error("line_search")
                start, most = self._copies(), group["max_eval"] - evaluations
                found, calls = _line_search(
                    lambda t, start=start, d=d: self._point(closure, start, t, d),
                    Point(0, loss, g, slope),
                    memo["t"],
                    _largest(d),
                    most,
                )
                memo["t"], loss, g = found.t, found.loss, found.g
                self._move(found.t, d)
            else:
                self._move(memo["t"], d)
                if i != group["max_iter"]:
                    _, loss, g = self._evaluated(closure)
                    calls = 1
            evaluations += calls
            state["func_evals"] += calls
            if (
                evaluations >= group["max_eval"]
                or _largest(g) <= group["tolerance_grad"]
                or _largest(d * memo["t"]) <= group["tolerance_change"]
                or abs(loss - memo["prev_loss"]) < group["tolerance_change"]
            ):
                break
        state.update({name: _tensors(value, first._dtype) for name, value in memo.items()})
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
        for y, s, rho, part in zip(changes, steps, inverses, parts[::-1], strict=True):
            d = d + (part - y.dot(d) * rho) * s
        return d

    def _copies(self) -> list:
        return [p._value.copy() for p in self.param_groups[0]["params"]]

    def _move(self, t, d) -> None:
        """Add t · d to the parameters."""
        offset = 0
        for p in self.param_groups[0]["params"]:
            size, value = p._value.size, memory(p)
            count_change(p)
            value += value.dtype.type(t) * d[offset : offset + size].reshape(value.shape)
            offset += size

    def _point(self, closure: Callable, start: list, t, d) -> "Point":
        """Return the loss and the gradient at start + t · d. The parameters stay at the start."""
        self._move(t, d)
        try:
            _, loss, g = self._evaluated(closure)
        finally:
            for p, value in zip(self.param_groups[0]["params"], start, strict=True):
                count_change(p)
                memory(p)[...] = value
        return Point(t, loss, g, g.dot(d))


_REMEMBERED = ("d", "t", "old_dirs", "old_stps", "ro", "H_diag", "prev_flat_grad", "prev_loss")


class Point(NamedTuple):
    """A point on the line of a search: its distance, the loss, the gradient, and the slope."""

    t: float
    loss: float
    g: np.ndarray
    slope: float


def _line_search(at: Callable, start: Point, t: float, size: float, most: int) -> tuple:
    """Return a point that satisfies the strong Wolfe conditions, and the number of evaluations.

    First, the step is lengthened until two points enclose such a point. Then the better of the two,
    `low`, and the other one, `high`, are moved together.
    """
    previous, new = start, at(t)
    calls, rounds, low, high = 1, 0, None, None
    while rounds < most:
        too_high = new.loss > start.loss + 1e-4 * new.t * start.slope
        if too_high or (rounds > 1 and new.loss >= previous.loss):
            low, high = previous, new
            break
        if abs(new.slope) <= -0.9 * start.slope:
            return new, calls
        if new.slope >= 0:
            low, high = previous, new
            break
        bounds = new.t + 0.01 * (new.t - previous.t), new.t * 10
        t = _cubic_minimum(previous, new, bounds)
        previous, new = new, at(t)
        calls, rounds = calls + 1, rounds + 1
    if low is None or high is None:  # the limit was reached
        low, high = start, new
    if low.loss > high.loss:
        low, high = high, low
    was_close = False
    while rounds < most and abs(high.t - low.t) * size >= 1e-9:
        near, far = sorted((low.t, high.t))
        first, second = (low, high) if low.t <= high.t else (high, low)
        t, margin = _cubic_minimum(first, second, (near, far)), 0.1 * (far - near)
        is_close = min(far - t, t - near) < margin
        if is_close and (was_close or t >= far or t <= near):
            t = far - margin if abs(t - far) < abs(t - near) else near + margin
            is_close = False
        was_close = is_close
        new = at(t)
        calls, rounds = calls + 1, rounds + 1
        if new.loss > start.loss + 1e-4 * t * start.slope or new.loss >= low.loss:
            low, high = (low, new) if low.loss <= new.loss else (new, low)
            continue
        if abs(new.slope) <= -0.9 * start.slope:
            return new, calls
        high, low = (low if new.slope * (high.t - low.t) >= 0 else high), new
    return low, calls


def _cubic_minimum(a: Point, b: Point, bounds: tuple) -> float:
    """Return the minimum of the cubic that has the values and slopes of a and b, a left of b."""
    least, most = bounds
    middle = a.slope + b.slope - 3 * (a.loss - b.loss) / (a.t - b.t)
    square = middle**2 - a.slope * b.slope
    if not square >= 0:
        return (least + most) / 2
    root = math.sqrt(square)
    t = b.t - (b.t - a.t) * ((b.slope + root - middle) / (b.slope - a.slope + 2 * root))
    return min(max(t, least), most)


def _largest(values) -> float:
    return float(np.abs(values).max(initial=0))


def _arrays(value):
    """Return the arrays of a saved state's tensors."""
    if isinstance(value, list):
        return [_arrays(each) for each in value]
    return value._value if hasattr(value, "_value") else value


def _tensors(value, dtype):
    """Return a state's arrays as tensors, so that it's saved and converted like other states."""
    if isinstance(value, list):
        return [_tensors(each, dtype) for each in value]
    return wrap(value, dtype) if isinstance(value, np.ndarray | np.generic) else value
