"""What the text of chapter 3 calls: seven ways to values without a record, and a caught warning."""

import warnings
from collections.abc import Callable
from typing import Any

HEARD: dict[str, str] = {}  # the last warning of each function, for those that warn only once


def try_ways(mg: Any) -> None:
    """Print what each way gives: is it tracked, whose memory is it, who notices a write into it?

    `x` is saved for the gradient of `w`, and what the way made of `x` is multiplied by 10.
    """
    row = "{:24}{:9}{:8}{}".format
    print(row("way", "tracked", "memory", "after the write, w.grad is"))
    for name, way in ways(mg).items():
        print(row(name, *tried(mg, way)))


def ways(mg: Any) -> dict[str, Callable[[Any], Any]]:
    return {
        "requires_grad_(False)": lambda x: x.requires_grad_(False),
        "detach()": lambda x: x.detach(),
        ".data": lambda x: x.data,
        "detach().numpy()": lambda x: x.detach().numpy(),
        "clone()": lambda x: x.clone(),
        "detach().clone()": lambda x: x.detach().clone(),
        "x * 1 under no_grad()": mg.no_grad()(lambda x: x * 1),
    }


def tried(mg: Any, way: Callable[[Any], Any]) -> tuple[str, str, str]:
    x = mg.tensor([3.0, 4.0], requires_grad=True)
    w = mg.ones(2, requires_grad=True)
    made, loss = way(x), (w * x).sum()
    with mg.no_grad():
        made *= 10
    tracked = "yes" if getattr(made, "requires_grad", False) else "no"
    memory = "own" if x[0].item() == 3.0 else "shared"
    try:
        loss.backward()
    except RuntimeError:
        return tracked, memory, "an error"
    right = "" if w.grad.tolist() == [3.0, 4.0] else ", without a word"
    return tracked, memory, f"{w.grad.tolist()}{right}"


def with_warning(function: Callable[..., Any], *arguments: Any) -> tuple[Any, str]:
    """What a call gives, and the first line of its warning, which may come once in a session."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        given = function(*arguments)
    if caught:
        HEARD[function.__name__] = str(caught[0].message).splitlines()[0]
    return given, HEARD.get(function.__name__, "no warning")
