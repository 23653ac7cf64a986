"""Chapter 1's graph z = a·b (b = a + 1). It records which rules ran and why a pass failed."""

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from ..checking.attempt import LearnerError
from .engine import Tensor, operation
from .error_location import call, error_in

ENOUGH = 100  # how often one tensor may run before the pass counts as endless; it should run once


class EndlessPassError(Exception):
    """Raised when a backward pass keeps processing the same tensor."""


class TracedGraph:
    def __init__(self, b_first: bool = False) -> None:
        self.ran: list[str] = []
        self.ran_without_gradient: str | None = None
        self.x = Tensor(2.0, requires_grad=True)
        a = self._product("a", self.x, self.x)
        b = self._traced("b", np.add, lambda g, x, y: g, lambda g, x, y: g)(a, 1.0)
        z = self._product("z", b, a) if b_first else self._product("z", a, b)
        self.tensors = {"x": self.x, "a": a, "b": b, "z": z}
        self.users = {"x": ["a"], "a": ["b", "z"], "b": ["z"], "z": []}

    def run(self, backward: Callable[..., Any]) -> str | None:
        """Send gradients back from z; if the pass fails for a known reason, return the reason."""
        try:
            call(backward, self.tensors["z"])
        except LearnerError as stumbled:
            error = error_in(stumbled)
            if isinstance(error, EndlessPassError):
                return (
                    f"`{self.ran[-1]}` ran {ENOUGH} times in one pass and would go on "
                    "forever. When a tensor runs, take it out of `in_flight` with `pop`."
                )
            if isinstance(error, KeyError) and error.args:
                named = [name for name, t in self.tensors.items() if t is error.args[0]]
                line = stumbled.shown.partition("\n")[0]
                if named and "+" in line and named[0] in self.ran:
                    return (
                        f"`{named[0]}` is running now, so it's no longer in `in_flight`. "
                        "Where shares for `x` meet, add `d` to `in_flight[x]`."
                    )
                if named and "+" in line:
                    return (
                        f"This is the first share for `{named[0]}`, so nothing is in "
                        "flight for it yet, and there's nothing to add to. Store only "
                        "the share."
                    )
                if named:
                    return self._missing(named[0])
            if self.ran_without_gradient:
                return self._missing(self.ran_without_gradient)
            if not self.ran and re.search("unsupported operand.*NoneType", stumbled.error):
                return (
                    "Some tensors ran even though the root wasn't computed from them. The check "
                    "uses its own graph, and `behind(root, [])` finds the tensors in it."
                )
            raise
        return self._nothing_at_x() if self.x.grad is None else None

    def _missing(self, name: str) -> str:
        if name == "z" and name in self.ran:
            return (
                "Your code takes the root `z` out of `in_flight` a second time, but `z` is no "
                "longer there. Each pass through the loop should take out a different tensor."
            )
        if name == "z":
            return (
                "`z`, the root, runs without a gradient, although the first line of `backward` "
                "stored one for it. Take the gradient from there, and only once."
            )
        if name in self.ran or (name == "x" and self.x.grad is not None):
            return (
                f"`{name}` is about to run a second time, but its gradient was taken out "
                "the first time. `in_flight` should hold only tensors that still have to "
                "run."
            )
        if any(user in self.ran for user in self.users[name]):
            user = next(user for user in self.users[name] if user in self.ran)
            return (
                f"`{user}` ran and sent a share to `{name}`, but when `{name}` runs, the "
                "share isn't there. You stored it in one place but look for it in "
                "another."
            )
        users = " and ".join(f"`{user}`" for user in self.users[name])
        turned = (
            ""
            if "z" in self.ran
            else (" The pass begins at the root. Is the root in your list, and does it come first?")
        )
        return f"`{name}` runs before any share has reached it. {users} must run before it.{turned}"

    def _nothing_at_x(self) -> str:
        if not self.ran:
            return (
                "No tensor ran, so nothing has arrived at `x`. The pass should begin with the "
                "root, z."
            )
        if "a" not in self.ran:
            ran = " and ".join(f"`{name}`" for name in dict.fromkeys(self.ran))
            return f"{ran} ran, but `a` didn't, and `a` is what sends `x` its shares."
        return (
            "`a` ran and sent `x` its shares, but `x.grad` is still None. A tensor "
            "without inputs should keep its gradient, using `accumulate`."
        )

    def _product(self, name: str, x: Any, y: Any) -> Any:
        return self._traced(name, np.multiply, lambda g, x, y: g * y, lambda g, x, y: g * x)(x, y)

    def _traced(self, name: str, forward: Any, *rules: Any) -> Any:
        return operation(forward, *(self._noted(name, i, r) for i, r in enumerate(rules)))

    def _noted(self, name: str, i: int, rule: Any) -> Any:
        def noted(g: Any, *values: Any) -> Any:
            if g is None:
                self.ran_without_gradient = name
                raise TypeError("no gradient")
            if not i:
                self.ran.append(name)
            if Counter(self.ran)[name] >= ENOUGH:
                raise EndlessPassError
            return rule(g, *values)

        return noted
