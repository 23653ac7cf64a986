"""The picture that opens the chapter: its engine trains chapter 5's network."""

from dataclasses import dataclass

import numpy as np

from ...draw.palette import STILL
from ...draw.shapes import SIZE
from ...draw.svg import Drawing, Markup, document, element
from .data import eighty_points, first_weights
from .engine import Tensor, operation

SHOWN = (0, 50, 200)  # the steps that have a panel
CELLS = 32  # squares of shading along each side
SIDE, GAP, HEADER = 176.0, 16.0, 34.0
YES, NO = STILL["series-3"], STILL["series-5"]  # as in chapter 5's explorer

cross_entropy = operation(
    lambda z, y: np.logaddexp(0, z) - z * y,
    lambda g, z, y: g * (1 / (1 + np.exp(-z)) - y),
    lambda g, z, y: -g * z,
)


@dataclass(frozen=True)
class Panel:
    step: int
    right: int
    says_yes: np.ndarray  # for each square, from the top left


def draw_training() -> Drawing:
    """Draw what the network says in the whole plane, at a few steps of its training."""
    points, labels = eighty_points()
    panels = trained(points, labels)
    counts = ", ".join(f"{p.right} after {p.step} steps" for p in panels[1:])
    words = f"Of the {len(points)} points, {panels[0].right} are right at first, {counts}."
    width = GAP + (SIDE + GAP) * len(panels)
    height = HEADER + SIDE + GAP
    marks = _marks(points, labels[:, 0] > 0)
    parts = [_panel(p, GAP + (SIDE + GAP) * i, marks) for i, p in enumerate(panels)]
    card = element("rect", width=width, height=height, rx=8, fill=STILL["card"])
    return Drawing(document(width, height, words, card, *parts), words)


def trained(points: np.ndarray, labels: np.ndarray) -> list[Panel]:
    """Train with the engine as the chapter does, and return a panel for each step shown."""
    W, c, v, d = first_weights(Tensor)
    centers = (np.arange(CELLS) + 0.5) / CELLS * 2 - 1
    plane = np.stack(np.meshgrid(centers, -centers), axis=-1).reshape(-1, 2)
    panels = []
    for step in range(SHOWN[-1] + 1):
        z = (points @ W + c).tanh() @ v + d
        if step in SHOWN:
            right = int(np.sum((z.data > 0) == (labels > 0)))
            said = ((plane @ W + c).tanh() @ v + d).data > 0
            panels.append(Panel(step, right, said.reshape(CELLS, CELLS)))
        cross_entropy(z, labels).mean().backward()
        for p in [W, c, v, d]:
            p.data -= 1.0 * p.grad
            p.grad = None
    return panels


def _panel(panel: Panel, left: float, marks: Markup) -> Markup:
    size = SIDE / CELLS
    path = "".join(
        f"M{start * size:g} {row * size:g}h{(stop - start) * size:g}v{size:g}H{start * size:g}z"
        for row, said in enumerate(panel.says_yes)
        for start, stop in _stretches(said)
    )
    head = element(
        "text",
        f"step {panel.step}: {panel.right} right",
        x=SIDE / 2,
        y=-12,
        text_anchor="middle",
        font_size=SIZE,
        fill=STILL["text"],
    )
    background = element("rect", width=SIDE, height=SIDE, fill=NO, fill_opacity=0.22)
    cover = element("rect", width=SIDE, height=SIDE, fill=STILL["card"])
    yes = [
        element("path", d=path, fill=STILL["card"]),
        element("path", d=path, fill=YES, fill_opacity=0.3),
    ]
    place = f"translate({left:g} {HEADER:g})"
    return element("g", cover, background, *(yes if path else []), marks, head, transform=place)


def _stretches(said: np.ndarray) -> list[tuple[int, int]]:
    """Return where each stretch of squares that say yes starts and stops.

    >>> _stretches(np.array([True, True, False, True]))
    [(0, 2), (3, 4)]
    """
    turns = np.flatnonzero(np.diff(np.concatenate([[0], said.astype(int), [0]]))).tolist()
    return list(zip(turns[::2], turns[1::2], strict=True))


def _marks(points: np.ndarray, yes: np.ndarray) -> Markup:
    at = np.column_stack([points[:, 0] + 1, 1 - points[:, 1]]) / 2 * SIDE
    disks = [element("circle", cx=x, cy=y, r=2.6, fill=NO) for x, y in at[~yes].tolist()]
    squares = [
        element("rect", x=x - 2.4, y=y - 2.4, width=4.8, height=4.8, fill=YES)
        for x, y in at[yes].tolist()
    ]
    return element("g", *disks, *squares)
