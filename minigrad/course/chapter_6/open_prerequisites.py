"""Unfinished earlier steps. A check that builds on one would blame the wrong step."""

from collections.abc import Mapping
from typing import Any

from ..checking.verdict import RIGHT
from . import engine
from .judges import STEPS
from .reference_steps import PUBLISHED, all_published, untried

# The names judged in each step. Of the backward passes, only the last one still exists.
ANSWERS = {
    "step 1": ("Tensor",),
    "step 2": ("operation",),
    "step 3": ("subtract", "divide", "mean"),
    "step 4": ("sum_to",),
    "step 5": ("accumulate",),
}
USES_NONE = ("no_grad",)  # it defines its own `operation`
USES_A_PASS = ("stale",)
_judges = {step.name: step for step in STEPS}
_right: dict[str, tuple[Any, ...]] = {}


def open_before(name: str, notebook: Mapping[str, Any]) -> str:
    """If this check builds on an unfinished step, return advice to finish that step; else ""."""
    for step, names in _before(name).items():
        answers = tuple(notebook.get(needed) for needed in names)
        if not (_not_there(answers) or all_published(step, answers) or _closed(step, answers)):
            listed = " and ".join(f"`{needed}`" for needed in names)
            return (
                f"{step.capitalize()} isn't finished, because {listed} is still missing, "
                f"and the later cells build on it. Run the check for {step}, and then "
                "the cells from there down to this one."
            )
    return ""


def _before(name: str) -> dict[str, tuple[str, ...]]:
    steps = {} if name in USES_NONE else dict(ANSWERS)
    if name in USES_A_PASS:
        steps["step 8"] = ("backward",)
    return {step: names for step, names in steps.items() if step < name or name not in _judges}


def _not_there(answers: tuple[Any, ...]) -> bool:
    """Return whether a name is missing because its cell wasn't run. Python reports that itself."""
    return any(answer is None for answer in answers)


def _closed(step: str, answers: tuple[Any, ...]) -> bool:
    published = [getattr(engine, name) for name in PUBLISHED[step][1]]
    if all(any(answer is value for value in published) for answer in answers):
        return True
    known = _right.get(step, ())
    if len(known) == len(answers) and all(a is b for a, b in zip(known, answers, strict=True)):
        return True
    if any(map(untried, answers)) or _judges[step].verdict(*answers).status != RIGHT:
        return False
    _right[step] = answers
    return True
