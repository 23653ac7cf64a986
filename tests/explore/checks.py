"""Checks for every frame of every explorer, whatever it shows."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import unescape
from math import hypot
from typing import Any
from xml.etree import ElementTree

from minigrad.draw import Drawing
from minigrad.draw.palette import LIVE
from minigrad.draw.svg import text_width
from minigrad.explore.content import ENDS
from minigrad.explore.explorer import Explorer
from minigrad.explore.frames import Frame, unpacked
from tests.explore.numbers import with_exponents

SVG = "{http://www.w3.org/2000/svg}"
Box = tuple[float, float, float, float]  # left, top, right, and bottom
LARGEST = 600_000  # bytes of stored state
SMALLEST = 12  # font size in pixels
PROSE = 0.85  # the width of words in a proportional typeface, as a share of a fixed-width one


def check(make: Callable[[], Explorer], unmentioned: str = "$") -> Explorer:
    """Run all checks on the explorer from `make`. `check_numbers` explains `unmentioned`."""
    explorer = make()
    for at in explorer.positions:
        check_frame(explorer, at)
    check_controls(explorer)
    check_numbers(explorer, unmentioned)
    check_phrases(explorer)
    check_state(explorer)
    check_links(explorer)
    check_handles(explorer)
    check_actions(explorer)
    check_cuts(explorer)
    check_narrow(explorer)
    check_text_forms(explorer)
    return explorer


def drawn(explorer: Explorer, at: tuple[int, ...]) -> tuple[Drawing, ElementTree.Element]:
    """Return a frame's still and the elements in it. All checks share one drawing of each frame."""
    drawings = explorer.__dict__.setdefault("_drawn", {})
    if at not in drawings:
        drawing = explorer.drawing(*at)
        drawings[at] = drawing, ElementTree.fromstring(drawing.svg)
    return drawings[at]


def check_frame(explorer: Explorer, at: tuple[int, ...]) -> None:
    drawing, root = drawn(explorer, at)
    assert drawing.text == explorer.frames[at].sentence
    assert re.search(r"\d", drawing.text), f"{at}: no number in {drawing.text!r}"
    assert root.get("role") == "img"
    assert root.get("aria-label") == " ".join(drawing.text.split())
    width, height = explorer.size
    assert root.get("viewBox") == f"0 0 {width:g} {height:g}"
    ids = Counter(element.get("id") for element in root.iter() if element.get("id"))
    assert not ids, f"{at}: ids {ids}, which would be duplicated in the page"
    assert "var(" not in drawing.svg, f"{at}: a color that isn't defined for stills"
    for text, (left, top, right, bottom) in texts(root):
        inside = left >= -0.5 and right <= width + 0.5 and top >= -0.5 and bottom <= height + 0.5
        assert inside, f"{at}: {text!r} extends beyond the figure: {left, top, right, bottom}"
    live = explorer.drawing(*at, colors="live")
    assert set(re.findall(r"var\([^)]*\)", live.svg)) <= set(LIVE.values())
    painted = set(re.findall(r"(?:fill|stroke)=\"(#[^\"]*)\"", live.svg))
    assert not painted, f"{at}: fixed colors {painted}, which wouldn't change in a dark theme"


def check_controls(explorer: Explorer) -> None:
    """Check that each control changes the figure at some setting of the others."""
    for i, control in enumerate(explorer.controls):
        drawings: dict[tuple[int, ...], set[str]] = {}
        for at in explorer.positions:
            others = (*at[:i], *at[i + 1 :])
            drawings.setdefault(others, set()).add(drawn(explorer, at)[0].svg)
        comparable = len(drawings) < len(explorer.positions)
        changes = any(len(svgs) > 1 for svgs in drawings.values())
        # A control can also change the figure through others, which it sets.
        assert changes or not comparable or control.sets, f"{control} changes nothing"


