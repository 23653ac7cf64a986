"""Results of correct and typical wrong fits, computed without autograd."""

from collections.abc import Callable, Sequence


def slope_in_pieces(
    x: Sequence[float],
    y: Sequence[float],
    size: int,
    weight: Callable[[int, int, int], float],
    *,
    last_only: bool = False,
) -> float:
    """Return a weighted sum of each piece's mean gradient of (wx − y)² at w = 0.5."""
    gradients = []
    for start in range(0, len(x), size):
        part = list(zip(x, y, strict=True))[start : start + size]
        mean = sum(2 * a * (0.5 * a - b) for a, b in part) / len(part)
        gradients.append(weight(len(part), size, len(x)) * mean)
    return gradients[-1] if last_only else sum(gradients)


def slope_after(
    x: Sequence[float],
    y: Sequence[float],
    lr: float,
    steps: int,
    *,
    zeroing: bool = True,
    every: int = 1,
    first: int = 0,
    schedule: float = 1.0,
    rate: float | None = None,
    still: bool = False,
    extra: int = 0,
    factor: float | str = 1.0,
    start: float = 0.0,
) -> float:
    """Return w after some steps of gradient descent on the mean of (wx − y)².

    With zeroing, the gradient is zeroed before step `first` and before each `every`-th step after
    it.
    """
    w, held = start, 0.0
    lr = lr if rate is None else rate
    scale = float(len(x)) if factor == "sum" else float(factor)
    for k in range(0 if still else steps + extra):
        gradient = sum(2 * a * (w * a - b) for a, b in zip(x, y, strict=True)) / len(x)
        held = gradient + (0.0 if zeroing and k % every == first else held)
        w -= lr * scale * held
        lr *= schedule
    return w


def last_loss(lr: float, steps: int, *, zeroing: bool) -> float:
    """Return the last loss that the chapter's fit reports, the loss before the last step."""
    left, held = 1.0, 0.0  # the fraction of the way from 0 to 1 that is left
    for _ in range(steps - 1):
        held = 2 * left + (0.0 if zeroing else held)
        left -= lr * held
        if abs(left) > 1e19:  # beyond this, its square is too large for float32
            return float("inf")
    return left**2
