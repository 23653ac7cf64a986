"""Losses as modules. Each calls a function in `nn.functional` with the module's options."""

from typing import Never

from ..engine.tensor import Tensor
from ..messages.errors import error
from . import functional as F
from .module import Module


class _Loss(Module):
    """The base class of all losses, which handles the reduction and rejects positional options.

    PyTorch accepts two deprecated positional options that minigrad doesn't support, so every loss
    collects and rejects all positional arguments.
    """

    def __init__(self, *by_position: Never, reduction: str = "mean") -> None:
        if by_position:
            raise error("loss_by_name", self)
        super().__init__()
        self.reduction = reduction


class MSELoss(_Loss):
    """Compute (input - target)², averaged by default."""

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        return F.mse_loss(input, target, reduction=self.reduction)


class L1Loss(_Loss):
    """Compute |input - target|, averaged by default."""

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        return F.l1_loss(input, target, reduction=self.reduction)


class BCELoss(_Loss):
    """Compute the binary cross entropy between probabilities and targets."""

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        return F.binary_cross_entropy(input, target, reduction=self.reduction)


class BCEWithLogitsLoss(_Loss):
    """Compute the binary cross entropy between logits and targets."""

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        return F.binary_cross_entropy_with_logits(input, target, reduction=self.reduction)


class NLLLoss(_Loss):
    """Compute the negative log-probability of the target classes."""

    weight: Tensor | None

    def __init__(
        self,
        weight: Tensor | None = None,
        *by_position: Never,
        ignore_index: int = -100,
        reduction: str = "mean",
    ) -> None:
        super().__init__(*by_position, reduction=reduction)
        self.register_buffer("weight", weight)
        self.ignore_index = ignore_index

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        return F.nll_loss(
            input, target, self.weight, ignore_index=self.ignore_index, reduction=self.reduction
        )


class CrossEntropyLoss(_Loss):
    """Compute the cross entropy between logits and targets (class indices or probabilities).

    The function `cross_entropy` as a module. It takes logits, and applies the softmax itself.

    >>> import minigrad as mg
    >>> loss_fn = mg.nn.CrossEntropyLoss()
    >>> loss_fn(mg.tensor([[0.0, 0.0]]), mg.tensor([1]))
    tensor(0.6931)
    """

    weight: Tensor | None

    def __init__(
        self,
        weight: Tensor | None = None,
        *by_position: Never,
        ignore_index: int = -100,
        reduction: str = "mean",
    ) -> None:
        super().__init__(*by_position, reduction=reduction)
        self.register_buffer("weight", weight)
        self.ignore_index = ignore_index

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        return F.cross_entropy(
            input, target, self.weight, ignore_index=self.ignore_index, reduction=self.reduction
        )