def check_narrow(explorer: Explorer) -> None:
    """Check that a phone's figure shows the same text and fits at a readable size."""
    narrow = explorer.narrow
    if narrow is None:
        return
    width, height = narrow.size
    assert width * 12 / 13 <= 360, f"{width} px is too wide for a phone"
    assert len(narrow.areas) == len(explorer.actions)
    for at in explorer.positions:
        drawing = Frame(narrow.pieces(*explorer.values(at)), "").drawing(width, height)
        shown = list(texts(ElementTree.fromstring(drawing.svg)))
        for text, (left, top, right, bottom) in shown:
            inside = (
                left >= -0.5 and right <= width + 0.5 and top >= -0.5 and bottom <= height + 0.5
            )
            assert inside, (
                f"{at}: {text!r} extends beyond a phone's figure: {left, top, right, bottom}"
            )
            assert "…" not in text or text in drawn(explorer, at)[0].svg, f"{at}: {text!r} is cut"
        words = set(" ".join(text for text, _ in shown).split())
        whole = [text for text, _ in texts(drawn(explorer, at)[1]) if "…" not in text]
        # A phone doesn't show the current node's rule, whose results are in the sentence, and axes
        # of another size may have other ticks.
        left_out = [
            text
            for part in drawn(explorer, at)[1].iter()
            if part.get("class") in ("mg-stays", "mg-tick")
            for text, _ in texts(part)
        ]
        missing = set(" ".join(text for text in whole if text not in left_out).split()) - words
        assert not missing, f"{at}: a phone doesn't show {missing}"


def check_numbers(explorer: Explorer, unmentioned: str = "$") -> None:
    """Check that every number in a label with words is also in a sentence, up to rounding.

    Text that appears in every frame counts as part of a scale. `unmentioned` is a pattern for the
    beginning of other labels whose numbers don't have to be in a sentence.
    """
    drawn = {at: list(texts_of(explorer, at)) for at in explorer.positions}
    scale = set.intersection(*map(set, drawn.values())) if len(drawn) > 1 else set()
    said = {
        at: set(NUMERAL.findall(with_exponents(explorer.frames[at].sentence)))
        for at in explorer.positions
    }
    anywhere = set().union(*said.values())
    for at, texts in drawn.items():
        for text in texts:
            if text in scale or re.match(unmentioned, text) or not WORD.search(text):
                continue
            if NOT_IN_SENTENCES.search(text):
                continue
            for one in NUMERAL.findall(text):
                shares = (
                    percentages_in(explorer.frames[at].sentence) if f"{one}%" in text else set()
                )
                found_in = (said[at] | shares, anywhere)
                is_said = any(agree(one, other) for said_there in found_in for other in said_there)
                assert is_said, f"{at}: {text!r} is drawn, but no sentence says {one}"


NUMERAL = re.compile(r"(?<![\w.#])[-−]?\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?(?!\w)")
WORD = re.compile(r"[^\W\d_]{2}|[=×]")
# Progress, worked-out formulas, the magnifier's width, and contributions that came too late.
NOT_IN_SENTENCES = re.compile(r"\d of \d|·|^magnified| late$")


def texts_of(explorer: Explorer, at: tuple[int, ...]) -> Iterator[str]:
    _, root = drawn(explorer, at)
    return (with_exponents("".join(e.itertext())) for e in root.iter(f"{SVG}text"))


def percentages_in(sentence: str) -> set[str]:
    """Return the percentages for phrases such as "56 of 80"."""
    parts = re.findall(r"(\d+) of (\d+)", sentence)
    return {f"{100 * int(part) / int(whole):.0f}" for part, whole in parts}


def agree(one: str, other: str) -> bool:
    """Return whether two numerals agree in all digits of the shorter; integers must be equal."""
    (a, unit), (b, other_unit) = number_and_unit(one), number_and_unit(other)
    short = max(unit, other_unit) if re.search(r"[.e].*\n.*[.e]", f"{one}\n{other}") else 0
    return abs(a - b) <= max(0.51 * short, 6e-4 * abs(a))


