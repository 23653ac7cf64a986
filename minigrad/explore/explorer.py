"""Explorers: their controls, and a pure function from parameters to a drawing and a sentence.

Each frame is made when it's first needed. Displaying the explorer in a cell makes all frames, so
nothing can fail after the cell has run. Sliders set the parameters, and the front end shows the
frame for the current settings.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from minigrad.draw import Drawing

from .action import Action
from .content import ENDS
from .control import Control
from .frames import Frame, Narrow
from .grip import Grip
from .pixels import Bits
from .program import Program, sample
from .still import side_by_side
from .typed import Words

if TYPE_CHECKING:
    import ipywidgets


class Frames(Mapping[tuple[int, ...], Frame]):
    """The frames of an explorer, indexed by position. Each frame is made on first use."""

    def __init__(self, explorer: "Explorer") -> None:
        self.explorer, self.made = explorer, dict[tuple[int, ...], Frame]()

    def __getitem__(self, at: tuple[int, ...]) -> Frame:
        if at not in self.made:
            if at not in self.explorer.positions:
                raise KeyError(at)
            self.made[at] = self.explorer.frame(*self.explorer.values(at))
        return self.made[at]

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        return iter(self.explorer.positions)

    def __len__(self) -> int:
        return len(self.explorer.positions)


class Explorer:
    """The object that a cell displays: a widget, or a still of three frames with their sentences.

    Args:
        frame: a function from one value of each control to a `Frame`.
        controls: one to seven controls.
        size: the width and height of every frame.
        stills: the settings of three instructive frames, by control; evenly spaced by default.
        title: the subject, in a few words.
        question: what the reader can find out with the figure, shown above it.
        grips: points in the figure that can be dragged or clicked.
        actions: moves between positions, made with buttons or by pressing places in the figure.
        program: computes the same frames as `frame`, but on the page, so that there can be any
            number.
        cuts: heights at which the figure can be split on a narrow page.
        narrow: the figure in another shape, for a narrow page.
        zoom: how much larger than its size a wide page shows a small figure.
    """

    def __init__(
        self,
        frame: Callable[..., Frame],
        *controls: Control,
        size: tuple[float, float],
        title: str,
        question: str = "",
        stills: Sequence[Mapping[str, Any]] = (),
        grips: Sequence[Grip] = (),
        actions: Sequence[Action] = (),
        cuts: Sequence[float] = (),
        program: Program | None = None,
        narrow: Narrow | None = None,
        zoom: float = 1.0,
    ) -> None:
        if not 1 <= len(controls) <= len(ENDS):
            raise ValueError(f"Explorer(): expected 1 to {len(ENDS)} controls, not {len(controls)}")
        self.controls = controls
        self.size = size
        self.title = title
        self.question = question
        self.grips = grips
        self.actions = actions
        self.cuts = cuts
        self.program = program
        self.narrow = narrow
        self.zoom = zoom
        sizes = [control.size for control in controls]
        self.stills = [self.position(settings) for settings in stills]
        if program and program.sampled:
            chosen = map(self.position, program.sampled)
            self.positions = list(dict.fromkeys([self.position({}), *self.stills, *chosen]))
        elif program:
            self.positions = sample(sizes, self.position({}), self.stills)
        else:
            self.positions = list(product(*map(range, sizes)))
        self.frame = frame
        self.frames = Frames(self)
        last = len(self.positions) - 1
        self.stills = self.stills or [self.positions[i] for i in sorted({0, last // 2, last})]

    @cached_property
    def widget(self) -> "ipywidgets.VBox":
        from .figure import panel  # a page of the web edition has no widgets

        return panel(self)

    def values(self, at: tuple[int, ...]) -> list[Any]:
        return [control.values[i] for control, i in zip(self.controls, at, strict=True)]

    def drawing(self, *at: int, colors: str = "still") -> Drawing:
        """Return the drawing at a position, in fixed ("still") or page ("live") colors."""
        return self.frames[at].drawing(*self.size, colors)

    def position(self, settings: Mapping[str, Any]) -> tuple[int, ...]:
        """Return the position with these controls set, and others at their initial values."""
        names = [control.name for control in self.controls]
        if unknown := settings.keys() - set(names):
            raise ValueError(f"There's no control {min(unknown)!r}; the controls are {names}")
        return tuple(
            control.index(settings[control.name]) if control.name in settings else control.start
            for control in self.controls
        )

    def at(self, settings: Mapping[str, Any] = MappingProxyType({}), /, **named: Any) -> Frame:
        """Return the frame with these controls set, and others at their initial values."""
        return self.frame(*self.values(self.position({**settings, **named})))

    def caption(self, at: tuple[int, ...]) -> str:
        pairs = zip(self.controls, at, strict=True)
        settings = [(c, i) for c, i in pairs if not c.led or i != c.start] or [
            (self.controls[0], at[0])
        ]
        return ", ".join(f"{control.name} {control.label(i)}" for control, i in settings)

    @property
    def still(self) -> str:
        frames = [self.drawing(*at) for at in self.stills]
        return side_by_side(frames, [self.caption(at) for at in self.stills])

    @property
    def text(self) -> str:
        controls = " and ".join(map(_described, self.controls))
        lines = [f"{self.title}: an explorer with {controls}. {HOW_TO}"]
        for at in self.stills:
            sentence = " ".join(self.frames[at].sentence.split())
            lines.append(f"- {self.caption(at)}: {sentence}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return self.text

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        # A page that can't show the widget uses the next best representation.
        view = self.widget._repr_mimebundle_()
        # On Colab, anywidget loads the support that its figures need, while ipywidgets doesn't.
        _data, shown_by = self.widget.children[-1]._repr_mimebundle_()
        return {**view, "image/svg+xml": self.still, "text/plain": self.text}, shown_by


def _described(control: Control) -> str:
    if isinstance(control.values, Words):
        return f"a field for {control.name} (up to {control.values.longest} letters)"
    if isinstance(control.values, Bits):
        return f"the {control.name} of a drawing"
    kind = "a slider" if control.has_slider else "buttons"
    return f"{kind} for {control.name} ({control.size} positions)"


HOW_TO = (
    "If you don't see a slider, run the notebook up to this cell. Here's some of what it shows:"
)
