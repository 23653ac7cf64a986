"""Tests of the browser checks: each fault that's seeded in a page has to be reported.

Run `python -m tests.browser --planted`. Faults that plain pytest can find are seeded in
tests/explore/test_explorer.py instead.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from nbformat import NotebookNode
from playwright.sync_api import Browser

from minigrad.teaching import assets
from minigrad.teaching.live import VIEW, figure_of, live, widgets

from .exported import LOADED, explore, export, served
from .report import Report
from .stored import explorers

Models = list[dict[str, Any]]
Fault = tuple[Callable[[dict[str, Any], Models], None], str]
HANDS = ((900, "light", "keys"), (1400, "light", "mouse"), (390, "light", "touch"))
PATIENCE = 12_000  # milliseconds to wait for something that's not expected to appear


def in_module(old: str, new: str) -> Callable[..., None]:
    def plant(figure: dict[str, Any], _links: Models) -> None:
        assert old in figure["_esm"], f"the front end doesn't contain {old}"
        figure["_esm"] = figure["_esm"].replace(old, new)

    return plant


def in_style(old: str, new: str) -> Callable[..., None]:
    def plant(figure: dict[str, Any], _links: Models) -> None:
        assert old in figure["_css"], f"the style sheet doesn't contain {old}"
        figure["_css"] = figure["_css"].replace(old, new)

    return plant


def in_pieces(pattern: str, new: str) -> Callable[..., None]:
    def plant(figure: dict[str, Any], _links: Models) -> None:
        planted = [re.sub(pattern, new, piece, count=1) for piece in figure["_pieces"]]
        assert planted != figure["_pieces"], f"no element matches {pattern}"
        figure["_pieces"] = planted

    return plant


def wrong_number(figure: dict[str, Any], _links: Models) -> None:
    figure["sentences"] = [re.sub(r"\d(?=\D*$)", "7", sentence) for sentence in figure["sentences"]]


def unchanging_magnifier(figure: dict[str, Any], _links: Models) -> None:
    """Make the magnifier show the same content in every frame."""
    pieces = figure["_pieces"]
    shown = [i for i, piece in enumerate(pieces) if "magnified" in piece]
    assert len(shown) > 1, "there's only one magnifier for all frames"
    for i in shown:
        pieces[i] = pieces[shown[0]]


def unlinked(_figure: dict[str, Any], links: Models) -> None:
    links[0]["state"]["target"][1] = "nowhere"


def crossed(_figure: dict[str, Any], links: Models) -> None:
    one, other = (link["state"] for link in links)
    one["target"], other["target"] = other["target"], one["target"]


SLOPE = ("00_start_here.ipynb", "Tangent and secant of a curve")
GRAPH = ("01_computational_graphs.ipynb", "Forward and backward")
TRACKING = ("03_disabling_tracking.ipynb", "Where tracking stops")
RATE = ("05_sgd_training_loop.ipynb", "Learning rate")
DIGITS = ("08_a_real_data_set.ipynb", "What a linear model looks for")
DESCENT = ("05_sgd_training_loop.ipynb", "Learning rate and momentum")
BOUNDARY = ("05_sgd_training_loop.ipynb", "Decision boundary of a small network")
ORDER = ("06_build_your_own_autograd.ipynb", "The order of a pass")
CHAPTERS = tuple(dict.fromkeys(name for name, _ in (SLOPE, GRAPH, TRACKING, RATE, ORDER, DIGITS)))

# For each explorer: the fault, how it's seeded, and part of the message that must report it.
SEEDED: dict[tuple[str, str], dict[str, Fault]] = {
    SLOPE: {
        "a dead front-end module": (
            in_module("export default", "throw 7; export default"),
            "Timeout",
        ),
        "a renderer that raises": (
            in_module("const frames = framesOf", "null.x; const frames = framesOf"),
            "Error",
        ),
        "a request to another machine": (
            in_module("const ENDS", 'fetch("https://example.com/planted"); const ENDS'),
            "sent a request to another machine: https://example.com/planted",
        ),
        "handles without a name": (in_module('"aria-label": name, ', ""), "aria-input-field-name"),
        "handles whose value is a bare number": (
            in_module(', "aria-valuetext": labels[state.now()[control]]', ""),
            "its sliders",
        ),
        "a wrong number in a sentence": (wrong_number, "the page says"),
        "a wrong number in a figure": (
            in_pieces(r"(?<=>)([^<]*)1", r"\g<1>7"),
            "the figure's text is",
        ),
        "a wrong line in a figure": (
            in_pieces(r' d="M(\d)', r' d="M7\1'),
            "drawn differently",
        ),
        "a magnifier that never changes": (unchanging_magnifier, "the figure's text is"),
        "a slider that moves nothing": (unlinked, "the page says"),
        "two sliders that move each other's control": (crossed, "the page says"),
        "a reset that leaves out a control": (
            in_module("go(controls.map(({ start }) => start))", "move(0, controls[0].start)"),
            "reset, at",
        ),
        "a handle that moves to the wrong position": (
            in_module("state.go(found.at,", "state.go(found.at.map(() => 0),"),
            "dragged to",
        ),
        "a readout that is editable": (
            in_module('readout.contentEditable = "false"', 'readout.contentEditable = "true"'),
            "is editable",
        ),
        "unescaped markup": (
            in_module(
                "links.say(frame.sentence);",
                'sentence.innerHTML = frame.sentence + "<img>";',
            ),
            "a name became markup",
        ),
        "button text that is too faint": (
            in_style(
                "color: var(--mg-text); background: var(--mg-card); border",
                "color: var(--mg-line); background: var(--mg-card); border",
            ),
            "has a contrast of",
        ),
        "a finger that scrolls the page instead of dragging the handle": (
            in_module("(event.touches.length === 1 &&", "(false &&"),
            "by a finger",
        ),
        "a duplicate id": (
            in_pieces(r"^<(\w+)", r'<\1 id="again"'),
            "the id 'again' is",
        ),
        "visits that leave no mark": (
            in_module("trail.append(...traces.map(traced));", ""),
            "this visit left no mark",
        ),
        "marks that remain after a reset": (
            in_module("    picture.forget();", ""),
            "marks remain after a reset",
        ),
        "handles that are not marked as draggable": (
            in_module('place.classList.add("mg-invites");', ""),
            "nothing shows that it can be dragged",
        ),
        "handles that stay marked as draggable": (
            in_module('place.classList.remove("mg-invites");', ""),
            "it's still marked as draggable",
        ),
        "playback that does not stop": (
            in_module("if (state.now()[control] >= last) stop();", ""),
            "it keeps playing",
        ),
        "a Play button that does nothing": (
            in_module("setInterval(step, pause)", "1"),
            "played to the end",
        ),
        "a Play button although motion is reduced": (
            in_module("if (play && !isStill())", "if (play)"),
            "there's a Play button although motion is reduced",
        ),
        "panels too small to be read on a phone": (
            in_style(
                ".mg-apart { display: flex; flex-direction: column;",
                ".mg-apart { display: flex; flex-direction: row;",
            ),
            "text of",
        ),
    },
    GRAPH: {
        "numbers that do not move": (
            in_module("if (onward) flow(picture.place);", ""),
            "nothing moves along the arrows",
        ),
        "a number that stops next to its arrow": (
            in_module('mover.removeAttribute("transform");', ""),
            "moving elements have to arrive",
        ),
        "numbers that move although motion is reduced": (
            in_module("  if (isStill()) return;\n  const travelers", "  const travelers"),
            "animations ran although motion is reduced",
        ),
        "a running node that is scrolled out of view": (
            in_module("place.scrollLeft += at - left", "place.scrollLeft += 0 * at - 0 * left"),
            "the running node is out of view",
        ),
        "no sign that a figure scrolls": (
            in_module('place.classList.toggle("mg-more-after",', "(() => null)("),
            "it does not say that there is more",
        ),
        "an invisible sign": (in_style("mask-image: ", "-x-image: "), "the sign isn't visible"),
        "text that scrolls out of view": (
            in_module("return beyond <= 0 ? at :", "return beyond <= 0 ? 0 :"),
            "its text is out of view",
        ),
    },
    TRACKING: {
        "names separated from their buttons": (
            in_style("mg-loose { display: inline-flex;", "mg-loose { display: contents;"),
            "separated from their buttons",
        ),
        "a row of buttons beyond the edge": (
            in_style("flex-wrap: wrap;", ""),
            "beyond the edge of the page",
        ),
    },
    RATE: {
        "a pin that keeps the wrong element": (
            in_module("slots.map((slot) => pieces[slot])", "slots.map((slot) => pieces[slot - 1])"),
            "the wrong elements are pinned",
        ),
        "a pin that disappears at the next step": (
            in_module(
                "const show = ({ pieces, sentence, trace }, onward, follows) => {",
                "const show = ({ pieces, "
                "sentence, trace }, onward) => { views.forEach((view) => view.pin([]));",
            ),
            "disappear at the next step",
        ),
    },
    DESCENT: {
        "a path computed by another rule": (
            in_module("x -= lr * u;", "x -= lr * v;"),
            "the page says",
        ),
        "a path drawn in the wrong place": (
            in_module("points.push([x + best[0], y + best[1]]);", "points.push([x, y]);"),
            "drawn differently",
        ),
        "a pad that moves in the wrong direction": (
            in_module("+ way * (event.shiftKey", "- way * (event.shiftKey"),
            "on pad 0",
        ),
        "a pad that does not report its position": (
            in_module('pad.setAttribute("aria-valuetext", reads);', ""),
            "pad 0 reads",
        ),
        "a map on which a press leads to the wrong place": (
            in_module("(place[0] - left) / across", "(left - place[0]) / across"),
            "dragged to",
        ),
        "sentences that make the page jump": (
            in_module("says.append(longest, ", "says.append("),
            "jumps",
        ),
    },
    BOUNDARY: {
        "a network with another activation function": (
            in_module("Math.tanh(a[j]", "Math.sin(a[j]"),
            "the page says",
        ),
        "units drawn in the wrong place": (
            in_module("(-c[j] - b[j]", "(c[j] - b[j]"),
            "drawn differently",
        ),
    },
    ORDER: {
        "an action that leads to the wrong position": (
            in_module("else state.go(positionOf(to, state.sizes));", "else state.reset();"),
            "action",
        ),
        "a clickable place in the figure that does nothing": (
            in_module('spot.addEventListener("click", () => act(i));', ""),
            "by place",
        ),
        "a refusal without a message": (
            in_module("(why) => links.say(why)", "() => null"),
            "is refused with",
        ),
    },
    DIGITS: {
        "a pen that draws in the wrong row": (
            in_module("Math.floor(row) * across", "Math.floor(row + 1) * across"),
            "a pixel drawn by mouse",
        ),
        "a pen that ignores the keyboard": (
            in_module("() => set(at, !hasInk(at))", "() => null"),
            "a pixel drawn by keyboard",
        ),
        "a choice that keeps the old drawing": (
            in_module("sets?.[i] ?? index", "index"),
            "on control 1",
        ),
    },
}


def check(
    report: Report, browser: Browser, chapters: Sequence[Path], folder: Path, only: str = ""
) -> None:
    """Check that every seeded fault whose name contains `only` is reported."""
    assets.copy_files(folder, LOADED)
    paths = {chapter.name: chapter for chapter in chapters}
    number = 0
    with served(folder) as address:
        for (name, title), faults in SEEDED.items():
            figures = {title: explorers(live(paths[name]))[title]}
            for fault, (plant, words) in faults.items():
                if only not in fault:
                    continue
                number += 1
                faulty = _with_fault(live(paths[name]), title, plant)
                url = f"{address}/{export(faulty, f'planted_{number}', folder).name}"
                heard = Report(quiet=True)
                explore(heard, browser, url, figures, Counter(), folder, [HANDS], PATIENCE)
                report.checks += 1
                complaints = [complaint for complaint in heard.faults if words in complaint]
                if complaints:
                    print(f"found: {fault}: {complaints[0][:150]}", flush=True)
                else:
                    report.fault(fault, f"seeded but not reported; the reports were {heard.faults}")


def _with_fault(notebook: NotebookNode, title: str, plant: Callable[..., None]) -> NotebookNode:
    """Return only the cell that shows the explorer with the given title, with the fault in it."""
    models = widgets(notebook)
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if VIEW in output.get("data", {}):
                figure = figure_of(models, output.data[VIEW]["model_id"])
                if figure["title"] == title:
                    plant(figure, _linked(models, figure))
                    notebook.cells = [cell]
                    return notebook
    raise ValueError(f"no explorer {title!r}")


def _linked(models: dict[str, Any], figure: dict[str, Any]) -> Models:
    """Return the links that move a figure."""
    [name] = [f"IPY_MODEL_{name}" for name, model in models.items() if model["state"] is figure]
    links = (model for model in models.values() if model["model_name"] == "LinkModel")
    return [link for link in links if link["state"]["target"][0] == name]
