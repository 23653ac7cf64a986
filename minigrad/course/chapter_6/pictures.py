"""Figures that show a backward pass through the learner's own tensors, round by round.

To draw them, the backward pass from the chapter's solution runs, but it leaves no gradients on the
tensors.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...draw.svg import Drawing
from .engine import sum_to
from .rows import Column, drawn, newest_first, number


@dataclass(frozen=True)
class Round:
    ran: str  # the name of the tensor that ran; empty before the first round
    flying: Mapping[str, Sequence[str]]  # for each name in flight, the shares received so far
    grad: str = ""  # what a leaf keeps in this round


def draw_pass(**tensors: Any) -> Drawing:
    """Draw a backward pass over the given tensors only, starting at the newest one."""
    newest = newest_first(tensors)
    turns = list(rounds(newest))
    return drawn(newest, [_column(turn) for turn in turns], describe(turns))


def rounds(tensors: Mapping[str, Any]) -> list[Round]:
    """Run the pass and return its rounds, with the sums written out."""
    names = {t: name for name, t in tensors.items()}
    waiting = {next(iter(names)): [np.array(1.0)]}
    turns = [Round("", _by_name(waiting, names))]
    while waiting:
        t = max(waiting, key=lambda t: t.order)
        g = sum(waiting.pop(t))
        for x, rule in zip(t.inputs, t.rules, strict=True):
            if x.requires_grad:
                d = sum_to(rule(g, *[x.data for x in t.inputs]), x.data.shape)
                waiting.setdefault(x, []).append(d)
        turns.append(Round(names[t], _by_name(waiting, names), "" if t.inputs else number(g)))
    return turns


def describe(turns: Sequence[Round]) -> str:
    return " ".join(
        (f"{turn.ran} runs" if turn.ran else "At the start")
        + (f" and keeps {turn.grad}" if turn.grad else "")
        + (f"; in flight: {_listed(turn.flying)}." if turn.flying else "; nothing is in flight.")
        for turn in turns
    )


def _column(turn: Round) -> Column:
    """Draw a column that shows which tensor ran and which gradients were in flight afterward."""
    said = {name: _sum(shares) for name, shares in turn.flying.items()}
    arrived = {turn.ran: f"grad {turn.grad}"} if turn.grad else {}
    return Column(f"{turn.ran} runs" if turn.ran else "at the start", said | arrived)


def _listed(flying: Mapping[str, Sequence[str]]) -> str:
    return ", ".join(f"{_sum(shares)} for {name}" for name, shares in flying.items())


def _sum(shares: Sequence[str]) -> str:
    total = f" = {number(sum(map(float, shares)))}" if len(shares) > 1 else ""
    return " + ".join(shares) + total


def _by_name(
    waiting: Mapping[Any, Sequence[Any]], names: Mapping[Any, str]
) -> dict[str, list[str]]:
    return {names[t]: [number(d) for d in shares] for t, shares in waiting.items()}
