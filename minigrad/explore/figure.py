"""An explorer's widgets: ipywidgets sliders, linked to a figure that contains all frames.

The links work entirely in the front end. The code in `front/` handles everything else, so no kernel
is needed.

A notebook stores a figure under the id of the figure's outermost widget. That id is derived from
the figure's content, so a saved notebook still finds the figure when you reopen the notebook.
"""

import hashlib
import json
from functools import cache
from typing import Any

import anywidget
import ipywidgets
import traitlets

from minigrad.draw.palette import STYLE
from minigrad.draw.svg import FONT

from .content import ENDS, figure_content, front_end, source
from .control import Control


def _stored(default: Any) -> Any:
    return default.tag(sync=True)


class Figure(anywidget.AnyWidget):
    """All frames of an explorer. The traits in `ENDS`, the controls' values, select a frame."""

    _esm = front_end()
    _css = STYLE + "\n" + source("figure.css")
    first = _stored(traitlets.Int(0))
    second = _stored(traitlets.Int(0))
    third = _stored(traitlets.Int(0))
    fourth = _stored(traitlets.Int(0))
    fifth = _stored(traitlets.Int(0))
    sixth = _stored(traitlets.Int(0))
    seventh = _stored(traitlets.Int(0))
    eighth = _stored(traitlets.Int(0))
    title = _stored(traitlets.Unicode())
    controls = _stored(traitlets.List())
    sentences = _stored(traitlets.List())
    # With a leading underscore: frames are compared with stored ones only where they repeat
    # exactly.
    _briefs = _stored(traitlets.List())
    _question = _stored(traitlets.Unicode())  # shown above the picture
    _size = _stored(traitlets.List())
    _zoom = _stored(traitlets.Float(1.0))
    _font = _stored(traitlets.Unicode(FONT))
    _card = _stored(traitlets.Unicode())
    _cuts = _stored(traitlets.List())
    _grips = _stored(traitlets.List())
    _actions = _stored(traitlets.List())
    _refusals = _stored(traitlets.List())
    _pieces = _stored(traitlets.List())
    _frames = _stored(traitlets.List())
    _narrow = _stored(traitlets.Dict())  # what differs on a narrow page
    _program = _stored(traitlets.Unicode())
    _data = _stored(traitlets.Dict(default_value=None, allow_none=True))


@cache
def computing(program: str) -> type[Figure]:
    """Return a figure that computes its frames on the page."""
    return type("Figure", (Figure,), {"_esm": front_end(program), "__module__": __name__})


_shown: dict[str, ipywidgets.VBox] = {}  # an id belongs to one widget


def panel(explorer: Any) -> ipywidgets.VBox:
    """Return the sliders above the figure. Each is linked to the trait for its control's value."""
    content = figure_content(explorer)
    identity = [content[key] for key in ("title", "controls", "sentences", "_size")]
    name = f"explorer-{hashlib.sha256(json.dumps(identity).encode()).hexdigest()[:24]}"
    if name not in _shown or _shown[name].comm is None:  # never made, or closed
        _shown[name] = _made(explorer, content, name)
    *sliders, figure = _shown[name].children
    for slider, control in zip(sliders, _with_slider(explorer), strict=True):
        slider.index = control.start
    for key, value in content.items():
        setattr(figure, key, value)
    return _shown[name]


def _with_slider(explorer: Any) -> list[Control]:
    return [control for control in explorer.controls if control.has_slider]


def _made(explorer: Any, content: dict[str, Any], name: str) -> ipywidgets.VBox:
    program = explorer.program
    figure = (computing(program.name) if program else Figure)(**content)
    layout = ipywidgets.Layout(width="min(100%, 560px)")
    style = {"description_width": f"{max(_room(c.name) for c in explorer.controls)}ch"}
    sliders = [_slider(control, layout, style) for control in _with_slider(explorer)]
    ends = [end for end, c in zip(ENDS, explorer.controls, strict=False) if c.has_slider]
    inner = ipywidgets.Layout(margin="0")
    box = ipywidgets.VBox([*sliders, figure], layout=inner, model_id=name)
    box.add_class("mg-explorer")
    # Links exist as long as the widgets that they connect.
    box.links = [
        ipywidgets.jslink((slider, "index"), (figure, end))
        for slider, end in zip(sliders, ends, strict=True)
    ]
    return box


def _room(name: str) -> int:
    """Return the width of a text, measured in digits. An m or a w counts as one and a half."""
    return len(name) + 1 + round(0.5 * sum(map(name.lower().count, "mw")))


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
