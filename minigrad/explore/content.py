"""A figure's content: the frames as data, and the modules of the front end.

A notebook displays the content in a widget (`figure.py`). The web edition needs no widget.
"""

import re
from importlib.resources import files
from typing import Any

from .frames import card, packed
from .grip import Grip
from .pixels import Bits
from .typed import Words

BEFORE = (
    "state",
    "places",
    "between",
    "frames",
    "morph",
    "picture",
    "dragging",
    "actions",
    "motion",
    "pen",
)
MODULES = (*BEFORE, "narrow", "wide", "invite", "typed", "controls", "pad", "links", "figure")
PLACED = ("grid", "heights", "body")  # what a grip may store
IMPORT = re.compile(r'^import \{[^}]*\} from "\.\./([\w/]+\.js)";\n', re.MULTILINE)
ENDS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def source(module: str) -> str:
    return (files(__package__) / "front" / module).read_text(encoding="utf-8")


def program_source(name: str) -> str:
    """Return a program's JavaScript, after the drawing helpers and the modules that it imports."""
    parts: dict[str, str] = {}

    def add(module: str) -> None:
        text = source(module)
        for needed in IMPORT.findall(text):
            if needed not in parts:
                add(needed)
        parts[module] = IMPORT.sub("", text).replace("\nexport ", "\n")

    add(f"programs/{name}.js")
    return "\n".join([source("programs/drawing.js"), *parts.values()])


def front_end(program: str | None = None) -> str:
    """Return the front end's JavaScript, including the given program if one computes the frames."""
    before = [program_source(program)] if program else []
    return "\n".join([*before, *(source(f"{module}.js") for module in MODULES)])


def figure_content(explorer: Any) -> dict[str, Any]:
    """Return a figure's content, ready to store as JSON."""
    frames = [explorer.frames[at] for at in explorer.positions]
    stored: dict[str, Any] = {"sentences": [frame.sentence for frame in frames]}
    if explorer.program:
        # A verdict has a line of its own, so a shorter sentence with one may need more lines.
        groups: dict[bool, list[str]] = {}
        for sentence in stored["sentences"]:
            groups.setdefault("\n" in sentence, []).append(sentence)
        longest = sorted((max(each, key=len) for each in groups.values()), key=len, reverse=True)
        stored = {"sentences": [each + " " + 8 * "m" for each in longest]}
        stored["_data"] = explorer.program.data
        stored["_program"] = explorer.program.name
    else:
        stored["_pieces"], stored["_frames"] = packed([frame.pieces for frame in frames])
        stored["_briefs"] = [frame.brief for frame in frames] if frames[0].brief else []
    starts = [control.start for control in explorer.controls]
    names = [control.name for control in explorer.controls]
    return (
        dict(zip(ENDS, starts, strict=False))
        | {
            "title": explorer.title,
            "_question": explorer.question,
            "controls": [
                {
                    "name": control.name,
                    "labels": control.labels,
                    "start": control.start,
                    "choice": control.choice,
                    "play": control.play,
                }
                | ({"runs": True} if control.runs else {})
                | ({"led": True} if control.led else {})
                | ({"smooth": True} if control.smooth else {})
                | ({"waits": True} if control.waits else {})
                | ({"slow": control.slow} if control.slow else {})
                | ({"fast": control.fast} if control.fast else {})
                | _typed(control.values, names)
                | _sets(control, names)
                for control in explorer.controls
            ],
            "_size": list(explorer.size),
            "_zoom": explorer.zoom,
            "_card": card(*explorer.size),
            "_cuts": list(explorer.cuts),
            "_grips": [_placed(explorer, grip) for grip in explorer.grips],
        }
        | stored
        | _led(explorer)
        | _narrow(explorer)
    )


def _placed(explorer: Any, grip: Grip) -> dict[str, Any]:
    """Return a grip's position in each frame, the controls that it moves, and its press area."""
    names = [control.name for control in explorer.controls]
    places = [grip.at(*explorer.values(at)) for at in explorer.positions] if grip.at else []
    points = [point and [round(float(number), 1) for number in point] for point in places]
    return {
        "moves": [names.index(name) for name in grip.moves],
        "points": points,
        "area": grip.area and list(grip.area),
        "ringed": grip.ringed,
        **({"runs": True} if grip.runs else {}),
        **({} if grip.hinted else {"bare": True}),
    } | {name: list(part) for name in PLACED if (part := getattr(grip, name))}


def _narrow(explorer: Any) -> dict[str, Any]:
    """Return the content for narrow pages, under the same keys, along with its press areas."""
    narrow = explorer.narrow
    if narrow is None:
        return {"_narrow": {}}
    content: dict[str, Any] = {"_size": list(narrow.size), "_cuts": []}
    content["_card"] = card(*narrow.size)
    if narrow.grips:
        content["_grips"] = [_placed(explorer, grip) for grip in narrow.grips]
    if explorer.program:
        content["_data"] = dict(narrow.data)
    else:
        frames = [narrow.pieces(*explorer.values(at)) for at in explorer.positions]
        content["_pieces"], content["_frames"] = packed(frames)
    return {"_narrow": content | {"areas": list(narrow.areas)}}


def _sets(control: Any, names: list[str]) -> dict[str, Any]:
    """Return which other controls, by index, each value moves, and the positions they move to."""
    moved = [{str(names.index(name)): to for name, to in one.items()} for one in control.sets]
    return {"sets": moved} if moved else {}


def _typed(values: Any, names: list[str]) -> dict[str, Any]:
    """Return the data that the page needs to show a text field or half of a drawing."""
    if isinstance(values, Bits):
        return {"size": values.size}
    if not isinstance(values, Words):
        return {}
    bounds = {"bounds": names.index(values.bounds)} if values.bounds else {}
    return {"typed": {"longest": values.longest, "size": values.size} | bounds}


def _led(explorer: Any) -> dict[str, Any]:
    """Return each action's target from each frame: a frame, or a negative number for a refusal."""
    frames = {at: i for i, at in enumerate(explorer.positions)}
    refusals: dict[str, int] = {}
    stored = []
    for action in explorer.actions:
        goals = [action.to(at) for at in explorer.positions]
        leads = [
            -1 - refusals.setdefault(to, len(refusals)) if isinstance(to, str) else frames[to]
            for to in goals
        ]
        button = {"label": action.label, "group": action.group, "area": action.area}
        stored.append({**button, "to": _runs(leads)})
    return {"_actions": stored, "_refusals": list(refusals)}


def _runs(values: list[int]) -> list[int]:
    """Return run-length encoded values: the index at which each run starts, and its value."""
    changes = [i for i, value in enumerate(values) if not i or value != values[i - 1]]
    return [number for i in changes for number in (i, values[i])]
