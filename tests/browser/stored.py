"""The explorers of a live notebook, which define what the browser must show at each position."""

import re
from dataclasses import dataclass, replace
from html import unescape
from typing import Any

from nbformat import NotebookNode

from minigrad.teaching.live import widgets


@dataclass(frozen=True)
class StoredExplorer:
    title: str
    names: list[str]  # the names of the controls
    sizes: list[int]  # the number of positions of each control
    labels: list[list[str]]
    starts: list[int]
    choices: list[bool]  # which controls are groups of buttons
    plays: list[bool]
    runs: list[bool]  # which controls start Play when a pointer has moved them
    sliders: list[bool]  # which controls have a slider
    smooth: list[bool]  # which controls the picture follows between two positions
    sets: list[list[dict[str, int]]]  # for each choice, the positions it gives to other controls
    typed: list[dict[str, int]]  # for each text field, properties such as the maximum length
    actions: list[dict[str, Any]]  # actions that can be taken with buttons or in the figure
    refusals: list[str]
    grips: list[dict[str, Any]]  # handles that can be dragged in the figure
    width: float
    cuts: list[float]  # where the figure is split on a narrow page
    program: str  # a program that computes the frames in the page,
    data: dict[str, Any]  # from this data
    sentences: list[str]
    pictures: list[list[str]]  # the elements in each slot
    narrow: dict[str, Any]  # what differs on a page that's too narrow for the figure

    def on_phone(self) -> "StoredExplorer":
        """Return the explorer in the shape for a narrow page, which can be the same one."""
        if "areas" not in self.narrow:
            return self
        pairs = zip(self.actions, self.narrow["areas"], strict=True)
        other = replace(
            self,
            actions=[{**action, "area": area} for action, area in pairs],
            grips=self.narrow.get("_grips", self.grips),
            width=self.narrow["_size"][0],
            cuts=self.narrow["_cuts"],
            data=self.data | self.narrow.get("_data", {}),
        )
        if self.program:
            return other
        return replace(other, pictures=_pictures(self.narrow["_pieces"], self.narrow["_frames"]))

    def frame(self, at: list[int]) -> int:
        frame = 0
        for index, size in zip(at, self.sizes, strict=True):
            frame = frame * size + index
        return frame

    def point(self, grip: int, at: list[int]) -> list[float] | None:
        """Return the point of a handle in a stored frame, if it has one."""
        entry = self.grips[grip]
        if "grid" in entry:
            left, across, top, down = entry["grid"]
            return [left + across * at[entry["moves"][0]], top + down * at[entry["moves"][-1]]]
        point: list[float] | None = entry["points"][self.frame(at)]
        return point

    def goals(self, grip: int, at: list[int]) -> list[list[int]]:
        """Return the first, the last, and a middle position that a handle can reach."""
        entry = self.grips[grip]
        if "grid" in entry:
            ends = [[part * (self.sizes[i] - 1) for i in entry["moves"]] for part in (0, 1, 0.4)]
            moved = [dict(zip(entry["moves"], map(round, end), strict=True)) for end in ends]
            return [[to.get(i, now) for i, now in enumerate(at)] for to in moved]
        positions = [
            self.position(frame)
            for frame, point in enumerate(entry["points"])
            if point is not None
            and all(i in entry["moves"] or to == at[i] for i, to in enumerate(self.position(frame)))
        ]
        return [positions[0], positions[-1], positions[len(positions) // 2]] if positions else []

    def action_target(self, action: int, at: list[int]) -> int:
        """Return the frame that an action leads to, or -1, -2, ... for a refusal."""
        runs = self.actions[action]["to"]
        pairs = list(zip(runs[::2], runs[1::2], strict=True))
        return next(to for first, to in reversed(pairs) if first <= self.frame(at))

    def position(self, frame: int) -> list[int]:
        at = []
        for size in reversed(self.sizes):
            frame, index = divmod(frame, size)
            at.insert(0, index)
        return at


def explorers(notebook: NotebookNode) -> dict[str, StoredExplorer]:
    """Return the explorers of a live notebook by title."""
    models = widgets(notebook).values()
    figures = [_stored(model["state"]) for model in models if model["model_name"] == "AnyModel"]
    assert len({figure.title for figure in figures}) == len(figures), "a duplicate title"
    return {figure.title: figure for figure in figures}


def _stored(state: dict[str, Any]) -> StoredExplorer:
    labels = [control["labels"] for control in state["controls"]]
    return StoredExplorer(
        title=state["title"],
        names=[control["name"] for control in state["controls"]],
        sizes=[
            c.get("size") or c.get("typed", {}).get("size") or len(c["labels"])
            for c in state["controls"]
        ],
        labels=labels,
        starts=[control["start"] for control in state["controls"]],
        choices=[control["choice"] for control in state["controls"]],
        plays=[control["play"] for control in state["controls"]],
        runs=[control.get("runs", False) for control in state["controls"]],
        sets=[control.get("sets", []) for control in state["controls"]],
        typed=[control.get("typed", {}) for control in state["controls"]],
        smooth=[c.get("smooth", False) for c in state["controls"]],
        sliders=[not (c["choice"] or c.get("led")) for c in state["controls"]],
        actions=state["_actions"],
        refusals=state["_refusals"],
        grips=state["_grips"],
        width=state["_size"][0],
        cuts=state["_cuts"],
        program=state.get("_program", ""),
        data=state.get("_data") or {},
        sentences=state["sentences"],
        pictures=_pictures(state["_pieces"], state["_frames"]),
        narrow=state.get("_narrow") or {},
    )


def _pictures(pieces: list[str], changes: list[list[int]]) -> list[list[str]]:
    slots: dict[int, int] = {}
    pictures = []
    for change in changes:
        slots.update(zip(change[::2], change[1::2], strict=True))
        pictures.append([pieces[slots.get(slot, 0)] for slot in range(max(slots) + 1)])
    return pictures


def letters(markup: str) -> str:
    return re.sub(r"\s+", "", unescape(re.sub(r"<[^>]*>", "", markup)))
