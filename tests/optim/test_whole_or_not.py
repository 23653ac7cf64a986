"""Tests that an optimizer or schedule is still usable after Ctrl-C or bad input interrupts it."""

from collections.abc import Callable

import pytest

import minigrad as mg
from minigrad import optim
from tests.interrupting import interrupted


def ready(kind: Callable) -> optim.Optimizer:
    """Return an optimizer for two parameters, each with a gradient."""
    parameters = [mg.tensor([1.0, 2.0], requires_grad=True) for _ in range(2)]
    for parameter in parameters:
        parameter.grad = mg.ones(2)
    return kind(parameters)


OPTIMIZERS: dict[str, Callable] = {
    "SGD": lambda ps: optim.SGD(ps, lr=0.1, momentum=0.9),
    "Adam": lambda ps: optim.Adam(ps, lr=0.1, amsgrad=True),
    "AdamW": lambda ps: optim.AdamW(ps, lr=0.1),
    "RMSprop": lambda ps: optim.RMSprop(ps, lr=0.1, momentum=0.9, centered=True),
}


@pytest.mark.parametrize("kind", OPTIMIZERS.values(), ids=OPTIMIZERS)
def test_training_continues_after_an_interrupted_first_step(kind):
    tried = 0
    for tried in range(1, 1000):
        optimizer = ready(kind)
        try:
            with interrupted(tried):
                optimizer.step()
        except KeyboardInterrupt:
            optimizer.step()
            whole = [set(optimizer.state[p]) for p in optimizer.param_groups[0]["params"]]
            assert whole[0] == whole[1]
        else:
            break
    assert 40 < tried < 999


def trained() -> optim.Optimizer:
    optimizer = ready(OPTIMIZERS["Adam"])
    optimizer.step()
    return optimizer


def content(optimizer: optim.Optimizer) -> str:
    return str(optimizer.state_dict())


def test_an_interrupted_load_changes_an_optimizers_state_completely_or_not_at_all():
    other = trained()
    other.step()
    whole = {content(trained()), content(other)}
    tried = 0
    for tried in range(1, 5000):
        optimizer = trained()
        try:
            with interrupted(tried):
                optimizer.load_state_dict(other.state_dict())
        except KeyboardInterrupt:
            assert content(optimizer) in whole
        else:
            break
    assert 100 < tried < 4999


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
