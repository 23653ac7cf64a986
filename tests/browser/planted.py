"""The checks are checked: faults are planted in a page, and each must be found.

`python -m tests.browser --planted`. Faults that plain pytest finds are planted in
tests/explore/test_explorer.py.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from minigrad.course.publish import assets

from .exported import LOADED, explore, export, served
from .report import Report
from .stored import STATE, explorers

Models = list[dict[str, Any]]
HANDS = ((900, "light", "keys"), (1400, "light", "mouse"), (390, "light", "touch"))
PATIENCE = 12_000  # milliseconds for what will not come


def figure(models: Models) -> dict[str, Any]:
    return next(model["state"] for model in models if model["model_name"] == "AnyModel")


def in_module(old: str, new: str) -> Callable[[Models], None]:
    def plant(models: Models) -> None:
        state = figure(models)
        assert old in state["_esm"], f"the front end has no {old}"
        state["_esm"] = state["_esm"].replace(old, new)

    return plant


def wrong_number(models: Models) -> None:
    state = figure(models)
    state["sentences"] = [re.sub(r"\d(?=\D*$)", "7", told) for told in state["sentences"]]


def wrong_picture(models: Models) -> None:
    state = figure(models)
    state["_pieces"] = [re.sub(r"(?<=>)([^<]*)1", r"\g<1>7", piece) for piece in state["_pieces"]]


def unlinked(models: Models) -> None:
    links = [model["state"] for model in models if model["model_name"] == "LinkModel"]
    links[0]["target"][1] = "nowhere"


def crossed(models: Models) -> None:
    links = [model["state"] for model in models if model["model_name"] == "LinkModel"]
    links[0]["target"], links[1]["target"] = links[1]["target"], links[0]["target"]


def doubled_id(models: Models) -> None:
    state = figure(models)
    state["_pieces"] = [p.replace("<g ", '<g id="again" ', 1) for p in state["_pieces"]]


def in_style(old: str, new: str) -> Callable[[Models], None]:
    def plant(models: Models) -> None:
        state = figure(models)
        assert old in state["_css"], f"the style sheet has no {old}"
        state["_css"] = state["_css"].replace(old, new)

    return plant


# The fault, how it is planted, and words of the complaint that it must cause.
PLANTED: dict[str, tuple[Callable[[Models], None], str]] = {
    "a dead front-end module": (in_module("export default", "throw 7; export default"), "Timeout"),
    "a renderer that raises": (
        in_module("const frames = framesOf", "null.x; const frames = framesOf"),
        "Error",
    ),
    "a request to another machine": (
        in_module("const ENDS", 'fetch("https://example.com/planted"); const ENDS'),
        "asked another machine: https://example.com/planted",
    ),
    "handles without a name": (in_module('"aria-label": name, ', ""), "aria-input-field-name"),
    "handles that read a bare number": (
        in_module(', "aria-valuetext": labels[state.now()[control]]', ""),
        "its sliders",
    ),
    "a wrong number in a sentence": (wrong_number, "the page says"),
    "a wrong number in a picture": (wrong_picture, "the picture reads"),
    "a slider that moves nothing": (unlinked, "the page says"),
    "two sliders, each on the other's end": (crossed, "the page says"),
    "a reset that forgets a control": (
        in_module("go(controls.map(({ start }) => start))", "move(0, controls[0].start)"),
        "reset, at",
    ),
    "a grip that leads elsewhere": (
        in_module("state.go(found.at)", "state.go(found.at.map(() => 0))"),
        "led to",
    ),
    "a readout that can be typed into": (
        in_module('readout.contentEditable = "false"', 'readout.contentEditable = "true"'),
        "can be typed into",
    ),
    "sentences that move the page": (in_module("says.append(longest, ", "says.append("), "jumps"),
    "markup that is not escaped": (
        in_module(
            "sentence.textContent = frame.sentence;",
            'sentence.innerHTML = frame.sentence + "<img>";',
        ),
        "a name became markup",
    ),
    "letters of a button too faint": (
        in_style(
            "color: var(--mg-text); background: var(--mg-card); border",
            "color: var(--mg-line); background: var(--mg-card); border",
        ),
        "has a contrast of",
    ),
    "a finger that scrolls the page in place of the ring": (
        in_module("(event.touches.length === 1 &&", "(false &&"),
        "by a finger",
    ),
    "an id that is there twice": (doubled_id, "the id 'again' is there twice"),
}


# The same in an explorer whose nodes are chosen.
PLANTED_IN_ACTIONS: dict[str, tuple[Callable[[Models], None], str]] = {
    "an action that leads elsewhere": (
        in_module("else state.go(positionOf(to, state.sizes));", "else state.reset();"),
        "action",
    ),
    "a place in the picture that does nothing": (
        in_module('spot.addEventListener("click", () => act(i));', ""),
        "by place",
    ),
    "a refusal that is not told": (
        in_module("(why) => (sentence.textContent = why)", "() => null"),
        "is refused with",
    ),
}


def check(report: Report, browser: Browser, chapters: Sequence[Path], folder: Path) -> None:
    """Faults of all figures in the first chapter, those of actions in the second."""
    both = zip(chapters, (PLANTED, PLANTED_IN_ACTIONS), strict=True)
    for chapter, faults in both:
        _plant(report, browser, chapter, folder, faults)


def _plant(
    report: Report,
    browser: Browser,
    chapter: Path,
    folder: Path,
    faults: dict[str, tuple[Callable[[Models], None], str]],
) -> None:
    assets.lay_out(folder, LOADED)
    found = explorers(chapter)
    with served(folder) as address:
        for number, (fault, (plant, words)) in enumerate(faults.items(), 1):
            notebook = json.loads(chapter.read_text(encoding="utf-8"))
            plant(list(notebook["metadata"]["widgets"][STATE]["state"].values()))
            faulty = folder / f"planted_{chapter.stem[:2]}_{number}.ipynb"
            faulty.write_text(json.dumps(notebook), encoding="utf-8")
            url = f"{address}/{export(faulty, folder).name}"
            heard = Report(quiet=True)
            explore(heard, browser, url, found, Counter(), folder, PATIENCE, HANDS)
            report.checks += 1
            complaints = [told for told in heard.faults if words in told]
            if complaints:
                print(f"found: {fault}: {complaints[0][:150]}", flush=True)
            else:
                report.fault(fault, f"planted, and not found; heard was {heard.faults}")
