"""The widgets of an explorer: ipywidgets sliders, linked to a figure that holds all frames.

The links act in the front end alone, and `figure.js` does the rest there: no kernel is needed.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import anywidget
import ipywidgets
import traitlets

from minigrad.draw.palette import STYLE
from minigrad.draw.svg import FONT

from .frames import card, packed

if TYPE_CHECKING:
    from .explorer import Explorer

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


def panel(explorer: "Explorer") -> ipywidgets.VBox:
    """Sliders above the figure, each linked to the end that it moves."""
    frames = [explorer.frames[at] for at in explorer.positions]
    pieces, changes = packed(frames)
    starts = [control.start for control in explorer.controls]
    figure = Figure(
        **dict(zip(ENDS, starts, strict=False)),
        title=explorer.title,
        controls=[
            {"name": control.name, "labels": control.labels, "start": control.start}
            for control in explorer.controls
        ],
        sentences=[frame.sentence for frame in frames],
        _size=[*explorer.size, explorer.scale],
        _card=card(*explorer.size),
        _pieces=pieces,
        _frames=changes,
    )
    layout = ipywidgets.Layout(width="min(100%, 560px)")
    sliders = [_slider(control, layout) for control in explorer.controls]
    box = ipywidgets.VBox([*sliders, figure], layout=ipywidgets.Layout(margin="0"))
    box.add_class("mg-explorer")
    # Links live as long as what they link.
    box.links = [
        ipywidgets.jslink((slider, "index"), (figure, end))
        for slider, end in zip(sliders, ENDS, strict=False)
    ]
    return box


def _slider(control: Any, layout: ipywidgets.Layout) -> ipywidgets.SelectionSlider:
    slider = ipywidgets.SelectionSlider(
        options=list(zip(control.labels, range(len(control.labels)), strict=True)),
        index=control.start,
        description=control.name,
        continuous_update=True,
        layout=layout,
        style={"description_width": "initial"},
    )
    slider.add_class("mg-slider")
    return slider
