"""The minigrad counterpart of each piece of the chapter's engine."""

import inspect
from pathlib import Path
from typing import Any

import minigrad
from minigrad.autograd import accumulate
from minigrad.engine import backward, graph, unbroadcast
from minigrad.engine.binary import binary
from minigrad.engine.tensor import Tensor

MOVES = (
    ("take the newest node", "heappop("),
    ("take out its gradient", "in_flight.pop("),
    ("apply a rule", "rules[i]("),
    ("sum it to its input's shape", "unbroadcast(d"),
    ("add it to the earlier shares", "in_flight[edge] + d"),
    ("or store it as the first share", "in_flight[edge] = d"),
)
PASS = (backward.propagate, unbroadcast.with_unbroadcast)
PLACES: dict[str, Any] = {
    "Tensor": Tensor,
    "inputs and rules": graph.Node,
    "operation": binary,
    "sum_to": unbroadcast.sum_to,
    "accumulate": accumulate.accumulate,
    "backward": backward.propagate,
}


def moves() -> dict[str, str]:
    """Return each move of a backward pass along with the line of minigrad that makes that move."""
    sources = "".join(inspect.getsource(inspect.unwrap(function)) for function in PASS)
    lines = [line.strip() for line in sources.splitlines()]
    return {does: next(ln for ln in lines if piece in ln) for does, piece in MOVES}


def places() -> dict[str, str]:
    """Return the name and file in minigrad for each piece of the chapter's engine."""
    return {yours: f"{it.__name__} in {_file(it)}" for yours, it in PLACES.items()}


def minigrad_moves() -> None:
    _print(moves())


def minigrad_pieces() -> None:
    _print(places())


def _file(it: Any) -> str:
    path = Path(inspect.getsourcefile(_function(it)) or "")
    return path.relative_to(Path(minigrad.__file__).parents[1]).as_posix()


def _function(it: Any) -> Any:
    """Return a function from the same file. (A class's `__module__` is the public package.)"""
    if not inspect.isclass(it):
        return inspect.unwrap(it)
    members = (m.fget if isinstance(m, property) else m for m in vars(it).values())
    return next((member for member in members if inspect.isfunction(member)), it)


def _print(rows: dict[str, str]) -> None:
    width = max(map(len, rows)) + 3
    for name, text in rows.items():
        print(f"{name:{width}}{text}")
