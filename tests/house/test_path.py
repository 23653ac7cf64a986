"""What runs in three lines: followed call by call, so that nothing can be left out of the count."""

import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import minigrad as mg

from .test_package import PACKAGE, lines_in

# What runs beside the engine: the operations themselves, and how they are called.
OPERATIONS = {"ops/arithmetic.py", "ops/reductions.py", "ops/shape.py"}
WAYS_IN = {"autograd/gradients.py", "values/creation.py", "values/device.py", "says/errors.py"}
WAYS_IN |= {f"face/{name}.py" for name in ("arguments", "kinds", "signatures")}
RECORDING_AND_BACKWARD = ("define", "graph", "backward", "rules", "fit")
# Lines of code, with a twentieth of air: what is read in half an hour.
MOST_ON_THE_WAY, MOST_TO_RECORD_AND_RUN = 650, 515


def program() -> mg.Tensor:
    x = mg.tensor([1.0, 2.0, 3.0], requires_grad=True)
    y = x * 2 + 1
    y.sum().backward()
    return x.grad


def calls() -> Iterator[tuple[str, str]]:
    """The functions of the package that run, warm, as (file, name), call by call."""
    program()
    seen: list[tuple[str, str]] = []

    def note(frame, event: str, _argument) -> None:
        path = Path(frame.f_code.co_filename)
        if event == "call" and PACKAGE in path.parents:
            seen.append((path.relative_to(PACKAGE).as_posix(), frame.f_code.co_name))

    sys.setprofile(note)
    try:
        program()
    finally:
        sys.setprofile(None)
    yield from seen


def test_three_lines_run_in_one_room() -> None:
    files = {file for file, _ in calls()}
    elsewhere = {file for file in files if not file.startswith("engine/")}
    assert elsewhere <= OPERATIONS | WAYS_IN


def test_what_runs_in_three_lines_is_read_in_half_an_hour() -> None:
    files = sorted({file for file, _ in calls() if file.startswith("engine/")})
    lines = {file: lines_in(PACKAGE / file) for file in files}
    assert sum(lines.values()) <= MOST_ON_THE_WAY, lines
    core = {
        f"engine/{name}.py": lines_in(PACKAGE / f"engine/{name}.py")
        for name in RECORDING_AND_BACKWARD
    }
    assert sum(core.values()) <= MOST_TO_RECORD_AND_RUN, core


def test_a_call_seldom_leaves_its_file() -> None:
    way = [*calls()]
    first = next(i for i, (file, _) in enumerate(way) if file == "engine/define.py")
    computed = way[first:]  # from `x * 2` on: a list is a tensor by then
    changes = sum(a != b for (a, _), (b, _) in pairwise(computed))
    assert len(computed) <= 40
    assert changes <= 32
