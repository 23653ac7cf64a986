"""The open exercise of chapter 3: switched off for a while, and back on every way out."""

from collections.abc import Callable
from typing import Any

from minigrad.course.checking import call, exercise, library_of, same


class PlantedError(Exception):
    """What the function raises that the learner's code is given."""


@exercise(
    "without",
    keep="What is switched off has to come back on every way out, also through an error: by "
    "`finally`, or by a `with` block, which does it for you.",
    hints=[
        "Before you switch them off, note in a list which of them were on.",
        "What has to run whether or not `f()` raises stands under `finally:`.",
        "Under `finally`: `p.requires_grad_(was)` for each `p` and its `was`, with `zip`.",
    ],
)
def without(run: Callable[..., Any]) -> str | None:
    mg = library_of(run)
    a, b, c, d = (mg.tensor(value, requires_grad=True) for value in (2.0, 3.0, 5.0, 7.0))
    c.requires_grad_(False)
    seen: list[tuple[bool, bool]] = []

    def f() -> Any:
        seen.append((any(p.requires_grad for p in (a, c, d)), mg.is_grad_enabled()))
        return a * b * c * d

    given = call(run, [a, c, d], f)
    if not seen:
        return "`f` was never called."
    if len(seen) > 1:
        return f"`f` ran {len(seen)} times. Once was asked for."
    tracked, recording = seen[0]
    if not recording:
        return "While `f` ran, nothing at all was recorded: other parameters lose their gradient."
    if tracked:
        return "While `f` ran, a parameter of the list was still tracked."
    if not (a.requires_grad and d.requires_grad):
        return "Afterwards the parameters are still off: who switches them back on?"
    if c.requires_grad:
        return "One of the parameters was off before, and is on afterwards: note how each one was."
    if given is None:
        return "What `f` gave did not come back: `return` it."
    if not same(given, 210.0):
        return "What came back is not what `f` gave."
    if not getattr(given, "requires_grad", False):
        return "What `f` gave has lost its graph on the way back."
    return on_an_error(mg, run)


def on_an_error(mg: Any, run: Callable[..., Any]) -> str | None:
    a = mg.tensor(2.0, requires_grad=True)

    def fails() -> None:
        raise PlantedError

    def raises() -> bool:
        try:
            run([a], fails)
        except PlantedError:
            return True
        return False

    passed_on = call(raises)
    if not passed_on:
        return "`f` raised an error, and nobody heard of it: it has to go on to the caller."
    if not a.requires_grad:
        return "`f` raised an error, and the parameters stayed off: the way back was skipped."
    return None
