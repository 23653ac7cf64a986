"""Whole programs about module hooks and custom optimizers, with recordings of PyTorch's results.

A lesson is a function that receives the library. It prints, as a notebook would, and returns its
results by name. Both have to match PyTorch's.
"""

import contextlib
import io
import types
import warnings
from collections.abc import Callable
from typing import Any

from .observing import plain
from .rules import as_one


def gradients_on_both_sides(mg: Any) -> dict:
    """Put backward hooks on modules with several inputs and outputs, some of which aren't used."""

    class Pair(mg.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.up, self.down = mg.nn.Linear(2, 2), mg.nn.Linear(2, 2)

        def forward(self, x: Any, y: Any, name: str) -> tuple:
            return self.up(x), self.down(x) * y, name

    pair, x, y = Pair(), mg.ones(1, 2, requires_grad=True), mg.tensor([2.0, 3.0])
    pair.register_full_backward_hook(lambda m, inner, outer: print("then", inner, outer))
    up, _, _ = pair(x, y, "name")
    up.sum().backward()
    print(x.grad, pair.up.weight.grad, pair.down.weight.grad)

    layer = mg.nn.Linear(2, 1)
    gone = layer.register_full_backward_hook(lambda m, inner, outer: print("heard", inner))
    out = layer(x)
    gone.remove()  # too late for this call
    out.sum().backward()
    layer(x).sum().backward()
    weight = layer.weight.grad.clone()
    layer.register_full_backward_hook(lambda m, inner, outer: (inner[0], inner[0]))
    out, clamped = layer(x).sum(), mg.nn.ReLU(inplace=True)
    clamped.register_full_backward_hook(lambda m, inner, outer: None)
    for act in (out.backward, lambda: clamped(x * 2)):
        try:
            act()
        except RuntimeError as error:
            print(str(error).split(".")[0].splitlines()[0])
    return {"x": x.grad, "weight": weight}


def results_in_a_dict(mg: Any) -> dict:
    """See that backward hooks skip a result that isn't a tensor, which PyTorch warns about."""

    class Named(mg.nn.Module):
        def forward(self, x: Any) -> dict:
            return {"double": x * 2}

    named, x = Named(), mg.ones(2, requires_grad=True)
    named.register_full_backward_hook(lambda m, inner, outer: print("never"))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        named(x)["double"].sum().backward()
    print([str(warning.message) for warning in caught])
    return {"x": x.grad}


def hooks_in_order(mg: Any) -> dict:
    """Register several hooks of each kind, which run in the order of their registration."""

    class Scaled(mg.nn.Module):
        def forward(self, x: Any, *, scale: float = 1.0) -> Any:
            return x * scale

    scaled = Scaled()
    for name in "ab":
        scaled.register_forward_hook(lambda m, a, y, n=name: print("after", n))
        scaled.register_forward_pre_hook(lambda m, a, n=name: print("before", n))
        scaled.register_full_backward_hook(lambda m, i, o, n=name: print("back", n))
    x = mg.ones(2, requires_grad=True)
    y = scaled(x, scale=2.0)
    y.sum().backward()
    return {"x": x.grad, "y": y}


def an_optimizer_of_ones_own(mg: Any) -> dict:
    """Subclass Optimizer with a step that takes no closure, and add a schedule."""

    class Descent(mg.optim.Optimizer):
        def __init__(self, params: Any, lr: float) -> None:
            super().__init__(params, {"lr": lr})

        def step(self) -> None:  # type: ignore[override]
            with mg.no_grad():
                for group in self.param_groups:
                    for p in group["params"]:
                        self.state[p]["steps"] = self.state[p].get("steps", 0) + 1
                        p -= group["lr"] * p.grad

    w = mg.tensor([1.0, -2.0], requires_grad=True)
    optimizer = Descent([w], lr=0.5)
    schedule = mg.optim.lr_scheduler.StepLR(optimizer, 1, 0.5)
    for _ in range(3):
        optimizer.zero_grad()
        (w**2).sum().backward()
        optimizer.step()
        schedule.step()
        print(w, schedule.get_last_lr())
    print(optimizer, optimizer.state_dict())

    class Stepless(mg.optim.Optimizer):
        pass

    try:
        Stepless([w], {}).step()
    except NotImplementedError:
        print("no step")
    return {"w": w}


def states_that_are_shared(mg: Any) -> dict:
    """See that an optimizer doesn't copy a loaded state, and that AdamW stays AdamW."""
    w, v = (mg.tensor([1.0, -2.0], requires_grad=True) for _ in range(2))
    first = mg.optim.Adam([w], lr=0.1)
    (w**2).sum().backward()
    first.step()
    second = mg.optim.AdamW([v], lr=0.5)
    saved = first.state_dict()
    second.load_state_dict(saved)
    v.grad = mg.ones(2)
    second.step()
    print(second, saved)
    return {"w": w, "v": v, "mean": first.state[w]["exp_avg"]}


LESSONS: dict[str, Callable[[Any], dict]] = {
    lesson.__name__: lesson
    for lesson in (
        gradients_on_both_sides,
        results_in_a_dict,
        hooks_in_order,
        an_optimizer_of_ones_own,
        states_that_are_shared,
    )
}


def observe_lesson(name: str, library: types.ModuleType) -> dict[str, Any]:
    """Return the lines that a lesson prints, and its results."""
    printed = io.StringIO()
    library.manual_seed(0)
    with contextlib.redirect_stdout(printed):
        results = LESSONS[name](library)
    values = {key: plain(value, library) for key, value in results.items()}
    return {"printed": as_one(printed.getvalue()).splitlines(), "results": values}