def number_and_unit(numeral: str) -> tuple[float, float]:
    """Return the value of a numeral and the value of one unit in its last digit."""
    mantissa, _, exponent = numeral.replace("−", "-").replace(",", "").partition("e")
    power = 10.0 ** int(exponent or 0)
    return float(mantissa) * power, 10.0 ** -len(mantissa.partition(".")[2]) * power


def check_phrases(explorer: Explorer) -> None:
    """Check that sentences link only to visible elements, and that every element is linked.

    An element's phrases are alternatives, so one of them is enough.
    """
    used: set[str] = set()
    known: dict[str, list[str]] = {}
    seen: dict[str, bool] = {}
    for at in explorer.positions:
        frame = explorer.frames[at]
        shown: dict[str, list[str]] = {}
        for piece in frame.pieces:
            if piece not in known:
                known[piece] = phrases_in(piece)
            for phrase in known[piece]:
                shown.setdefault(phrase, []).append(piece)
        for phrase in linked_phrases(frame.sentence, shown):
            used.add(phrase)
            for picture in shown[phrase]:
                if picture not in seen:
                    seen[picture] = is_visible(ElementTree.fromstring(picture))
            is_seen = any(seen[picture] for picture in shown[phrase])
            assert is_seen, f"{at}: {phrase!r} isn't linked to anything visible"
    # In a large graph, no sentence mentions some of the nodes.
    others = [phrases for piece, phrases in known.items() if "mg-node" not in piece]
    idle = [phrases for phrases in others if phrases and not used & set(phrases)]
    assert not idle, f"no sentence contains any of {idle[0]}"
    assert used, "no phrase in any sentence is linked to the figure"


def phrases_in(*pieces: str) -> list[str]:
    """Return the phrases attached to elements of the figure, the way `links.js` finds them."""
    lists = re.findall(r'data-(?:says|gradient)="([^"]+)"', "".join(pieces))
    return [unescape(phrase) for of_one in lists for phrase in of_one.split("|")]


def linked_phrases(sentence: str, phrases: Iterable[str]) -> set[str]:
    """Return the phrases in the sentence that `links.js` turns into links."""
    longest_first = sorted(filter(sentence.__contains__, phrases), key=len, reverse=True)
    if not longest_first:
        return set()
    either = "|".join(map(re.escape, longest_first))
    return set(re.findall(rf"(?<![\w.−⁻-])(?:{either})(?![\w·⁻]|[.,]\w)", sentence))


def is_visible(element: ElementTree.Element) -> bool:
    empty = {"width", "height"} & {k for k, size in element.items() if size in ("0", "0.0")}
    is_shape = element.tag in ("path", "circle", "rect") and not empty
    return is_shape or bool(element.text) or any(map(is_visible, element))


def check_state(explorer: Explorer) -> None:
    """Check that the figure stores the results of the explorer's function, in order."""
    figure = figure_of(explorer)
    size = state_size(explorer)
    assert size <= LARGEST, f"the stored state has {size:,} bytes, and {LARGEST:,} is the limit"
    if explorer.program:
        assert figure._data == explorer.program.data
        assert json.loads(json.dumps(figure._data)) == figure._data
        said = (explorer.frames[at].sentence for at in explorer.positions)
        sentences = [each.rpartition("\n")[2] for each in said]  # without verdicts
        assert len(figure.sentences[0]) >= max(map(len, sentences))
        return
    assert figure.sentences == [explorer.frames[at].sentence for at in explorer.positions]
    stored = unpacked(figure._pieces, figure._frames)
    for at, pieces in zip(explorer.positions, stored, strict=True):
        live = [
            re.sub(r"(var\(--mg-[\w-]+), #\w+\)", r"\1)", p) for p in explorer.frames[at].pieces
        ]
        assert pieces == [piece for piece in live if piece]
        for piece in pieces:
            assert len(list(ElementTree.fromstring(f"<g>{piece}</g>"))) == 1


