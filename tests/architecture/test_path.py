"""What runs in three lines: followed call by call, so that nothing can be left out of the count."""

import functools
import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

from .test_package import PACKAGE, lines_in

# What runs beside the engine: the operations themselves, and how they are called.
OPERATIONS = {"ops/arithmetic.py", "ops/reductions.py", "ops/shape.py"}
WAYS_IN = {"autograd/gradients.py", "values/creation.py", "values/device.py", "messages/errors.py"}
WAYS_IN |= {f"api/{name}.py" for name in ("arguments", "kinds", "signatures")}
RECORDING_AND_BACKWARD = ("define", "graph", "backward", "rules", "unbroadcast")
# Lines of code, with a twentieth of air: what is read in half an hour.
MOST_ON_THE_WAY, MOST_TO_RECORD_AND_RUN = 650, 515

PROGRAM = """
import json, sys
import minigrad as mg

def program():
    x = mg.tensor([1.0, 2.0, 3.0], requires_grad=True)
    y = x * 2 + 1
    y.sum().backward()

def note(frame, event, _):
    if event == "call":
        seen.append((frame.f_code.co_filename, frame.f_code.co_name))

seen = []
program()  # what is made once is made by now
sys.setprofile(note)
program()
sys.setprofile(None)
print(json.dumps(seen))
"""


@functools.cache
def calls() -> list[tuple[str, str]]:
    """The functions of the package that run, as (file, name), call by call, in a new process."""
    command = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    paths = [(Path(file), name) for file, name in json.loads(done.stdout)]
    return [(p.relative_to(PACKAGE).as_posix(), n) for p, n in paths if PACKAGE in p.parents]


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
    way = calls()
    first = next(i for i, (file, _) in enumerate(way) if file == "engine/define.py")
    computed = way[first:]  # from `x * 2` on: a list is a tensor by then
    changes = sum(a != b for (a, _), (b, _) in pairwise(computed))
    assert len(computed) <= 40
    assert changes <= 32
