"""The open exercise of chapter 4: which step forgets to zero, told from what it does."""

from collections.abc import Callable, Iterator
from typing import Any

from minigrad.course.checking import call, exercise, library_of, numbers

Step = Callable[[Any, Callable[[Any], Any]], None]


@exercise(
    "forgets",
    keep="After two passes, what `.grad` holds tells who zeroes: one gradient, none, or the sum.",
    hints=[
        "Make a `w` of your own and a loss whose gradient you know, and run the step.",
        "From a fresh `w`, one step shows nothing. After two, `w.grad` is one gradient or a sum.",
        "With the loss `3 * w`, a step that zeroes leaves 3, 0 or `None`, one that forgets 6.",
    ],
    meanings=[
        (
            r"NoneType.*(item|abs)|NoneType.*not supported|not supported.*NoneType",
            "A step may leave `None` in `w.grad`: ask for that before you compute with it.",
        ),
    ],
)
def forgets(answer: Callable[..., Any]) -> str | None:
    mg = library_of(answer)
    said, times = [], []
    for step, forgot, why in steps(mg):
        runs: list[Any] = []
        said.append((numbers(call(answer, counted(step, runs))), forgot, why))
        times.append(len(runs))
    if any(not isinstance(verdict, bool | int) for verdict, _, _ in said):
        return f"`True` or `False` is wanted, and {said[0][0]!r} came back."
    if not any(times):
        return "It never runs the step that it is given."
    if len({bool(verdict) for verdict, _, _ in said}) == 1:
        if max(times) == 1 and not said[0][0]:
            return "It runs the step once, and the first step of a fresh `w` looks alike in all."
        return f"It says {bool(said[0][0])} of every step that was tried: some zero, some do not."
    return next((why for verdict, forgot, why in said if bool(verdict) != forgot), None)


def counted(step: Step, runs: list[Any]) -> Step:
    def run(w: Any, f: Callable[[Any], Any]) -> None:
        runs.append(w)
        step(w, f)

    return run


def steps(mg: Any) -> Iterator[tuple[Step, bool, str]]:
    """Steps of training: does this one forget, and what to say to somebody who is wrong there."""

    def made(lr: float, before: str = "", after: str = "", momentum: float = 0.0) -> Step:
        held: dict[int, tuple[Any, Any]] = {}  # with the tensor, whose id is then its own

        def step(w: Any, f: Callable[[Any], Any]) -> None:
            if before:
                w.grad = None
            f(w).sum().backward()
            velocity = momentum * held.get(id(w), (w, 0.0))[1] + w.grad
            held[id(w)] = (w, velocity)
            with mg.no_grad():
                w -= lr * velocity
            if after == "none":
                w.grad = None
            elif after == "zeros":
                w.grad.zero_()

        return step

    yield made(0.1), True, "A step that never zeroes passed as one that does: run it twice?"
    yield (
        made(0.1, before="none"),
        False,
        ("A step that zeroes at its beginning leaves one gradient in `w.grad`, and may do so."),
    )
    yield made(0.1, after="none"), False, "A step may zero at its end, and leave `None`."
    yield made(0.1, after="zeros"), False, "A step may zero at its end, and leave zeros."
    yield (
        made(1e-4),
        True,
        ("A step with a tiny learning rate, which never zeroes, passed as one that does."),
    )
    yield (
        made(0.1, before="none", momentum=0.9),
        False,
        ("A step with momentum was taken for one that forgets. It moves ever faster, and zeroes."),
    )
