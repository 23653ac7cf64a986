"""A figure of the record that operations leave on the learner's tensors: the inputs of each one."""

from collections.abc import Mapping
from typing import Any

from ...draw.svg import Drawing
from .rows import Column, drawn, newest_first, number


def draw_record(**tensors: Any) -> Drawing:
    """Draw the tensors with their inputs, and with the share that each rule returns for g = 1."""
    newest = newest_first(tensors)
    inputs = {name: _inputs(t, newest) for name, t in newest.items()}
    shares = {name: shared for name, t in newest.items() if (shared := _shares(t, newest))}
    columns = [
        Column("inputs", inputs, "value"),
        Column("its rules turn 1 into", shares),
    ]
    words = " ".join(
        f"{name} has the inputs {inputs[name]}; its rules turn 1 into {shares[name]}."
        if t.inputs
        else f"{name} has no inputs."
        for name, t in newest.items()
    )
    return drawn(newest, columns, words)


def _inputs(t: Any, tensors: Mapping[str, Any]) -> str:
    return ", ".join(_name(x, tensors) for x in t.inputs) or "none"


def _shares(t: Any, tensors: Mapping[str, Any]) -> str:
    values = [x.data for x in t.inputs]
    return ", ".join(
        f"{number(rule(1.0, *values))} for {_name(x, tensors)}"
        for x, rule in zip(t.inputs, t.rules, strict=True)
        if x.requires_grad
    )


def _name(x: Any, tensors: Mapping[str, Any]) -> str:
    """Return a tensor's name, or its value if the tensor is an unnamed constant."""
    return next((name for name, t in tensors.items() if t is x), number(x.data))
