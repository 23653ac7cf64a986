"""Small training runs with one fault each, and the fixes that tell the faults apart."""

import functools
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

import minigrad as mg

STEPS = 40
UNITS = {1e6: " in millions", 1e3: " in thousands"}  # of the losses on the axis
HIGH, LOW, ZERO, OVERFITTING, DEAD = FAULTS = (
    "The learning rate is too high",
    "The learning rate is too low",
    "zero_grad() is missing",
    "The model overfits",
    "The relu units are dead",
)


@dataclass(frozen=True)
class Setting:
    """The setup of a training run. With `dead`, all units start where relu returns 0.

    `rate` is relative to the rate above which gradient descent no longer converges (chapter 5).
    `offset` is a constant in the targets, which dead units leave to the last bias.
    """

    seed: int
    rate: float = 0.15
    zeroing: bool = True
    features: int = 2
    examples: int = 40
    noise: float = 0.1
    stops: bool = False  # whether to keep the weights with the best validation loss
    hidden: bool = False
    offset: float = 0.0
    dead: bool = False


def with_fault(fault: str, seed: int) -> Setting:
    normal = Setting(seed)
    return {
        HIGH: replace(normal, rate=1.04),
        LOW: replace(normal, rate=0.001),
        ZERO: replace(normal, zeroing=False),
        OVERFITTING: replace(normal, features=20, examples=20, noise=1.5),
        DEAD: replace(normal, hidden=True, offset=1.5, dead=True),
    }[fault]


def with_each_fix(setting: Setting) -> dict[str, Setting]:
    """Return copies of a training setup, each with one fault fixed, keyed by that fault."""
    return {
        HIGH: replace(setting, rate=setting.rate / 10),
        LOW: replace(setting, rate=setting.rate * 100),
        ZERO: replace(setting, zeroing=True),
        OVERFITTING: replace(setting, stops=True),
        DEAD: replace(setting, dead=False),
    }


@functools.cache
def train(setting: Setting) -> tuple[list[float], list[float]]:
    """Return the losses on the training and validation sets after each step."""
    mg.manual_seed(setting.seed)
    true = mg.randn(setting.features)
    true *= 2 / true.norm()
    x, held_back = mg.randn(setting.examples, setting.features), mg.randn(200, setting.features)
    y = x @ true + setting.offset + setting.noise * mg.randn(setting.examples)
    expected = held_back @ true + setting.offset + setting.noise * mg.randn(200)
    layers = [mg.nn.Linear(setting.features, 8), mg.nn.ReLU(), mg.nn.Linear(8, 1)]
    model = mg.nn.Sequential(*layers) if setting.hidden else mg.nn.Linear(setting.features, 1)
    if setting.dead:
        with mg.no_grad():
            layers[0].bias -= 20  # type: ignore[operator]
    curvature = np.linalg.eigvalsh((x.T @ x).numpy() * 2 / setting.examples).max()
    limit = 0.6 if setting.hidden else float(2 / curvature)
    optimizer = mg.optim.SGD(model.parameters(), lr=setting.rate * limit)
    training, validation = [], []
    for _ in range(STEPS):
        loss = ((model(x)[:, 0] - y) ** 2).mean()
        with mg.no_grad():
            validation.append(((model(held_back)[:, 0] - expected) ** 2).mean().item())
        training.append(loss.item())
        if setting.zeroing:
            optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    if setting.stops:
        best = validation.index(min(validation))
        training = training[: best + 1] + [training[best]] * (STEPS - best - 1)
        validation = validation[: best + 1] + [validation[best]] * (STEPS - best - 1)
    return training, validation


def diagnosis(setting: Setting) -> str:
    """Return the fault whose fix most lowers the validation loss in the second half of training."""

    def late(each: Setting) -> float:
        return sum(train(each)[1][STEPS // 2 :])

    cures = with_each_fix(setting)
    return min(cures, key=lambda fault: late(cures[fault]))


def loss_when_fixed(fault: str, seed: int) -> float:
    """Return the final validation loss after fixing the fault."""
    return train(with_each_fix(with_fault(fault, seed))[fault])[1][-1]


@functools.cache
def drawn(fault: str, seed: int) -> str:
    """Return a figure, one column wide, of the two loss curves.

    The y-axis starts a little below 0, so that no line lies on the frame.
    """
    from minigrad.draw.plots import DASHES, figure, show

    fig, ax = figure(3.6, 2.2)
    losses = train(with_fault(fault, seed))
    for name, each, dash in zip(("training", "validation"), losses, DASHES, strict=False):
        ax.plot(each, label=name, linestyle=dash)
    ax.axhline(
        loss_when_fixed(fault, seed), color="black", linestyle=":", linewidth=1.5, label="fixed"
    )
    highest = max(map(max, losses))
    unit, named = next((each for each in UNITS.items() if highest > each[0]), (1, ""))
    ax.set(xlabel="step", ylabel=f"loss{named}", ylim=(-0.08 * highest, 1.05 * highest))
    ax.yaxis.set_major_formatter(lambda loss, _: f"{loss / unit:g}")
    above: dict[str, Any] = {"loc": "lower center", "bbox_to_anchor": (0.5, 1), "ncols": 3}
    ax.legend(frameon=False, handlelength=2.2, columnspacing=0.9, **above)
    return show(fig, "The loss on both sets, step by step.").svg
