"""Tests of every option of every optimizer, with and without `maximize`, against the formulas.

The formulas are the ones in PyTorch's documentation, written for scalars. Epsilon is one half
and rates are thirds, so the result shows where each of them enters the formula.
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


def adagrad(w: float, lr_decay: float, **both: Any) -> Iterator[float]:
    total = 0.0
    for t, g in enumerate(GRADIENTS):
        g = decayed(g, w, **both)
        total += g**2
        w = w - LR / (1 + t * lr_decay) * g / (math.sqrt(total) + EPS)
        yield w


def decayed(g: float, w: float, *, weight_decay: float, maximize: bool) -> float:
    """Return the gradient for the descent step. `maximize` flips `g` but not the decay."""
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
    *((optim.Adagrad, {"eps": EPS}, adagrad, {}, o) for o in crossed(lr_decay=(0.0, 0.4))),
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


def test_a_rejected_group_leaves_the_groups_unchanged():
    w = mg.ones(1, requires_grad=True)
    optimizer = mg.optim.SGD([w], lr=0.1)
    with pytest.raises(ValueError, match="more than one parameter group"):
        optimizer.add_param_group({"params": [w]})
    assert len(optimizer.param_groups) == 1


def test_a_loaded_schedule_reports_the_saved_rate():
    w = mg.ones(1, requires_grad=True)
    schedules = []
    for rate in (1.0, 8.0):
        schedules.append(mg.optim.lr_scheduler.StepLR(mg.optim.SGD([w], lr=rate), 1))
    schedules[1].load_state_dict(schedules[0].state_dict())
    assert schedules[1].get_last_lr() == [1.0]


def test_get_last_lr_returns_a_copy():
    rates = [0.5]

    class Listed(mg.optim.lr_scheduler.LRScheduler):
        def get_lr(self):
            return rates

    schedule = Listed(mg.optim.SGD([mg.ones(1, requires_grad=True)], lr=1.0))
    rates[0] = 9.0
    assert schedule.get_last_lr() == [0.5]
