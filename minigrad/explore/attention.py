"""Attention, letter by letter: where each head looks in a name, and the gradients of one loss.

`front/programs/attention.js` computes and draws the same figure on the page, for any name.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from math import floor
from typing import Any, Protocol

from minigrad.draw.palette import LIVE
from minigrad.draw.svg import Markup, element

from .axes import label, signed, title
from .explorer import Control, Explorer
from .frames import Frame, in_page
from .grip import Grip
from .packed_weights import packed, unpacked
from .program import Program
from .transformer import CHARACTERS, PARAMETERS, Look, look, sizes
from .typed import Words

SIZE = (800, 172)
CUT = 424.0
TITLE_Y, CAPTION_Y = 20.0, 38.0
FIRST, PITCH = 31.0, 33.0  # the position of column 0, and the distance between columns
LETTERS_Y, BOX = 106.0, 27.0
NUMBERS_Y = (151.0, 166.0)  # two alternating heights, so that there's space for long numbers
CORNER, CELL = (466.0, 60.0), 25.0
TABLE, TALLEST = 108.0, 16.0  # the height of the table, and the most of a row
VIEWS = ("forward", "back to weights", "back to scores")
ORDINALS = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th")
MOST_PLACES = 12


class Snapshots(Protocol):
    """Copies of the network's weights, keyed by the training step before which each was made."""

    @property
    def taken(self) -> Mapping[int, Mapping[str, Any]]: ...


def looking_back(
    snapshots: Snapshots,
    name: str = "marianna",
    *,
    place: int = 0,
    head: int = 0,
    heads: int = 4,
) -> Explorer:
    """Show where chapter 10b's network looks in any name, at several steps of its training.

    `snapshots` contains the network's weights at a few steps. The explorer opens on the given name,
    head, and place, which is the position of a letter.
    """
    picture = Picture(snapshots, heads)
    words = Words(picture.places - 1, bounds="place")
    if name not in words:
        raise ValueError(
            f"looking_back(): name must have 1 to {words.longest} letters from a to z, not {name!r}"
        )
    if not 0 <= place <= len(name):
        raise ValueError(
            f"looking_back(): in {name}, place must be from 0 to {len(name)}, not {place}"
        )
    return Explorer(
        picture.frame,
        Control("step", picture.steps, play=True),
        Control("place", range(picture.places), place, led=True),
        Control("name", words, words.index(name)),
        Control("head", ORDINALS[:heads], head, choice=True),
        Control("show", VIEWS, choice=True),
        size=SIZE,
        title="Attention while it's learned",
        stills=[
            {},
            {"step": picture.steps[-1]},
            {"step": picture.steps[-1], "show": VIEWS[2]},
        ],
        grips=[
            Grip(["place"], None, (12.0, 44.0, 402.0, 124.0), grid=(FIRST, PITCH, LETTERS_Y, 0.0))
        ],
        cuts=[CUT],
        program=Program("attention", picture.data),
    )


class Picture:
    """The drawing, and the rounded weights of all snapshots."""

    def __init__(self, snapshots: Snapshots, heads: int) -> None:
        if not snapshots.taken:
            raise ValueError("looking_back(): the snapshots are empty. Train with them first.")
        if not 1 <= heads <= len(ORDINALS):
            raise ValueError(f"looking_back(): can draw 1 to {len(ORDINALS)} heads, not {heads}")
        self.heads, self.steps = heads, list(snapshots.taken)
        for taken in snapshots.taken.values():
            found = sizes(taken, heads)
        self.places = found["places"]
        if not 2 <= self.places <= MOST_PLACES:
            raise ValueError(
                f"looking_back(): can draw 2 to {MOST_PLACES} places, not {self.places}"
            )
        self.shapes = {name: list(taken[name].shape) for name in PARAMETERS}
        self.stored = [
            {name: packed(taken[name]) for name in PARAMETERS} for taken in snapshots.taken.values()
        ]
        self.weights = [
            {name: unpacked(moment[name], shape) for name, shape in self.shapes.items()}
            for moment in self.stored
        ]
        self.look = cache(self._look)

    def _look(self, step: int, name: str, place: int) -> Look:
        return look(self.weights[self.steps.index(step)], self.heads, name, place)

    @property
    def data(self) -> dict[str, Any]:
        """Return the data that the page needs to draw the figure."""
        return {
            "heads": self.heads,
            "places": self.places,
            "steps": self.steps,
            "characters": CHARACTERS,
            "shapes": self.shapes,
            "moments": self.stored,
            "ordinals": list(ORDINALS[: self.heads]),
            "captions": [[in_page(part) for part in captions(view)] for view in range(3)],
        }

    def frame(self, step: int, place: int, name: str, head: str, view: str) -> Frame:
        way = VIEWS.index(view)
        at = min(place, len(name))
        seen = self.look(step, name, at)
        k = ORDINALS.index(head)
        table = (seen.weights, seen.of_weights, seen.of_scores)[way][k]
        row = table[at, : at + 1].tolist()
        text = "" if at == place else f"There's no place {place}. "
        text += f"Step {step}, {head} head: "
        text += sentence(name, at, row, seen, way)
        return Frame(
            [
                *captions(way),
                title(heading(name, at, way), 17, TITLE_Y),
                title(f"all rows of the {head} head, step {step}", 440, TITLE_Y),
                *_arcs(row, way, self.places),
                *_letters(name, at, way, self.places),
                *_numbers(row, way, self.places),
                _matrix(table, at, way, len(name) + 1),
                _names(name, at),
            ],
            text,
        )