def check_links(explorer: Explorer) -> None:
    """Check that each slider moves its own end of the figure and starts where the figure does."""
    *sliders, figure = explorer.widget.children
    for i, control in enumerate(explorer.controls):
        stored = figure.controls[i]
        assert (stored["name"], stored["labels"]) == (control.name, list(control.labels))
        assert (stored["choice"], stored["play"]) == (control.choice, control.play)
        assert getattr(figure, ENDS[i]) == stored["start"] == control.start
        assert len(set(control.labels)) == len(control.labels), (
            f"a duplicate label: {control.labels}"
        )
    with_slider = [(i, c) for i, c in enumerate(explorer.controls) if c.has_slider]
    assert len(sliders) == len(with_slider) == len(explorer.widget.links)
    linked = zip(sliders, explorer.widget.links, with_slider, strict=True)
    for slider, link, (i, control) in linked:
        assert link.source == (slider, "index")
        assert link.target == (figure, ENDS[i])
        assert slider.index == control.start
        assert list(slider.options) == [(label, at) for at, label in enumerate(control.labels)]
        assert slider.description == control.name


def check_handles(explorer: Explorer) -> None:
    """Check that every handle is in the figure, in its area, and able to reach each position."""
    width, height = explorer.size
    for grip, stored in zip(explorer.grips, figure_of(explorer)._grips, strict=True):
        left, top, across, down = grip.area or (0, 0, width, height)
        assert 0 <= left < left + across <= width, f"{grip.area} extends beyond the figure"
        assert 0 <= top < top + down <= height, f"{grip.area} extends beyond the figure"
        if grip.grid:
            check_grid(explorer, grip.grid, stored["moves"], (left, top, across, down))
            continue
        still = [i for i in range(len(explorer.controls)) if i not in stored["moves"]]
        places: dict[tuple[Any, ...], tuple[int, ...]] = {}
        for at, point in zip(explorer.positions, stored["points"], strict=True):
            if point is None:
                continue
            inside = left <= point[0] <= left + across and top <= point[1] <= top + down
            assert inside, f"{at}: the handle is at {point}, outside {grip.area}"
            place = (*point, *(at[i] for i in still))
            other = places.setdefault(place, at)
            assert other == at, (
                f"{at} and {other} share the position {point}, so one can't be reached"
            )


def check_grid(
    explorer: Explorer, grid: tuple[float, ...], moves: Sequence[int], area: tuple[float, ...]
) -> None:
    """Check that a grid is inside its area and that its positions don't overlap."""
    left, top, across, down = area
    x, dx, y, dy = grid
    columns, *others = [len(explorer.controls[i].values) for i in moves]
    if not others:  # positions on a line
        assert hypot(dx, dy) > 1
        for k in (0, columns - 1):
            assert left <= x + dx * k <= left + across
            assert top <= y + dy * k <= top + down
        return
    (rows,) = others
    assert abs(dx) > 1
    assert abs(dy) > 1
    assert left <= x <= x + dx * (columns - 1) <= left + across
    assert top <= y + dy * (rows - 1) <= y <= top + down


