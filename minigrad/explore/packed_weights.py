"""Weights, rounded and encoded as short strings."""

from collections.abc import Sequence
from typing import Any

import numpy as np

SIXTY_FOUR = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
LEVELS = 2047  # positive ones; two characters have 4096 values


def packed(weights: Any) -> list[Any]:
    """Return the largest absolute weight, and a string with two characters for each weight."""
    most = float(f"{abs(weights).max() or 1.0:.6g}")
    codes = np.clip(np.rint(weights.ravel() / most * LEVELS).astype(int), -LEVELS, LEVELS) + 2048
    return [most, "".join(SIXTY_FOUR[k // 64] + SIXTY_FOUR[k % 64] for k in codes.tolist())]


def unpacked(stored: Sequence[Any], shape: Sequence[int]) -> Any:
    """Return the weights that the page decodes, rounded to about 1/2000 of the largest weight."""
    most, text = stored
    digits = np.array([SIXTY_FOUR.index(letter) for letter in text]).reshape(-1, 2)
    return ((digits @ [64, 1] - 2048) * (most / LEVELS)).reshape(shape)