def decimals(value: float, way: int) -> str:
    """Format a weight to two decimal places, and a gradient to three."""
    text = f"{value:.{3 if way else 2}f}"
    return signed(text if float(text) else text.lstrip("-"))


def called(name: str, place: int) -> str:
    return f"{name[place - 1]} (place {place})" if place else "the first period (place 0)"


def heading(name: str, place: int, way: int) -> str:
    who = called(name, place)
    return (f"where {who} looks", f"back to the weights of {who}", f"back to the scores of {who}")[
        way
    ]


def sentence(name: str, at: int, row: list[float], seen: Look, way: int) -> str:
    """Describe a row of the table in a sentence."""
    who = called(name, at)
    low, high = row.index(min(row)), row.index(max(row))
    if way == 0:
        whom = "itself" if high == at else called(name, high)
        after = f"After {name[:at]}" if at else "At the beginning"
        right = (name + ".")[at] if at < len(name) else "the period"
        return (
            f"{who} looks most at {whom}, with a weight of {row[high]:.2f}. {after}, the right "
            f"answer is {right}. The network gives it a probability of {seen.probability:.2f}, so "
            f"the loss is {seen.loss:.2f}."
        )
    lowest, highest = ((called(name, k), decimals(row[k], way)) for k in (low, high))
    if way == 1:
        text = f"the loss at {who} is {seen.loss:.2f}. "
        if at == 0:
            return text + f"The gradient of its only weight is {decimals(row[0], way)}."
        return text + (
            f"The gradient of its weights is lowest for {lowest[0]}, at {lowest[1]}, and highest "
            f"for {highest[0]}, at {highest[1]}. Moving weight from place {high} to place {low} "
            f"would lower the loss."
        )
    if at == 0:
        return (
            f"{who} has only one score. The weight is 1 whatever the score is, so the loss of "
            f"{seen.loss:.2f} gives the score a gradient of 0."
        )
    return (
        f"the loss of {seen.loss:.2f} gives a gradient to {at + 1} scores, and to no other row. "
        f"Descent would raise the score of {lowest[0]} the most (gradient {lowest[1]}), and lower "
        f"the score of {highest[0]} the most ({highest[1]})."
    )


def captions(way: int) -> list[Markup]:
    """Return the text that depends only on whether weights or gradients are shown."""
    below = (
        "weights, which add up to one",
        "gradients of the weights",
        "descent raises scores with a negative gradient",
    )[way]
    right = ("who (left) looks at whom (top)", *["in all other rows: exactly 0"] * 2)[way]
    return [label(below, 17, CAPTION_Y, "faint"), label(right, 440, CAPTION_Y, "faint")]


def _hue(way: int) -> str:
    return "gradient" if way else "value"


def _shares(row: Sequence[float], way: int) -> list[float]:
    """Return weights unchanged, but divide gradients by the largest absolute one."""
    most = (max(map(abs, row)) or 1.0) if way else 1.0
    return [number / most for number in row]


def _column(place: int) -> float:
    return FIRST + PITCH * place


def _arcs(row: list[float], way: int, places: int) -> list[Markup]:
    """Draw lines from a letter to those that it attends to, or back for gradients."""
    at, shares = len(row) - 1, _shares(row, way)
    top = LETTERS_Y - BOX / 2
    arcs = []
    for s in range(places):
        share = abs(shares[s]) if s <= at else 0.0
        ends = [(_column(s), 0.0), (_column(at), 0.0)]
        if s == at:
            ends = [(_column(s), -15.0), (_column(s), 15.0)]
        if way:
            ends.reverse()
        (x, dx), (u, du) = ends
        y = top - (16 + 4.5 * abs(at - s) if s != at else 32)
        d = f"M{x:g} {top:g}C{x + dx:g} {y:g} {u + du:g} {y:g} {u:g} {top:g}"
        arcs.append(
            element(
                "path",
                d=d,
                stroke_width=round(10 * share, 1),
                class_="mg-pulse" if way else None,
            )
        )
    style = {"fill": "none", "stroke": LIVE[f"{_hue(way)}-line"], "stroke_opacity": 0.75}
    return [element("g", *arcs, **style)]


