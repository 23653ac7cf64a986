"""`python -m minigrad.course.picture`: the picture that README shows, on a ground of its own."""

from pathlib import Path

import minigrad as mg
from minigrad.draw import Drawing
from minigrad.explore.graph import forward_and_backward

FILE = Path(__file__).resolve().parents[2] / ".github" / "picture.svg"


def picture() -> Drawing:
    """A backward pass half-way: one number is used twice, and both shares meet in it."""
    x, w = (mg.tensor(value, requires_grad=True) for value in (2.0, 3.0))
    a = x * w
    z = (a + 1) * a
    explorer = forward_and_backward(z, x=x, w=w, a=a, z=z)
    return explorer.drawing(*explorer.stills[-1])


if __name__ == "__main__":
    FILE.write_text(picture().svg + "\n", encoding="utf-8")
    print(f"written: {FILE}")
