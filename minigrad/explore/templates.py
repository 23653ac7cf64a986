"""The weights of a linear model as pictures, epoch by epoch."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from minigrad.draw.images import LEVELS, squares
from minigrad.draw.palette import LIVE

from .axes import key, label, signed
from .explorer import Control, Explorer
from .frames import Frame

PIXEL, ACROSS, DOWN = 11, 118, 128
SIZE = (640, 316)


def templates(weights: Sequence[Any], *, side: int = 8, scale: float = 1.0) -> Explorer:
    """Draw ten rows of weights as pictures. `weights` holds a tensor for each epoch."""
    tables = [np.asarray(w.detach().numpy() if hasattr(w, "detach") else w) for w in weights]
    if not tables or any(table.shape != (10, side * side) for table in tables):
        shapes = [list(table.shape) for table in tables]
        raise ValueError(f"templates(): tensors [10, {side * side}] are drawn, not {shapes[:3]}")
    largest = max(float(np.abs(table).max()) for table in tables) or 1.0
    corners = [(32.0 + i % 5 * ACROSS, 66.0 + i // 5 * DOWN) for i in range(10)]
    fixed = [
        label("the weights of each digit", 32, 24, font_weight="bold"),
        key("ink here speaks for it", 32, 43.5, "series-1"),
        key("ink here speaks against it", corners[3][0], 43.5, "series-2"),
        *(
            label(str(i), x + 4 * PIXEL, y + 8 * PIXEL + 18, anchor="middle")
            for i, (x, y) in enumerate(corners)
        ),
    ]

    def frame(epoch: int) -> Frame:
        table = tables[epoch]
        parts = []
        for sign, role in ((1, "series-1"), (-1, "series-2")):
            levels = np.clip(np.round(sign * table / largest * LEVELS), 0, LEVELS).astype(int)
            parts += squares(levels.reshape(10, side, side), corners, PIXEL, LIVE[role])
        return Frame([*fixed, *parts], sentence(epoch, table))

    return Explorer(
        frame,
        Control("epoch", range(len(tables)), play=True),
        size=SIZE,
        title="What a linear model looks for",
        cuts=[corners[3][0] - 14],
        stills=[(0,), (min(1, len(tables) - 1),), (len(tables) - 1,)],
        scale=scale,
    )


def sentence(epoch: int, table: Any) -> str:
    span = np.abs(table).max(axis=1)
    strongest = int(span.argmax())
    return signed(
        f"After {epoch} {'epoch' if epoch == 1 else 'epochs'}: weights from {table.min():.2f} to "
        f"{table.max():.2f}, on average {np.abs(table).mean():.3f} from 0; "
        f"the largest belongs to the digit {strongest}."
    )
