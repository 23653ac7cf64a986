"""Tests for the framework: each control setting shows its frame."""

import re
import sys
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from minigrad.draw.palette import LIVE
from minigrad.draw.svg import Markup, element, says
from minigrad.explore import figure as figures
from minigrad.explore.action import Action
from minigrad.explore.explorer import Control, Explorer
from minigrad.explore.frames import Frame, packed, unpacked
from minigrad.explore.grip import Grip
from tests.explore.checks import (
    check,
    check_links,
    figure_of,
)

INK = LIVE["text"]
WIDTHS = [10.0, 20.0, 30.0]


@pytest.fixture(autouse=True)
def _no_widget_of_another_test(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    shown: dict[str, Any] = {}
    monkeypatch.setattr(figures, "_shown", shown)
    yield
    for box in shown.values():
        box.close()


def disc(radius: float, label: str, **more: Any) -> list[Markup]:
    style = {"font_size": 13, "fill": INK}
    circle = element("circle", cx=60, cy=40, r=radius, fill=LIVE["value-line"], **more)
    return [
        says(circle, "radius"),
        element("text", label, x=20, y=90, **style),
    ]


def one() -> Explorer:
    return Explorer(
        lambda r: Frame(disc(r, "disc"), f"The radius is {r:g}."),
        Control("r", WIDTHS, start=1),
        size=(200, 100),
        title="A disc",
    )


def touched() -> Explorer:
    """Return an explorer with a choice, a sequence to play, and a disk to drag."""
    return Explorer(
        lambda word, r: Frame(disc(r, word), f"The radius is {r:g}, the word {word}."),
        Control("word", ["a", "b"], choice=True),
        Control("r", WIDTHS, start=1, play=True),
        size=(200, 100),
        title="A disc to drag",
        grips=[Grip(["r"], lambda word, r: (60 + r, 40), (60, 10, 60, 60))],
        cuts=[130],
    )


def led() -> Explorer:
    """Return an explorer with two buttons, one of them also in the figure, and no slider."""
    wider = lambda at: (at[0] + 1,) if at[0] < 2 else "It is as wide as it gets."  # noqa: E731
    return Explorer(
        lambda r: Frame(disc(r, "disc"), f"The radius is {r:g}."),
        Control("r", WIDTHS, led=True),
        size=(200, 100),
        title="A disc that is led",
        actions=[
            Action("wider", wider, "make it", (20, 10, 80, 60)),
            Action("small", lambda at: (0,), "make it"),
        ],
    )


def two() -> Explorer:
    return Explorer(
        lambda r, word: Frame(disc(r, word), f"The radius is {r:g}, the word {word}."),
        Control("r", WIDTHS, start=1),
        Control("word", ["a", "b & <b>"]),
        size=(200, 100),
        title="A disc and a word",
        stills=[{"r": 10.0}, {"word": "b & <b>"}, {"r": 30.0}],
    )


@pytest.mark.parametrize("make", [one, two, touched, led])
def test_the_explorer_passes_the_checks_for_all_explorers(make: Callable[[], Explorer]) -> None:
    check(make)


def test_frame_i_shows_value_i() -> None:
    figure = figure_of(one())
    stored = unpacked(figure._pieces, figure._frames)
    for i, r in enumerate(WIDTHS):
        assert figure.sentences[i] == f"The radius is {r:g}."
        assert f'r="{r:g}"' in stored[i][0]


def test_a_figure_is_drawn_for_given_control_values() -> None:
    explorer = one()
    assert explorer.at(r=30.0) == explorer.at({"r": 30.0}) == explorer.frames[2,]
    assert explorer.at() == explorer.frames[1,]
    for wrong in ({"r": 31.0}, {"radius": 30.0}):
        with pytest.raises(ValueError, match=r"can't be 31\.0|no control 'radius'"):
            explorer.at(wrong)


def test_two_controls_give_a_frame_for_every_combination() -> None:
    explorer = two()
    figure = figure_of(explorer)
    stored = unpacked(figure._pieces, figure._frames)
    count = len(figure.controls[1]["labels"])
    for (i, j), frame in explorer.frames.items():
        assert figure.sentences[i * count + j] == frame.sentence  # computed the way front/ does
        assert f'r="{WIDTHS[i]:g}"' in stored[i * count + j][0]


def test_an_explorers_id_is_derived_from_its_content() -> None:
    """A notebook that's been rerun and saved again still finds the figure that it stored."""
    first, *_, last = (two().widget for _ in range(3))
    assert first is last
    assert re.fullmatch("explorer-[0-9a-f]{24}", first.model_id)
    assert one().widget.model_id != first.model_id


def test_a_recreated_explorer_starts_over() -> None:
    explorer = two()
    *sliders, figure = explorer.widget.children
    sliders[1].index, figure.second = 1, 1  # as the front end does
    check_links(two())


def test_a_closed_explorer_is_created_again() -> None:
    closed = one().widget
    closed.close()
    again = one()
    assert again.widget is not closed
    check_links(again)


def test_shared_parts_of_frames_are_stored_once() -> None:
    pieces, changes = packed([disc(r, "disc") for r in (1.0, 2.0, 1.0)])
    assert len(pieces) == 1 + 2 + 1  # an empty element, two disks, and one label
    assert changes == [[0, 1, 1, 2], [0, 3], [0, 1]]


def test_an_element_may_be_missing_from_some_frames() -> None:
    a, b = disc(1.0, "disc")
    frames = [[a, b], [a], [Markup(""), b]]
    shown = [len(pieces) for pieces in unpacked(*packed(frames))]
    assert shown == [2, 1, 1]


def test_a_choice_has_buttons_instead_of_a_slider_and_keeps_its_links() -> None:
    *sliders, figure = touched().widget.children
    assert [slider.description for slider in sliders] == ["r"]
    assert [control["choice"] for control in figure.controls] == [True, False]
    [link] = touched().widget.links
    assert link.target == (figure, "second")


def test_a_handle_is_stored_with_its_position_in_every_frame() -> None:
    [grip] = figure_of(touched())._grips
    assert grip["moves"] == [1]
    assert grip["points"] == [[70, 40], [80, 40], [90, 40]] * 2


def test_a_handle_without_a_control_is_rejected() -> None:
    with pytest.raises(ValueError, match="at least one control to move"):
        Grip([], lambda r: (0, 0), (0, 0, 1, 1))


def test_an_action_is_stored_with_its_target_from_every_frame() -> None:
    figure = figure_of(led())
    wider, small = figure._actions
    assert wider["to"] == [0, 1, 1, 2, 2, -1]  # 0 leads to 1, 1 to 2, and 2 nowhere
    assert figure._refusals == ["It is as wide as it gets."]
    assert small["to"] == [0, 0]
    assert list(led().widget.children) == [figure]


def test_stills_have_fixed_colors_and_live_drawings_have_the_pages_colors() -> None:
    explorer = one()
    assert "var(" not in explorer.still
    assert "var(--mg-value-line" in explorer.drawing(0, colors="live").svg


def test_colab_is_given_the_module_that_shows_the_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    assert one()._repr_mimebundle_()[1] == {}
    manager = SimpleNamespace(_installed_url="https://colab.example/manager.js")
    colab = SimpleNamespace(_widgets=manager, enable_custom_widget_manager=lambda: None)
    monkeypatch.setitem(sys.modules, "google.colab.output", colab)
    metadata = one()._repr_mimebundle_()[1]["application/vnd.jupyter.widget-view+json"]
    assert metadata == {"colab": {"custom_widget_manager": {"url": manager._installed_url}}}


def test_the_text_explains_what_to_do_if_nothing_moves() -> None:
    head, *sentences = repr(one()).splitlines()
    assert head.startswith(
        "A disc: an explorer with a slider for r (3 positions). If you don't see"
    )
    assert "run the notebook up to this cell" in head
    assert sentences == [
        "- r 10: The radius is 10.",
        "- r 20: The radius is 20.",
        "- r 30: The radius is 30.",
    ]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Control("r", [1, 2], labels=["one"]), "2 values and 1 labels"),
        (lambda: Control("r", []), "0 values and 0 labels"),
        (lambda: Control("r", [1, 2], start=2), "start is 2, but there are 2 positions"),
        (lambda: Explorer(lambda: Frame([], ""), size=(1, 1), title=""), "1 to 8 controls"),
    ],
)
def test_invalid_arguments_are_reported(make: Callable[[], Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()


def test_an_error_in_a_frame_function_is_raised_when_the_cell_shows_the_explorer() -> None:
    def frame(r: float) -> Frame:
        return Frame(disc(1 / (r - 30), "disc"), "It is 1.")

    explorer = Explorer(frame, Control("r", WIDTHS), size=(200, 100), title="Broken")
    with pytest.raises(ZeroDivisionError):
        explorer._repr_mimebundle_()


def test_frames_are_created_lazily_and_only_once() -> None:
    made: list[float] = []

    def frame(r: float) -> Frame:
        made.append(r)
        return Frame(disc(r, "disc"), f"It is {r:g}.")

    explorer = Explorer(frame, Control("r", WIDTHS), size=(200, 100), title="Lazy")
    assert made == []
    assert explorer.frames[1,].sentence == explorer.frames[1,].sentence == f"It is {WIDTHS[1]:g}."
    assert made == [WIDTHS[1]]
    explorer._repr_mimebundle_()
    assert sorted(made) == sorted(WIDTHS)
    with pytest.raises(KeyError):
        explorer.frames[len(WIDTHS),]
