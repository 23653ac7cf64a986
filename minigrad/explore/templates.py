"""The weights of a linear model as images, and the scores that they give a drawn digit.

`front/programs/templates.js` computes and draws the same figure on the page.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from minigrad.draw.images import LEVELS
from minigrad.draw.palette import LIVE
from minigrad.draw.svg import Markup, element, says

from .axes import key, label, title
from .explorer import Control, Explorer
from .frames import Frame, in_page
from .pixels import Bits, halves, points_of
from .program import Program

SIDE, DIGITS = 8, 10
SIZE = (780, 204)
CUT = 390.0
HEAD = 22.0  # of the titles
PAPER, CELL = (16.0, 34.0), 20.0  # the corner of the drawing area, and the size of a point
LEFT, DOWN = 206.0, 16.0  # the score bars, and the distance between them
ZERO, LONG, BAR = 290.0, 62.0, 10.0
CORNER, WIDE, HIGH, PIXEL = (422.0, 36.0), 73.0, 84.0, 7  # of the pictures of weights
BLANK = "blank"


def templates(weights: Sequence[Any], images: Any, labels: Any, *, start: int = 5) -> Explorer:
    """Show ten rows of weights as images, and the scores they give an image that the reader edits.

    Args:
        weights: for each epoch, a weight of shape [10, 64] and a bias of shape [10].
        images: arrays of 64 numbers, from 0 (paper) to 1 (ink).
        labels: the digit in each image. The explorer shows the first image of each digit.
        start: the digit that the explorer opens with.
    """
    picture = Picture(weights, images, labels)
    last = len(picture.weights) - 1
    names = [*map(str, range(DIGITS)), BLANK]
    drawn = [halves(example >= 0.5) for example in picture.examples]
    return Explorer(
        picture.frame,
        Control("epoch", range(last + 1), play=True),
        Control(
            "start from",
            names,
            start,
            choice=True,
            sets=[{"upper half": upper, "lower half": lower} for upper, lower in drawn],
        ),
        Control("upper half", Bits(), drawn[start][0], led=True),
        Control("lower half", Bits(), drawn[start][1], led=True),
        size=SIZE,
        title="What a linear model looks for",
        cuts=[CUT],
        stills=[{"epoch": epoch} for epoch in (0, min(1, last), last)],
        program=Program("templates", picture.data),
    )


class Picture:
    """The drawing, the rounded weights of all epochs, and the example images."""

    def __init__(self, weights: Sequence[Any], images: Any, labels: Any) -> None:
        tables = [[_array(table) for table in pair] for pair in weights]
        shapes = [[list(table.shape) for table in pair] for pair in tables]
        if not tables or any(pair != [[DIGITS, SIDE**2], [DIGITS]] for pair in shapes):
            raise ValueError(
                "templates(): for each epoch, pass a weight of shape [10, 64] and a "
                f"bias of shape [10], not {shapes[:2]}"
            )
        self.weights = [weight.round(4) for weight, _ in tables]
        self.biases = [bias.round(4) for _, bias in tables]
        self.largest = max(float(np.abs(weight).max()) for weight in self.weights) or 1.0
        meant = _array(labels).tolist()
        if missing := set(range(DIGITS)) - set(meant):
            raise ValueError(f"templates(): there's no image of {sorted(missing)}")
        pixels = _array(images).reshape(len(meant), -1)
        levels = [np.round(pixels[meant.index(digit)] * LEVELS) for digit in range(DIGITS)]
        self.examples = np.array([*levels, np.zeros(SIDE**2)]) / LEVELS
        scores = [self.scores(k, ink) for k in range(len(tables)) for ink in self.examples]
        self.most = float(np.abs(scores).max()) or 1.0

    @property
    def data(self) -> dict[str, Any]:
        """Return the data that the page needs to draw the figure."""
        return {
            "weights": [_ten_thousandths(weight) for weight in self.weights],
            "biases": [_ten_thousandths(bias) for bias in self.biases],
            "examples": [" ".join(map(str, row)) for row in (self.examples * LEVELS).astype(int)],
            "largest": self.largest,
            "most": self.most,
            "fixed": [in_page(part) for part in fixed()],
            "canvas": {"moves": [2, 3], "corner": list(PAPER), "cell": CELL, "across": SIDE},
        }

    def scores(self, epoch: int, ink: Any) -> Any:
        return (self.weights[epoch] @ ink + self.biases[epoch]).round(9)

    def ink(self, start: str, upper: int, lower: int) -> Any:
        """Return the image to show: an example, changed wherever the reader drew or erased."""
        example = self.examples[DIGITS if start == BLANK else int(start)]
        drawn = points_of(upper, lower)
        return np.where(drawn == (example >= 0.5), example, drawn.astype(float))

    def frame(self, epoch: int, start: str, upper: int, lower: int) -> Frame:
        ink = self.ink(start, upper, lower)
        scores = self.scores(epoch, ink)
        inked = f"{int((ink >= 0.5).sum())} are at least half ink"
        best, second = np.argsort(-scores, kind="stable")[:2].tolist()
        high, low = f"highest score, {short(scores[best])}", f"next, {short(scores[second])}"
        return Frame(
            [
                *fixed(),
                says(paper(ink), inked),
                *bars(scores / self.most, {best: high, second: low}, best),
                numbers(scores, self.most),
                *squares(self.weights[epoch].reshape(DIGITS, -1), self.largest),
                outlines(ink),
            ],
            f"After {epoch} {'epoch' if epoch == 1 else 'epochs'}, {best} has the {high}, and "
            f"{second} the {low}. Of the 64 points, {inked}.",
        )


def _array(numbers: Any) -> Any:
    found = np.asarray(numbers.detach().numpy() if hasattr(numbers, "detach") else numbers)
    return found.astype(float) if found.dtype.kind == "f" else found


def _ten_thousandths(numbers: Any) -> str:
    """Encode numbers in a short string, which a notebook stores on one line."""
    return " ".join(map(str, np.round(numbers * 10_000).astype(int).ravel().tolist()))


def fixed() -> list[Markup]:
    """Draw the elements that don't change from frame to frame."""
    x, y = PAPER
    side = SIDE * CELL
    lines = "".join(
        f"M{x + k * CELL:g} {y:g}v{side:g}M{x:g} {y + k * CELL:g}h{side:g}" for k in range(SIDE + 1)
    )
    weights = CUT + x
    parts = [
        element("path", d=lines, stroke=LIVE["grid"], fill="none"),
        title("draw here", x, HEAD),
        title("scores", LEFT, HEAD),
        element("path", d=f"M{ZERO:g} {y:g}v{DIGITS * DOWN:g}", stroke=LIVE["line"]),
        title("weights", weights, HEAD),
        key("ink for", weights + 95, HEAD - 4.5, "series-1"),
        key("against", weights + 220, HEAD - 4.5, "series-2"),
    ]
    parts += [label(str(k), LEFT, middle(k) + 4.5) for k in range(DIGITS)]
    parts += [label(str(k), x - 5, y + 32.5, anchor="end") for k, (x, y) in enumerate(corners())]
    return parts


