"""Tests that the code a message offers instead of an unsupported function gives its result."""

import numpy as np
import pytest

import minigrad as mg
from minigrad.messages.unsupported_names import ADVICE

NAMES = {
    **{name: getattr(mg, name) for name in ("cat", "stack", "where", "tensor")},
    "minigrad": mg,
    "x": mg.tensor([-5.5, 7.0, float("nan")]),
    "y": mg.tensor([2.0, 4.0, 1.0]),
    "z": mg.tensor([8.0, -3.0, 1.0]),
    "n": 2,
    "d": mg.tensor([-0.25, 3.0]),
    "f": mg.sum,
    "xs": mg.tensor([[1.0, 2.0], [3.0, 4.0]]),
    "indices": mg.tensor([1, 1]),
    "mask": mg.tensor([True, False, True]),
    "start": 1,
    "length": 2,
    "one_hot": mg.nn.functional.one_hot,
    "weight": 0.25,
    "value": 10.0,
    "parameters": [mg.ones(2, 1), mg.zeros(1)],
}
POINTS = {"x": mg.tensor([[0.0, 0.0], [3.0, 4.0]]), "y": mg.tensor([[3.0, 4.0]])}
NAN = float("nan")
# For each name in the advice: the suggested code, and the function's result in PyTorch.
CODE = {
    ".roll": ("cat([x[-n:], x[:-n]])", [7, NAN, -5.5]),
    ".index_select": ("x[indices]", [7, 7]),
    ".masked_select": ("x[mask]", [-5.5, NAN]),
    ".narrow": ("x[start : start + length]", [7, NAN]),
    ".scatter_add": ("one_hot(indices, n).to(xs.dtype).T @ xs", [[0, 0], [4, 6]]),
    ".repeat_interleave": ("stack([x] * n, 1).flatten(0, 1)", [-5.5, -5.5, 7, 7, NAN, NAN]),
    ".unfold": ("stack([x[i : i + n] for i in range(len(x) - n + 1)])", [[-5.5, 7], [7, NAN]]),
    ".diff": ("x[1:] - x[:-1]", [12.5, NAN]),
    ".nan_to_num": ("where(x.isnan(), 0.0, x)", [-5.5, 7, 0]),
    ".nanmean": ("x[~x.isnan()].mean()", 0.75),
    ".hypot": ("(x * x + y * y).sqrt()", [5.8523500, 8.0622577, NAN]),
    ".fmod": ("x - y * (x / y).trunc()", [-1.5, 3, NAN]),
    ".lerp": ("x + weight * (y - x)", [-3.625, 6.25, NAN]),
    ".addcmul": ("x + value * y * z", [154.5, -113, NAN]),
    ".addmm": ("x + y @ z", [-0.5, 12, NAN]),
    "cdist": ("(x[:, None] - y).square().sum(-1).sqrt()", [[5], [0]]),
    "vmap": ("stack([f(x) for x in xs])", [3, 7]),
    "SmoothL1Loss": ("where(d.abs() < 1, d * d / 2, d.abs() - 0.5).mean()", (0.03125 + 2.5) / 2),
    "parameters_to_vector": ("cat([p.reshape(-1) for p in parameters])", [1, 1, 0]),
}
ASSIGNED = "index_put"  # a statement, `x[indices] = values`


def sentence(name: str) -> str:
    (found,) = (advice for advice, names in ADVICE.items() if name in names.split())
    return found


@pytest.mark.parametrize("name", CODE)
def test_the_suggested_code_computes_the_same_as_the_function(name: str) -> None:
    code, expected = CODE[name]
    assert code in sentence(name)
    result = eval(code, {**NAMES, **(POINTS if name == "cdist" else {})})
    assert np.allclose(result.numpy(), expected, equal_nan=True)


def test_all_suggested_code_is_tested() -> None:
    offered = {advice for advice in ADVICE if advice.startswith("Write ")}
    assert {sentence(name) for name in (*CODE, ASSIGNED)} == offered
