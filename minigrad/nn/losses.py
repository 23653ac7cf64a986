"""Losses as modules."""

from . import functional as F
from .module import Module
from .reduction import chosen


class _Loss(Module):
    """A loss with the options it was made with."""

    def __init__(self, size_average=None, reduce=None, reduction="mean", **options) -> None:
        super().__init__()
        legacy = size_average is not None or reduce is not None
        self.reduction = chosen(reduction, size_average, reduce) if legacy else reduction
        for name, value in options.items():
            if name in ("weight", "pos_weight"):
                self.register_buffer(name, value)
            else:
                setattr(self, name, value)


class MSELoss(_Loss):
    """(input - target)²"""

    def __init__(self, size_average=None, reduce=None, reduction="mean") -> None:
        super().__init__(size_average, reduce, reduction)

    def forward(self, input, target):
        return F.mse_loss(input, target, reduction=self.reduction)


class L1Loss(MSELoss):
    """|input - target|"""

    def forward(self, input, target):
        return F.l1_loss(input, target, reduction=self.reduction)


class SmoothL1Loss(_Loss):
    """d² / 2β where |d| < β, else |d| - β/2"""

    def __init__(self, size_average=None, reduce=None, reduction="mean", beta=1.0) -> None:
        super().__init__(size_average, reduce, reduction, beta=beta)

    def forward(self, input, target):
        return F.smooth_l1_loss(input, target, reduction=self.reduction, beta=self.beta)


class HuberLoss(_Loss):
    """d² / 2 where |d| < δ, else δ (|d| - δ/2)"""

    def __init__(self, reduction="mean", delta=1.0) -> None:
        super().__init__(reduction=reduction, delta=delta)

    def forward(self, input, target):
        return F.huber_loss(input, target, self.reduction, self.delta)


class BCELoss(_Loss):
    """The cross entropy of probabilities and targets, two classes"""

    def __init__(self, weight=None, size_average=None, reduce=None, reduction="mean") -> None:
        super().__init__(size_average, reduce, reduction, weight=weight)

    def forward(self, input, target):
        return F.binary_cross_entropy(input, target, self.weight, reduction=self.reduction)


class BCEWithLogitsLoss(_Loss):
    """The cross entropy of logits and targets, two classes"""

    def __init__(
        self, weight=None, size_average=None, reduce=None, reduction="mean", pos_weight=None
    ) -> None:
        super().__init__(size_average, reduce, reduction, weight=weight, pos_weight=pos_weight)

    def forward(self, input, target):
        return F.binary_cross_entropy_with_logits(
            input, target, self.weight, pos_weight=self.pos_weight, reduction=self.reduction
        )


class CrossEntropyLoss(_Loss):
    """The cross entropy of logits and class indices or probabilities"""

    def __init__(
        self,
        weight=None,
        size_average=None,
        ignore_index=-100,
        reduce=None,
        reduction="mean",
        label_smoothing=0.0,
    ) -> None:
        options = {"ignore_index": ignore_index, "label_smoothing": label_smoothing}
        super().__init__(size_average, reduce, reduction, weight=weight, **options)

    def forward(self, input, target):
        return F.cross_entropy(
            input,
            target,
            self.weight,
            ignore_index=self.ignore_index,
            reduction=self.reduction,
            label_smoothing=self.label_smoothing,
        )


class NLLLoss(_Loss):
    """The negative log-probability of the target classes"""

    def __init__(
        self, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"
    ) -> None:
        super().__init__(size_average, reduce, reduction, weight=weight, ignore_index=ignore_index)

    def forward(self, input, target):
        return F.nll_loss(
            input,
            target,
            self.weight,
            ignore_index=self.ignore_index,
            reduction=self.reduction,
        )