def middle(k: int) -> float:
    return PAPER[1] + (k + 0.5) * DOWN


def corners() -> list[tuple[float, float]]:
    return [(CORNER[0] + k % 5 * WIDE, CORNER[1] + k // 5 * HIGH) for k in range(DIGITS)]


def paper(ink: Any) -> Markup:
    x, y = PAPER
    parts = [
        element(
            "rect",
            x=x + i % SIDE * CELL,
            y=y + i // SIDE * CELL,
            width=CELL,
            height=CELL,
            fill_opacity=round(float(amount), 4),
        )
        for i, amount in enumerate(ink)
    ]
    return element("g", *parts, fill=LIVE["text"], class_="mg-paper")


def bars(shares: Any, names: dict[int, str], best: int) -> Iterator[Markup]:
    """Draw the scores as bars. A drawn image can exceed the largest score of the examples."""
    for k, share in enumerate(np.clip(shares, -1, 1).tolist()):
        long = round(abs(share) * LONG, 1)
        yield element(
            "rect",
            x=ZERO if share > 0 else round(ZERO - long, 1),
            y=middle(k) - BAR / 2,
            width=long,
            height=BAR,
            fill=LIVE["value-line"],
            fill_opacity=1 if k == best else 0.45,
            data_says=names.get(k),
        )


def numbers(scores: Any, most: float) -> Markup:
    """Write each score to the right of its bar."""
    parts = []
    for k, score in enumerate(scores.tolist()):
        long = round(min(max(score / most, 0), 1) * LONG, 1)
        x, y = round(ZERO + long + 5, 1), middle(k) + 4.5
        parts.append(element("text", short(score), x=x, y=y, font_size=12))
    return element("g", *parts, fill=LIVE["text"])


def short(score: float) -> str:
    """Format a score with one decimal place, or with none from 10 up.

    >>> short(1.25), short(-0.04), short(-12.3)
    ('1.3', '0.0', '−12')
    """
    tenths = np.floor(abs(score) * 10 + 0.5) / 10
    text = f"{tenths:.1f}" if tenths < 10 else f"{np.floor(abs(score) + 0.5):.0f}"
    return f"−{text}" if score < 0 and tenths > 0 else text


def squares(tables: Any, largest: float) -> Iterator[Markup]:
    """Draw each digit's weights as squares, with one path per sign and level of strength.

    A square's strength is the square root of |weight| / largest, so small weights are visible.
    """
    square = f"h{PIXEL}v{PIXEL}h-{PIXEL}z"
    levels = np.floor(np.sqrt(np.abs(tables) / largest) * LEVELS + 0.5).astype(int)
    for positive, role in ((True, "series-1"), (False, "series-2")):
        signed_levels = np.where((tables > 0) == positive, levels, 0)
        for level in range(1, LEVELS + 1):
            d = "".join(
                f"M{x + i % SIDE * PIXEL:g} {y + i // SIDE * PIXEL:g}{square}"
                for (x, y), row in zip(corners(), signed_levels, strict=True)
                for i in np.flatnonzero(row == level).tolist()
            )
            yield element("path", d=d, fill=LIVE[role], fill_opacity=level / LEVELS)


def outlines(ink: Any) -> Markup:
    """Draw the outline of the ink in the image on top of each digit's weights."""
    inked = np.pad(np.reshape(ink >= 0.5, (SIDE, SIDE)), 1)
    edges = []
    for row in range(SIDE + 1):
        for column in range(SIDE + 1):
            here, x, y = inked[row + 1, column + 1], column * PIXEL, row * PIXEL
            if column < SIDE and here != inked[row, column + 1]:
                edges.append((x, y, f"h{PIXEL}"))
            if row < SIDE and here != inked[row + 1, column]:
                edges.append((x, y, f"v{PIXEL}"))
    d = "".join(f"M{x + u:g} {y + v:g}{way}" for x, y in corners() for u, v, way in edges)
    return element("path", d=d, fill="none", stroke=LIVE["text"], stroke_opacity=0.7)
