"""Chapter 10b's network, run from stored weights: attention, and the gradients of one loss."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import minigrad as mg
from minigrad.nn import functional as F

from .typed import LETTERS

CHARACTERS = "." + LETTERS
# Each parameter's shape, by name: the number of places and the widths.
PARAMETERS = {
    "letters": ("characters", "width"),
    "places": ("places", "width"),
    "block.attention.query.weight": ("width", "width"),
    "block.attention.key.weight": ("width", "width"),
    "block.attention.value.weight": ("width", "width"),
    "block.attention.out.weight": ("width", "width"),
    "block.attention.out.bias": ("width",),
    "block.first.weight": ("width",),
    "block.first.bias": ("width",),
    "block.up.weight": ("inner", "width"),
    "block.up.bias": ("inner",),
    "block.down.weight": ("width", "inner"),
    "block.down.bias": ("width",),
    "block.second.weight": ("width",),
    "block.second.bias": ("width",),
    "norm.weight": ("width",),
    "norm.bias": ("width",),
    "last.weight": ("characters", "width"),
    "last.bias": ("characters",),
}


@dataclass(frozen=True)
class Look:
    """The attention weights of all heads for one name, and the gradients of one loss."""

    weights: Any  # heads × places × places
    probability: float  # the right answer's probability
    loss: float
    of_weights: Any  # the gradient of the weights, heads × places × places
    of_scores: Any


def sizes(weights: Mapping[str, Any], heads: int) -> dict[str, int]:
    """Return a network's sizes; raise if it isn't built as in chapter 10b."""
    found = {"characters": len(CHARACTERS)}
    for name, dimensions in PARAMETERS.items():
        if name not in weights:
            raise ValueError(
                f"looking_back(): pass the weights of chapter 10b's Writer; {name} is missing"
            )
        shape = weights[name].shape
        if len(shape) != len(dimensions) or any(
            found.setdefault(dimension, size) != size
            for dimension, size in zip(dimensions, shape, strict=True)
        ):
            raise ValueError(
                f"looking_back(): pass the weights of chapter 10b's Writer; {name} has "
                f"shape {shape}"
            )
    if found["width"] % heads:
        raise ValueError(
            f"looking_back(): a width of {found['width']} can't be divided among {heads} heads"
        )
    return found


def look(weights: Mapping[str, Any], heads: int, name: str, place: int) -> Look:
    """Run the network on a name, then run backward from the loss of the guess after `place`."""
    w = {key: mg.tensor(value.tolist(), dtype=mg.float64) for key, value in weights.items()}
    x = [CHARACTERS.index(letter) for letter in "." + name]
    answer = (x + [0])[place + 1]
    n, width = len(x), w["letters"].shape[1]

    def norm(h: Any, layer: str) -> Any:
        return F.layer_norm(h, (width,), w[f"{layer}.weight"], w[f"{layer}.bias"])

    def linear(h: Any, layer: str) -> Any:
        return F.linear(h, w[f"{layer}.weight"], w.get(f"{layer}.bias"))

    def split(layer: str) -> Any:
        return linear(norm(h, "block.first"), layer).reshape(n, heads, -1).transpose(0, 1)

    h = w["letters"][x] + w["places"][:n]
    q, k, v = (split(f"block.attention.{part}") for part in ("query", "key", "value"))
    scores = (q @ k.transpose(1, 2) / (width / heads) ** 0.5).requires_grad_()
    future = mg.ones(n, n).triu(1) == 1
    attention = scores.masked_fill(future, -float("inf")).softmax(dim=2)
    attention.retain_grad()
    mixed = (attention @ v).transpose(0, 1).reshape(n, width)
    h = h + linear(mixed, "block.attention.out")
    h = h + linear(linear(norm(h, "block.second"), "block.up").relu(), "block.down")
    logits = linear(norm(h, "norm"), "last")[place]
    loss = F.cross_entropy(logits, mg.tensor(answer))
    loss.backward()
    return Look(
        attention.detach().numpy(),
        logits.detach().softmax(dim=0)[answer].item(),
        loss.item(),
        attention.grad.numpy(),
        scores.grad.numpy(),
    )