def _letters(name: str, at: int, way: int, places: int) -> list[Markup]:
    """Draw the input: the letters that are visible, those that are masked, and the padding."""
    hue = _hue(way)
    parts = []
    for s in range(places):
        ends = s > len(name)
        look_of = {"fill": LIVE["card"], "stroke": LIVE[f"{hue}-line"], "stroke_width": 1.5}
        if s == at:
            look_of["fill"], look_of["stroke_width"] = LIVE[hue], 3
        elif s > at:
            look_of = {"fill": LIVE["untracked"], "stroke": LIVE["untracked-line"]}
            look_of |= {"stroke_dasharray": "3 3", "stroke_width": 1.5}
        if ends:
            look_of = {"fill": "none", "stroke": "none"}
        box = element(
            "rect",
            x=_column(s) - BOX / 2,
            y=LETTERS_Y - BOX / 2,
            width=BOX,
            height=BOX,
            rx=5,
            **look_of,
        )
        letter = "." if ends or s == 0 else name[s - 1]
        role = "text" if s <= at else "faint"
        text = label(letter, _column(s), LETTERS_Y + 4.5, role, "middle")
        parts.append(element("g", box, text, data_says=f"place {s}"))
    numbered = [
        element("text", str(s), font_size=12, x=_column(s), y=135, text_anchor="middle")
        for s in range(places)
    ]
    return [element("g", *parts), element("g", *numbered, fill=LIVE["faint"])]


def _numbers(row: list[float], way: int, places: int) -> list[Markup]:
    texts = [
        element(
            "text",
            decimals(row[s], way) if s < len(row) else "",
            font_size=12,
            x=_column(s),
            y=NUMBERS_Y[s % 2],
            text_anchor="middle",
        )
        for s in range(places)
    ]
    return [element("g", *texts, fill=LIVE["text"])]


def _rows(count: int) -> float:
    """Return the distance between two rows of the table."""
    return min(TALLEST, floor(10 * TABLE / count) / 10)


def _matrix(table: Any, at: int, way: int, n: int) -> Markup:
    """Draw unmasked cells in color, masked cells in gray, and a frame around the current row."""
    (left, top), high = CORNER, _rows(n)
    shares = [_shares(table[t, : t + 1].tolist(), way) for t in range(n)]
    tops = [round(top + high * t, 1) for t in range(n)]
    cells = [
        element(
            "rect",
            x=left + CELL * s,
            y=tops[t],
            width=CELL - 1,
            height=round(high - 1, 1),
            fill_opacity=round(abs(shares[t][s]) if not way or t == at else 0.0, 2),
            data_says=f"place {s}" if t == at else None,
        )
        for t in range(n)
        for s in range(t + 1)
    ]
    hidden = "".join(
        f"M{left + CELL * (t + 1):g} {tops[t]:g}h{CELL * (n - 1 - t):g}v{round(high - 1, 1):g}"
        f"h-{CELL * (n - 1 - t):g}z"
        for t in range(n - 1)
    )
    edge = f"M{left:g} {top:g}" + "".join(f"v{high:g}h{CELL:g}" for _ in range(n))
    around = {"x": left - 1, "y": round(tops[at] - 1, 1), "width": CELL * (at + 1) + 1}
    hue = LIVE[f"{_hue(way)}-line"]
    return element(
        "g",
        element("path", d=hidden, fill=LIVE["untracked"]),
        element("path", d=edge, fill="none", stroke=LIVE["grid"]),
        element("g", *cells, fill=hue),
        element(
            "rect", **around, height=round(high + 1, 1), fill="none", stroke=hue, stroke_width=2.5
        ),
    )


def _names(name: str, at: int) -> Markup:
    """Draw the name's letters along the sides of the table."""
    left, top = CORNER
    letters = "." + name
    high = _rows(len(letters))
    rows = [
        label(
            letter,
            left - 12,
            round(top + high * (t + 0.5) + 4, 1),
            "text" if t == at else "faint",
            "middle",
        )
        for t, letter in enumerate(letters)
    ]
    columns = [
        label(letter, left + CELL * s + 12, top - 6, "text" if s <= at else "faint", "middle")
        for s, letter in enumerate(letters)
    ]
    return element("g", *rows, *columns)
