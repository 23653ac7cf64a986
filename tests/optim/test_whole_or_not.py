"""Tests that an optimizer or schedule is still usable after it was interrupted or got bad input."""

from collections.abc import Callable

import pytest

import minigrad as mg
from minigrad import optim


def ready(kind: Callable) -> optim.Optimizer:
    """Return an optimizer for two parameters, each with a gradient."""
    parameters = [mg.tensor([1.0, 2.0], requires_grad=True) for _ in range(2)]
    for parameter in parameters:
        parameter.grad = mg.ones(2)
    return kind(parameters)


def trained() -> optim.Optimizer:
    optimizer = ready(lambda ps: optim.Adam(ps, lr=0.1, amsgrad=True))
    optimizer.step()
    return optimizer


def content(optimizer: optim.Optimizer) -> str:
    return str(optimizer.state_dict())


@pytest.mark.parametrize(
    "wrong", [{0: 5}, {0: {"exp_avg": mg.zeros(2)}, 1: None}], ids=["a number", "None"]
)
def test_a_damaged_state_changes_nothing(wrong):
    optimizer = trained()
    before = content(optimizer)
    with pytest.raises(AttributeError):
        optimizer.load_state_dict({**optimizer.state_dict(), "state": wrong})
    assert content(optimizer) == before


class Stopped(optim.lr_scheduler.StepLR):
    """A schedule that's interrupted once while it computes the rates."""

    stop: BaseException | None = None

    def get_lr(self) -> list:
        rates = super().get_lr()
        if self.stop is not None:
            stop, self.stop = self.stop, None
            raise stop
        return rates


@pytest.mark.parametrize("stop", [KeyboardInterrupt(), ZeroDivisionError()], ids=repr)
def test_an_interrupted_schedule_skips_no_epoch(stop):
    optimizer = ready(lambda ps: optim.SGD(ps, lr=1.0))
    scheduler = Stopped(optimizer, 1, 0.5)
    optimizer.step()
    scheduler.stop = stop
    with pytest.raises(type(stop)):
        scheduler.step()
    assert (scheduler.last_epoch, optimizer.param_groups[0]["lr"]) == (0, 1.0)
    scheduler.step()
    assert (scheduler.last_epoch, scheduler.get_last_lr()) == (1, [0.5])
