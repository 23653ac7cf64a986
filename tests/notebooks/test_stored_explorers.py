"""Tests that stored explorers are small, work without a kernel, and have their sliders linked."""

import copy
import json
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from minigrad.explore.content import ENDS, front_end
from minigrad.explore.frames import unpacked
from tests.notebooks.normal_form import REFERENCE, WIDGET_STATE, WIDGET_VIEW
from tests.notebooks.recording import NOTEBOOKS

LARGEST_CHAPTER = 2_000_000  # bytes
LARGEST_EXPLORER = 600_000
Models = dict[str, dict[str, Any]]


def shown(path: Path) -> tuple[Models, list[str]]:
    """Return the stored widgets and the ids of the explorers that cells show."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    models = notebook["metadata"].get("widgets", {}).get(WIDGET_STATE, {"state": {}})["state"]
    outputs = [out for cell in notebook["cells"] for out in cell.get("outputs", [])]
    views = [out["data"][WIDGET_VIEW] for out in outputs if WIDGET_VIEW in out.get("data", {})]
    return models, [view["model_id"] for view in views]


def problems(models: Models, explorer: str) -> Iterator[str]:
    """Yield reasons why a stored explorer wouldn't show frame j with slider i at position j."""

    def referred(name: str) -> str:
        return name.removeprefix(REFERENCE)

    if explorer not in models:
        yield "not stored"
        return
    *sliders, figure = map(referred, models[explorer]["state"]["children"])
    state = {"_data": None} | models[figure]["state"]
    # For explorers that its kernel creates, the web edition uses a front end stored in a chapter.
    if state["_esm"] != front_end(state.get("_program") or None):
        yield "not the package's front end: run `make refresh` to store it"
    links = [m["state"] for m in models.values() if m["model_name"] == "LinkModel"]
    count = 1
    of_sliders = []
    for end, control in zip(ENDS, state["controls"], strict=False):
        if len(set(control["labels"])) < len(control["labels"]):
            yield f"{control['name']}: a duplicate label"
        if state.get(end, 0) != control["start"]:
            yield f"{control['name']}: figure and start differ"
        count *= len(control["labels"])
        if not (control["choice"] or control.get("led")):  # so it has a slider
            of_sliders.append((end, control))
    if len(sliders) != len(of_sliders):
        yield f"{len(sliders)} sliders for {len(of_sliders)} controls"
    for slider, (end, control) in zip(sliders, of_sliders, strict=False):
        moved = [link["target"] for link in links if referred(link["source"][0]) == slider]
        if [(referred(target), key) for target, key in moved] != [(figure, end)]:
            yield f"{control['name']}: its slider moves {moved}"
        own = models[slider]["state"]
        if list(own["_options_labels"]) != control["labels"]:
            yield f"{control['name']}: its slider shows other labels"
        if own["index"] != control["start"]:
            yield f"{control['name']}: slider and start differ"
    sentences, frames = len(state["sentences"]), len(unpacked(state["_pieces"], state["_frames"]))
    if state["_data"] is None and not count == sentences == frames:
        yield f"{count} positions, {sentences} sentences, {frames} frames"
    size = len(json.dumps([models[name] for name in (explorer, *sliders, figure)]))
    if size > LARGEST_EXPLORER:
        yield f"{size} bytes"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_stored_explorer_is_complete_and_linked(path: Path) -> None:
    models, explorers = shown(path)
    assert [problem for name in explorers for problem in problems(models, name)] == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_chapter_stays_small(path: Path) -> None:
    assert path.stat().st_size < LARGEST_CHAPTER


def test_every_explorer_is_in_a_chapter() -> None:
    titles = {
        path.stem: [
            model["state"]["title"]
            for model in shown(path)[0].values()
            if model["model_name"] == "AnyModel"
        ]
        for path in NOTEBOOKS
    }
    for chapter, shown_here in titles.items():
        assert len(shown_here) == len(set(shown_here)), f"{chapter} shows one twice"
    assert len(set(chain.from_iterable(titles.values()))) >= 16


# Seeded faults, each of which must be caught.


def figure_of(models: Models) -> dict[str, Any]:
    return next(m["state"] for m in models.values() if m["model_name"] == "AnyModel")


def links_of(models: Models) -> list[dict[str, Any]]:
    return [m["state"] for m in models.values() if m["model_name"] == "LinkModel"]


def lose_link(models: Models) -> None:
    links_of(models)[0]["source"] = ["", "index"]


def cross_links(models: Models) -> None:
    target = links_of(models)[0]["target"]
    target[1] = next(end for end in ENDS if end != target[1])


def lose_frame(models: Models) -> None:
    figure_of(models)["_frames"].pop()


def lose_sentence(models: Models) -> None:
    figure_of(models)["sentences"].pop()


def start_elsewhere(models: Models) -> None:
    state = figure_of(models)
    state["second"] = 1 - min(state["second"], 1)


def age_front_end(models: Models) -> None:
    figure_of(models)["_esm"] += "// older"


def lose_figure(models: Models) -> None:
    for name in [name for name in models if name.startswith("explorer-")]:
        del models[name]


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (lose_link, "its slider moves []"),
        (cross_links, "its slider moves [["),
        (lose_frame, "positions, 81 sentences, 80 frames"),
        (lose_sentence, "positions, 80 sentences, 81 frames"),
        (start_elsewhere, "figure and start differ"),
        (lose_figure, "not stored"),
        (age_front_end, "not the package's front end"),
    ],
)
def test_a_fault_in_a_stored_explorer_is_detected(fault: Any, words: str) -> None:
    models, [explorer] = shown(next(p for p in NOTEBOOKS if p.stem.startswith("02")))
    models = copy.deepcopy(models)
    assert list(problems(models, explorer)) == []
    fault(models)
    faults = list(problems(models, explorer))
    assert faults
    assert words in faults[0]
