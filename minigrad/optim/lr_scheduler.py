"""The namespace `minigrad.optim.lr_scheduler`: learning rates that change with each epoch."""

import math
from collections import Counter
from types import FunctionType

from ..messages.errors import error, warn
from .optimizer import Optimizer

__all__ = [
    "CosineAnnealingLR",
    "ExponentialLR",
    "LRScheduler",
    "LambdaLR",
    "MultiStepLR",
    "ReduceLROnPlateau",
    "StepLR",
]


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
        self._step_count += 1
        self.last_epoch += 1
        self._get_lr_called_within_step = True
        try:
            self._last_lr = list(self.get_lr())
        finally:
            self._get_lr_called_within_step = False
        for group, lr in zip(self.optimizer.param_groups, self._last_lr, strict=True):
            group["lr"] = lr

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


class MultiStepLR(LRScheduler):
    """Multiply lr by γ after each number of epochs in ``milestones``."""

    def __init__(self, optimizer: Optimizer, milestones, gamma=0.1, last_epoch=-1) -> None:
        self.milestones, self.gamma = Counter(milestones), gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list:
        self._warn_outside_step()
        factor = self.gamma ** self.milestones[self.last_epoch]
        return [group["lr"] * factor for group in self.optimizer.param_groups]


class ExponentialLR(LRScheduler):
    """Multiply lr by γ after every epoch."""

    def __init__(self, optimizer: Optimizer, gamma: float, last_epoch=-1) -> None:
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list:
        self._warn_outside_step()
        factor = 1 if self._is_initial else self.gamma
        return [group["lr"] * factor for group in self.optimizer.param_groups]


class LambdaLR(LRScheduler):
    """Multiply the initial lr by a function of the epoch, or by one function for each group."""

    def __init__(self, optimizer: Optimizer, lr_lambda, last_epoch=-1) -> None:
        several = isinstance(lr_lambda, list | tuple)
        count = len(optimizer.param_groups)
        if several and len(lr_lambda) != count:
            raise error("lambda_count", count, len(lr_lambda))
        self.lr_lambdas = list(lr_lambda) if several else [lr_lambda] * count
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list:
        self._warn_outside_step()
        pairs = zip(self.base_lrs, self.lr_lambdas, strict=True)
        return [base * factor(self.last_epoch) for base, factor in pairs]

    def state_dict(self) -> dict:
        """Return the schedule's state. Of the functions, only the state of objects is saved."""
        states = [None if isinstance(f, FunctionType) else {**vars(f)} for f in self.lr_lambdas]
        state = super().state_dict()
        del state["lr_lambdas"]
        return {**state, "lr_lambdas": states}

    def load_state_dict(self, state_dict: dict) -> None:
        """Continue from a saved state."""
        functions = self.lr_lambdas
        super().load_state_dict({**state_dict, "lr_lambdas": functions})
        for function, state in zip(functions, state_dict["lr_lambdas"], strict=True):
            if state is not None:
                vars(function).update(state)


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


class ReduceLROnPlateau(LRScheduler):
    """Multiply lr by ``factor`` when the metric hasn't improved for more than ``patience`` epochs.

    Unlike the other schedules, its ``step`` takes the metric, for example the validation loss.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        mode: str = "min",
        factor=0.1,
        patience: int = 10,
        threshold=1e-4,
        min_lr=0,
    ) -> None:
        if factor >= 1.0:
            raise error("plateau_factor")
        if not isinstance(optimizer, Optimizer):
            raise error("not_an_optimizer", optimizer)
        if mode not in ("min", "max"):
            raise error("plateau_mode", mode)
        self.optimizer, self.factor = optimizer, factor
        self.patience, self.threshold, self.min_lr = patience, threshold, min_lr
        self.last_epoch, self._last_lr = 0, [group["lr"] for group in optimizer.param_groups]
        self.mode_worse = math.inf if mode == "min" else -math.inf
        self.mode, self.best, self.num_bad_epochs = mode, self.mode_worse, 0

    def step(self, metrics) -> None:  # type: ignore[override]
        """Compare the metric with the best one so far, and reduce lr if that's due."""
        current, groups = float(metrics), self.optimizer.param_groups
        improved = self._is_better(current)
        bad = 0 if improved else self.num_bad_epochs + 1
        rates = [group["lr"] for group in groups]
        if bad > self.patience:
            bad = 0
            reduced = [(lr, max(lr * self.factor, self.min_lr)) for lr in rates]
            rates = [new if lr - new > _LEAST_CHANGE else lr for lr, new in reduced]
        self.last_epoch += 1
        self.best = current if improved else self.best
        self.num_bad_epochs, self._last_lr = bad, rates
        for group, lr in zip(groups, rates, strict=True):
            group["lr"] = lr

    def _is_better(self, metric: float) -> bool:
        sign = 1 if self.mode == "max" else -1
        return sign * metric > sign * self.best * (1 + sign * self.threshold)


_LEAST_CHANGE = 1e-8  # as in PyTorch, a smaller reduction isn't made
