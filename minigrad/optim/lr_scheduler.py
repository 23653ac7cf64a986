"""The namespace `minigrad.optim.lr_scheduler`: learning rates that change with each epoch."""

import math
from operator import setitem

from ..engine.uninterrupted import uninterrupted
from ..messages.errors import error, warn
from .optimizer import Optimizer

__all__ = ["CosineAnnealingLR", "LRScheduler", "StepLR"]


class LRScheduler:
    """The base class of schedules, which set ``lr`` in an optimizer's groups at each ``step()``."""

    _last_lr: list

    def __init__(self, optimizer: Optimizer, last_epoch: int = -1) -> None:
        if not isinstance(optimizer, Optimizer):
            raise error("not_an_optimizer", optimizer)
        for i, group in enumerate(optimizer.param_groups):
            if last_epoch == -1:
                group.setdefault("initial_lr", group["lr"])
            if "initial_lr" not in group:
                raise error("no_initial_lr", i)
        self.optimizer = optimizer
        self.base_lrs = [group["initial_lr"] for group in optimizer.param_groups]
        self.last_epoch, self._step_count = last_epoch, 0
        self._watch(optimizer)
        self._is_initial = True
        self.step()
        self._is_initial = False

    @staticmethod
    def _watch(optimizer: Optimizer) -> None:
        """Make the optimizer record whether it has taken a step."""
        if "step" in vars(optimizer):
            return
        plain = type(optimizer).step

        def step(*args, **kwargs):
            optimizer._opt_called = True  # type: ignore[attr-defined]
            return plain(optimizer, *args, **kwargs)

        optimizer.step = step  # type: ignore[method-assign]

    def get_lr(self) -> list:
        """Return the learning rate of each group for this epoch. Subclasses define this method."""
        raise NotImplementedError

    def _warn_outside_step(self) -> None:
        if not self._get_lr_called_within_step:
            warn("lr_outside_step")

    def get_last_lr(self) -> list:
        """Return each group's most recent learning rate."""
        return self._last_lr

    def step(self) -> None:
        """Begin the next epoch."""
        if self._step_count == 1 and not getattr(self.optimizer, "_opt_called", False):
            warn("scheduler_order")
        epoch, groups = self.last_epoch + 1, self.optimizer.param_groups
        rates = self._rates_at(epoch)
        uninterrupted(
            [
                *((setitem, group, "lr", lr) for group, lr in zip(groups, rates, strict=True)),
                (setattr, self, "_last_lr", rates),
                (setattr, self, "last_epoch", epoch),
                (setattr, self, "_step_count", self._step_count + 1),
            ]
        )

    def _rates_at(self, epoch: int) -> list:
        """Set the current epoch and return the learning rates from `get_lr`."""
        before = self.last_epoch
        try:
            self.last_epoch, self._get_lr_called_within_step = epoch, True
            return list(self.get_lr())
        finally:  # otherwise, after an error or Ctrl-C, the next step would skip an epoch
            self.last_epoch, self._get_lr_called_within_step = before, False

    def state_dict(self) -> dict:
        """Return the schedule's state."""
        return {name: value for name, value in vars(self).items() if name != "optimizer"}

    def load_state_dict(self, state_dict: dict) -> None:
        """Continue from a saved state."""
        vars(self).update(state_dict)


class StepLR(LRScheduler):
    """Multiply lr by γ after every ``step_size`` epochs."""

    def __init__(self, optimizer: Optimizer, step_size: int, gamma=0.1, last_epoch=-1) -> None:
        self.step_size, self.gamma = step_size, gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list:
        self._warn_outside_step()
        due = self.last_epoch > 0 and self.last_epoch % self.step_size == 0
        return [g["lr"] * (self.gamma if due else 1) for g in self.optimizer.param_groups]


class CosineAnnealingLR(LRScheduler):
    """Follow η_min + (lr - η_min) (1 + cos(π t / T_max)) / 2, computed from the previous lr."""

    def __init__(self, optimizer: Optimizer, T_max: int, eta_min=0.0, last_epoch=-1) -> None:
        self.T_max, self.eta_min = T_max, eta_min
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list:
        self._warn_outside_step()
        groups, t, low = self.optimizer.param_groups, self.last_epoch, self.eta_min
        if self._is_initial:
            return [group["lr"] for group in groups]
        if (t - 1 - self.T_max) % (2 * self.T_max) == 0:  # the previous epoch was the lowest point
            rise = (1 - math.cos(math.pi / self.T_max)) / 2
            pairs = zip(groups, self.base_lrs, strict=True)
            return [group["lr"] + (base - low) * rise for group, base in pairs]
        now, before = (1 + math.cos(math.pi * i / self.T_max) for i in (t, t - 1))
        return [now / before * (group["lr"] - low) + low for group in groups]
