"""The open exercise of chapter 3: parameters that are frozen for a while, and as before then."""

from collections.abc import Callable
from typing import Any

from minigrad.course.checking import call, exercise, library_of, same


@exercise(
    "without",
    keep="A switch is set back to what it was, not to on: before you turn it, note how it stands.",
    hints=[
        "Which of them are on? Note that before you switch anything off.",
        "A list of those that you switched off is all that has to be remembered.",
        "Three parts: a loop that switches off and notes, `result = f()`, a loop over the list.",
    ],
)
def without(run: Callable[..., Any]) -> str | None:
    mg = library_of(run)
    a, b, c, d = (mg.tensor(value, requires_grad=True) for value in (2.0, 3.0, 5.0, 7.0))
    c.requires_grad_(False)
    seen: list[tuple[int, bool]] = []

    def f() -> Any:
        seen.append((sum(p.requires_grad for p in (a, c, d)), mg.is_grad_enabled()))
        return a * b * c * d

    given = call(run, [a, c, d], f)
    if not seen:
        return "`f` was never called."
    if len(seen) > 1:
        return f"`f` ran {len(seen)} times. Once was asked for."
    tracked, recording = seen[0]
    if not recording:
        return "While `f` ran, nothing at all was recorded: other parameters lose their gradient."
    if tracked == 2:
        return "While `f` ran, the parameters of the list were still tracked, as before."
    if tracked:
        return "While `f` ran, one parameter of the list was still tracked."
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
    return None
