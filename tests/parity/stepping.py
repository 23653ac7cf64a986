"""Check that stepping through PyTorch's graphs gives the gradients that PyTorch computes."""

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from minigrad.explore.explorer import Explorer
from minigrad.explore.foreign import Foreign
from minigrad.explore.graph import forward_and_backward
from minigrad.explore.orders import passes
from minigrad.explore.passes import graph_of
from minigrad.explore.words import short

Named = dict[str, Any]


def used_twice() -> Named:
    x = torch.tensor(2.0, requires_grad=True)
    a = x * x
    b = a + 1
    return {"x": x, "a": a, "b": b, "z": a * b}


def functions() -> Named:
    x = torch.tensor([0.3, 0.7], requires_grad=True)
    y = torch.tensor([1.5, -0.5], requires_grad=True)
    h = (x.sin() * y.exp() - y / 2).tanh()
    return {"x": x, "y": y, "h": h, "out": (h**2).sum()}


def several_outputs() -> Named:
    x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
    a, b, c = x.unbind()
    return {"x": x, "out": a * b + c}


def network() -> Named:
    torch.manual_seed(0)
    model = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.Tanh(), torch.nn.Linear(3, 1))
    inputs, targets = torch.randn(5, 2), torch.randn(5, 1)
    loss = torch.nn.functional.mse_loss(model(inputs), targets)
    return {**dict(model.named_parameters()), "loss": loss}


def classifier() -> Named:
    torch.manual_seed(1)
    W = torch.randn(3, 2, requires_grad=True)
    logits = torch.relu(torch.randn(4, 2)) @ W.T
    loss = torch.nn.functional.cross_entropy(logits, torch.tensor([0, 2, 1, 1]))
    return {"W": W, "logits": logits, "loss": loss}


def convolution() -> Named:
    torch.manual_seed(2)
    layer = torch.nn.Conv1d(1, 2, 3)
    out = torch.nn.functional.layer_norm(layer(torch.randn(1, 1, 6)), [4]).square().mean()
    return {"weight": layer.weight, "bias": layer.bias, "out": out}


def hooked() -> Named:
    x = torch.tensor(2.0, requires_grad=True)
    y = x * x
    y.register_hook(lambda g: g * 10)
    return {"x": x, "y": y, "z": y * 3 + 1}


def with_alpha() -> Named:
    x = torch.tensor(2.0, requires_grad=True)
    y = torch.tensor(5.0, requires_grad=True)
    return {"x": x, "y": y, "z": torch.add(x * y, y, alpha=3)}


MODELS: list[Callable[[], Named]] = [
    *(used_twice, functions, several_outputs, network, classifier, convolution, hooked, with_alpha),
]


def compare_all() -> int:
    wrong = [difference for model in MODELS for difference in differences(model)]
    for difference in wrong:
        print(f"--- stepped through: {difference}")
    print(f"{len(MODELS)} PyTorch graphs stepped through, {len(wrong)} gradients differ")
    return len(wrong)


def differences(model: Callable[[], Named]) -> list[str]:
    """Return descriptions of where the stepper and `torch.autograd` differ."""
    named = model()
    *_, result = named.values()
    explorer = forward_and_backward(result, named)
    leaves = [name for name, t in named.items() if t.is_leaf]
    again = model()
    for name, t in again.items():
        if name not in leaves:
            t.retain_grad()
    *_, last = again.values()
    last.backward(torch.ones_like(last))
    expected = {name: t.grad for name, t in again.items()}

    faults = []
    engine = Foreign(result)
    boxes = graph_of(engine, named, 64)
    done = passes(engine, boxes, engine.seed(None))
    drawn = {boxes.boxes[i].name: g for i, g in done.at_end.items()}
    drawn |= {boxes.boxes[turn.box].name: turn.gradient for turn in done.orders[0]}
    for name, wanted in expected.items():
        if not np.allclose(drawn[name], wanted.numpy(), rtol=1e-6, atol=1e-7):
            faults.append(f"{model.__name__}: {name} has {drawn[name]}, not {wanted}")
    sentences = " ".join(_sentences(explorer))
    for name in leaves:
        text = short(expected[name].numpy())
        said = re.search(re.escape(f"{name}.grad = {text}") + r"(?=\.?(?: |$)|,)", sentences)
        if "shape" not in text and not said:
            faults.append(f"{model.__name__}: {name}.grad = {text} isn't mentioned")
    if any(named[name].grad is not None for name in leaves):
        faults.append(f"{model.__name__}: a .grad was changed")
    return faults


def _sentences(explorer: Explorer) -> list[str]:
    """Return the sentences shown for the order in which the engine itself visits the nodes."""
    return [explorer.at(step=k).sentence for k in explorer.controls[-1].values]
