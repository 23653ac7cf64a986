"""Tests that whole programs, like those in a course, print and compute the same as in PyTorch."""

import inspect
import json
from pathlib import Path
from typing import Any

import pytest

import minigrad
from tests.parity.lessons import LESSONS, observe_lesson
from tests.parity.observing import agree
from tests.parity.rules import same_text

RECORDED: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "recorded" / "lessons.json").read_text(encoding="utf-8")
)


NEAR = 1e-4  # hundreds of steps amplify rounding errors, which vary by processor


def differing(recorded: dict[str, Any], seen: dict[str, Any], source: str = "") -> list[str]:
    lines, ours = recorded["printed"], seen["printed"]
    differences = [] if len(lines) == len(ours) else [f"{len(lines)} lines, and not {len(ours)}"]
    for theirs, line in zip(lines, ours, strict=False):
        if not same_text(theirs, line, near=0.0):
            differences.append(f"prints\n  torch    {theirs}\n  minigrad {line}")
    for name in {**recorded["results"], **seen["results"]}:
        a, b = recorded["results"].get(name), seen["results"].get(name)
        if not agree(a, b, source, NEAR):
            differences.append(f"{name}\n  torch    {a}\n  minigrad {b}")
    return differences


@pytest.mark.parametrize("name", LESSONS)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_a_lesson_has_the_same_output_and_results_as_in_pytorch(name: str) -> None:
    seen = json.loads(json.dumps(observe_lesson(name, minigrad)))
    differences = differing(RECORDED[name], seen, inspect.getsource(LESSONS[name]))
    if differences:
        pytest.fail("\n".join(differences), pytrace=False)
