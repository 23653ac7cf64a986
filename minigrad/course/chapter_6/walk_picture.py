"""A figure that shows step 5's `walk` through the learner's own tensors, call by call.

Drawing the figure doesn't change the tensors.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from ...draw.svg import Drawing
from .engine import shares
from .rows import Column, drawn, newest_first, number


def draw_walk(**tensors: Any) -> Drawing:
    """Draw the calls of `walk`, which starts at the newest tensor and gives it a gradient of 1."""
    newest = newest_first(tensors)
    names = {t: name for name, t in newest.items()}
    columns, said, before = [], [], dict[str, str]()
    for t, g in _walk(next(iter(names)), np.array(1.0)):
        name, new = names[t], number(g)
        instead = f", was {before[name]}" if name in before else ""
        columns.append(Column(f"walk({name}, {new})", {name: f"grad {new}{instead}"}))
        replaced = f", replacing {before[name]}" if name in before else ""
        said.append(f"walk({name}, {new}) leaves {name}.grad = {new}{replaced}.")
        before[name] = new
    return drawn(newest, columns, " ".join(said))


def _walk(t: Any, g: Any) -> Iterator[tuple[Any, Any]]:
    yield t, g
    for x, d in shares(t, g):
        yield from _walk(x, d)
