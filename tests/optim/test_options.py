"""Every option of an optimizer, combined with `maximize`, with steps computed by hand.

The formulas are those of PyTorch's documentation, for one number at a time. An epsilon of a half
and rates of a third show where each of them belongs.
"""

import math
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

import minigrad as mg
from minigrad import optim

LR, EPS, ALPHA, BETAS = 0.1, 0.5, 0.75, (0.6, 0.7)
GRADIENTS = (2.0, -0.5, 1.5, 0.25)


def sgd(
    w: float, momentum: float, dampening: float, nesterov: bool, **both: Any
) -> Iterator[float]:
    buffer = None
    for g in GRADIENTS:
        g = decayed(g, w, **both)
        if momentum:
            buffer = g if buffer is None else momentum * buffer + (1 - dampening) * g
            g = g + momentum * buffer if nesterov else buffer
        w = w - LR * g
        yield w


def adam(
    w: float, amsgrad: bool, *, decoupled: bool, weight_decay: float, maximize: bool
) -> Iterator[float]:
    m = v = largest = 0.0
    for t, g in enumerate(GRADIENTS, 1):
        if decoupled:
            w, g = w - LR * weight_decay * w, -g if maximize else g
        else:
            g = decayed(g, w, weight_decay=weight_decay, maximize=maximize)
        m = BETAS[0] * m + (1 - BETAS[0]) * g
        v = BETAS[1] * v + (1 - BETAS[1]) * g**2
        largest = max(largest, v)
        unbiased_m = m / (1 - BETAS[0] ** t)
        unbiased_v = (largest if amsgrad else v) / (1 - BETAS[1] ** t)
        w = w - LR * unbiased_m / (math.sqrt(unbiased_v) + EPS)
        yield w


def rmsprop(w: float, momentum: float, centered: bool, **both: Any) -> Iterator[float]:
    v = mean = buffer = 0.0
    for g in GRADIENTS:
        g = decayed(g, w, **both)
        v = ALPHA * v + (1 - ALPHA) * g**2
        mean = ALPHA * mean + (1 - ALPHA) * g
        buffer = momentum * buffer + g / (math.sqrt(v - mean**2 if centered else v) + EPS)
        w = w - LR * buffer
        yield w


def decayed(g: float, w: float, *, weight_decay: float, maximize: bool) -> float:
    """Return the gradient that is followed downward: `maximize` leaves the decay alone."""
    return (-g if maximize else g) + weight_decay * w


def crossed(**options: tuple[Any, ...]) -> Iterator[dict[str, Any]]:
    options |= {"weight_decay": (0.0, 0.3), "maximize": (False, True)}
    for values in product(*options.values()):
        yield dict(zip(options, values, strict=True))


CASES = [
    *((optim.SGD, {}, sgd, {}, o) for o in crossed(
        momentum=(0.0, 0.9), dampening=(0.0, 0.4), nesterov=(False, True)
    ) if not o["nesterov"] or (o["momentum"] and not o["dampening"])),
    *((optim.Adam, {"betas": BETAS, "eps": EPS}, adam, {"decoupled": False}, o)
      for o in crossed(amsgrad=(False, True))),
    *((optim.AdamW, {"betas": BETAS, "eps": EPS}, adam, {"decoupled": True}, o)
      for o in crossed(amsgrad=(False, True))),
    *((optim.RMSprop, {"alpha": ALPHA, "eps": EPS}, rmsprop, {}, o)
      for o in crossed(momentum=(0.0, 0.9), centered=(False, True))),
]  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "fixed", "by_hand", "also", "options"),
    CASES,
    ids=lambda value: value.__name__ if isinstance(value, type) else "",
)
def test_steps_agree_with_the_formula(
    kind: Any, fixed: dict[str, Any], by_hand: Any, also: dict[str, Any], options: dict[str, Any]
) -> None:
    w = mg.tensor(1.5, dtype=mg.float64, requires_grad=True)
    optimizer, places = kind([w], lr=LR, **fixed, **options), []
    for g in GRADIENTS:
        w.grad = mg.tensor(g, dtype=mg.float64)
        optimizer.step()
        places.append(w.item())
    assert places == pytest.approx(list(by_hand(1.5, **also, **options)), rel=1e-12), options
