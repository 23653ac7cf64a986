"""The widgets of an explorer: ipywidgets sliders, linked to a figure that holds all frames.

The links act in the front end alone, and `figure.js` does the rest there: no kernel is needed.

A notebook stores a figure under the id of its outermost widget. That id follows from what the
figure shows, so a notebook that was run and saved still finds what it stored when it is reopened.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets
import traitlets

from minigrad.draw.palette import STYLE
from minigrad.draw.svg import FONT

from .frames import card, packed

FOLDER = Path(__file__).parent
ENDS = ("first", "second")


def _stored(default: Any) -> Any:
    return default.tag(sync=True)


class Figure(anywidget.AnyWidget):
    """All frames of an explorer. `first` and `second` say which of them is shown."""

    _esm = (FOLDER / "figure.js").read_text(encoding="utf-8")
    _css = STYLE + "\n" + (FOLDER / "figure.css").read_text(encoding="utf-8")
    first = _stored(traitlets.Int(0))
    second = _stored(traitlets.Int(0))
    title = _stored(traitlets.Unicode())
    controls = _stored(traitlets.List())
    sentences = _stored(traitlets.List())
    # A leading underscore: pictures are compared with stored ones only where they repeat exactly.
    _size = _stored(traitlets.List())
    _font = _stored(traitlets.Unicode(FONT))
    _card = _stored(traitlets.Unicode())
    _pieces = _stored(traitlets.List())
    _frames = _stored(traitlets.List())


_shown: dict[str, ipywidgets.VBox] = {}  # an id belongs to one widget


def panel(explorer: Any) -> ipywidgets.VBox:
    """Sliders above the figure, each linked to the end that it moves."""
    content = _content(explorer)
    told = [content[key] for key in ("title", "controls", "sentences", "_size")]
    name = f"explorer-{hashlib.sha256(json.dumps(told).encode()).hexdigest()[:24]}"
    if name not in _shown or _shown[name].comm is None:  # never made, or closed
        _shown[name] = _made(explorer, content, name)
    *sliders, figure = _shown[name].children
    for slider, control in zip(sliders, explorer.controls, strict=True):
        slider.index = control.start
    for key, value in content.items():
        setattr(figure, key, value)
    return _shown[name]


def _content(explorer: Any) -> dict[str, Any]:
    """What the figure holds."""
    frames = [explorer.frames[at] for at in explorer.positions]
    pieces, changes = packed(frames)
    starts = [control.start for control in explorer.controls]
    return dict(zip(ENDS, starts, strict=False)) | {
        "title": explorer.title,
        "controls": [
            {"name": control.name, "labels": control.labels, "start": control.start}
            for control in explorer.controls
        ],
        "sentences": [frame.sentence for frame in frames],
        "_size": [*explorer.size, explorer.scale],
        "_card": card(*explorer.size),
        "_pieces": pieces,
        "_frames": changes,
    }


def _made(explorer: Any, content: dict[str, Any], name: str) -> ipywidgets.VBox:
    figure = Figure(**content)
    layout = ipywidgets.Layout(width="min(100%, 560px)")
    style = {"description_width": f"{max(len(c.name) for c in explorer.controls) + 1}ch"}
    sliders = [_slider(control, layout, style) for control in explorer.controls]
    inner = ipywidgets.Layout(margin="0")
    box = ipywidgets.VBox([*sliders, figure], layout=inner, model_id=name)
    box.add_class("mg-explorer")
    # Links live as long as what they link.
    box.links = [
        ipywidgets.jslink((slider, "index"), (figure, end))
        for slider, end in zip(sliders, ENDS, strict=False)
    ]
    return box


def _slider(
    control: Any, layout: ipywidgets.Layout, style: dict[str, str]
) -> ipywidgets.SelectionSlider:
    slider = ipywidgets.SelectionSlider(
        options=list(zip(control.labels, range(len(control.labels)), strict=True)),
        index=control.start,
        description=control.name,
        continuous_update=True,
        layout=layout,
        style=style,
    )
    slider.add_class("mg-slider")
    return slider
