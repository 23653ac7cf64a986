"""What the text of chapter 4 calls: a training loop whose three calls stand in any order."""

from typing import Any

STEPS, LR = 36, 0.02


def loss_after(mg: Any, order: str) -> float:
    """The loss in the last of 36 rounds, as in `loss_after(mg, "zero backward step")`."""
    w = mg.tensor(0.0, requires_grad=True)
    optimizer = mg.optim.SGD([w], lr=LR)
    for _ in range(STEPS):
        loss = (w - 1) ** 2
        calls = {"zero": optimizer.zero_grad, "backward": loss.backward, "step": optimizer.step}
        for name in order.split():
            calls[name]()
    return round(loss.item(), 4)
