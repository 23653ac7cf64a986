"""Rows of small images, such as digits, drawn from arrays."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from .palette import STILL
from .svg import Drawing, Markup, document, element

# The size of an image's pixels; the gap between images; the height of a line of text.
PIXEL, GAP, ROOM = 7, 16, 22
LEVELS = 16


def images(
    pictures: Any, captions: Sequence[Any] = (), *, columns: int = 10, alt: str = ""
) -> Drawing:
    """Draw the images in a tensor [n, height, width] side by side. Larger values are darker.

    Args:
        pictures: nonnegative values, where 0 is drawn as white paper and the largest value in full
            ink.
        captions: the text below each image.
        columns: the number of images per row.
        alt: the first sentence of the alt text.
    """
    pixels = np.asarray(pictures.detach().numpy() if hasattr(pictures, "detach") else pictures)
    if pixels.ndim != 3 or not pixels.size:
        raise ValueError(
            f"images(): pictures must have shape [n, height, width], not {list(pixels.shape)}"
        )
    n, height, width = pixels.shape
    below = [str(caption) for caption in captions]
    if below and len(below) != n:
        raise ValueError(f"images(): {n} pictures, {len(below)} captions")
    top = float(np.nanmax(pixels)) or 1.0
    ink = np.nan_to_num(np.clip(np.round(pixels / top * LEVELS), 0, LEVELS)).astype(int)
    across, down = width * PIXEL + GAP, height * PIXEL + GAP + (ROOM if below else 0)
    corners = [(GAP + i % columns * across, GAP + i // columns * down) for i in range(n)]
    card = (GAP + min(n, columns) * across, GAP + -(-n // columns) * down)
    said = f"{alt} " if alt else ""
    said += f"{n} picture{'s' * (n > 1)} of {height} by {width} pixels"
    said += f": {', '.join(below)}." if below else "."
    return Drawing(
        document(
            *card,
            said,
            element("rect", width=card[0], height=card[1], rx=10, fill=STILL["card"]),
            *squares(ink, corners, PIXEL, STILL["text"]),
            *(
                element(
                    "text",
                    text,
                    x=x + width * PIXEL / 2,
                    y=y + height * PIXEL + 18,
                    text_anchor="middle",
                    font_size=13,
                    fill=STILL["text"],
                )
                for text, (x, y) in zip(below, corners, strict=False)
            ),
        ),
        said,
    )


def squares(
    levels: Any, corners: Sequence[tuple[float, float]], pixel: int, color: str
) -> list[Markup]:
    """Draw each image's pixels as squares, using one path per ink level."""
    paths = []
    for level in range(1, LEVELS + 1):
        d = "".join(
            f"M{x + column * pixel:g} {y + row * pixel:g}h{pixel}v{pixel}h-{pixel}z"
            for (x, y), picture in zip(corners, levels, strict=True)
            for row, column in np.argwhere(picture == level).tolist()
        )
        if d:
            paths.append(element("path", d=d, fill=color, fill_opacity=level / LEVELS))
    return paths