def check_actions(explorer: Explorer) -> None:
    """Check that every position can be reached, and that no action is idle or hidden."""
    frames = {at: i for i, at in enumerate(explorer.positions)}
    figure = figure_of(explorer)
    ways: dict[int, set[int]] = {i: set() for i in frames.values()}
    for action, stored in zip(explorer.actions, figure._actions, strict=True):
        leads = [value_at(stored["to"], i) for i in frames.values()]
        for (at, i), to in zip(frames.items(), leads, strict=True):
            target = action.to(at)
            if isinstance(target, str):
                assert figure._refusals[-1 - to] == target
            else:
                assert frames[target] == to
                ways[i].add(to)
        assert max(leads) >= 0, f"{action.label} leads nowhere from any position"
        if action.area is not None:
            left, top, across, down = action.area
            assert 0 <= left < left + across <= explorer.size[0], (
                f"{action.label} is outside the figure"
            )
            assert 0 <= top < top + down <= explorer.size[1], (
                f"{action.label} is outside the figure"
            )
    if not explorer.actions:
        return
    dragged = {name for grip in explorer.grips for name in grip.moves}
    for at, i in frames.items():
        for control, of_one in enumerate(explorer.controls):
            if not of_one.led or of_one.name in dragged:
                sizes = range(len(of_one.values))
                ways[i] |= {frames[(*at[:control], to, *at[control + 1 :])] for to in sizes}
    reached = [frames[tuple(control.start for control in explorer.controls)]]
    for i in reached:  # the list grows during the loop
        reached += sorted(ways[i] - set(reached))
    assert len(reached) == len(frames), f"{len(frames) - len(reached)} positions can't be reached"


def value_at(runs: Sequence[int], frame: int) -> int:
    """Compute the same value as `valueAt` in the front end."""
    pairs = list(zip(runs[::2], runs[1::2], strict=True))
    return next(value for first, value in reversed(pairs) if first <= frame)


def check_cuts(explorer: Explorer) -> None:
    """Check that no label is cut off where a narrow page splits the figure into panels."""
    for at in explorer.positions if explorer.cuts else ():
        _, root = drawn(explorer, at)
        for text, (left, _, right, _) in texts(root):
            crossed = [cut for cut in explorer.cuts if left < cut < right and text.strip()]
            assert not crossed, f"{at}: {text!r} is cut at {crossed}"


def check_text_forms(explorer: Explorer) -> None:
    forms, _metadata = explorer._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in forms
    still = ElementTree.fromstring(forms["image/svg+xml"])
    assert not any(element.get("id") for element in still.iter())
    lines = forms["text/plain"].splitlines()
    assert "run the notebook" in lines[0]
    assert len(lines) == 1 + len(explorer.stills)
    for line, at in zip(lines[1:], explorer.stills, strict=True):
        assert line.endswith(" ".join(explorer.frames[at].sentence.split()))


def figure_of(explorer: Explorer) -> Any:
    return explorer.widget.children[-1]


def state_size(explorer: Explorer) -> int:
    """Return the number of bytes that the notebook stores for an explorer, including its module."""
    *sliders, figure = explorer.widget.children
    widgets = [explorer.widget, *sliders, figure, *explorer.widget.links]
    return sum(len(json.dumps(widget.get_state(), default=str)) for widget in widgets)


def texts(root: ElementTree.Element) -> Iterator[tuple[str, Box]]:
    """Yield every piece of text, with an upper bound for its box."""
    yield from _texts(root, 0.0, 0.0, 16.0, "start")


def _texts(
    element: ElementTree.Element, x: float, y: float, size: float, anchor: str
) -> Iterator[tuple[str, Box]]:
    moves = element.get("transform", "")
    shifts = re.findall(r"translate\(([-\d.]+)[ ,]+([-\d.]+)\)", moves)
    assert len(shifts) == moves.count("("), f"a transform other than translate: {moves}"
    for dx, dy in shifts:
        x, y = x + float(dx), y + float(dy)
    size = float(element.get("font-size", size))
    anchor = element.get("text-anchor", anchor)
    if element.tag == f"{SVG}text":
        text = "".join(element.itertext())
        assert size >= SMALLEST or not text, f"{text!r} in {size} px"
        width = text_width(text, size) * (PROSE if element.get("class") == "mg-prose" else 1)
        left = (
            x + float(element.get("x", 0)) - {"start": 0, "middle": 0.5, "end": 1}[anchor] * width
        )
        base = y + float(element.get("y", 0))
        yield text, (left, base - 0.75 * size, left + width, base + 0.22 * size)
        return
    for child in element:
        yield from _texts(child, x, y, size, anchor)
