"""Record PyTorch's results for all cases, for tests that run without PyTorch.

`python -m tests.parity.record` writes operations.json, in_place.json, calls.json, programs.json,
and lessons.json in tests/recorded, and the results that chapter 11 shows. The files are the same,
byte for byte, each time. `--only exp2` records the results of only one operation. Use PyTorch's CPU
build, because a build with CUDA rounds gelu's last digit differently.
"""

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any

# Use the same kernels on every processor, so that the last digits are the same.
os.environ |= {"ATEN_CPU_CAPABILITY": "default", "MKL_CBWR": "COMPATIBLE"}

try:
    import torch
except ModuleNotFoundError:
    name = " ".join(sys.argv[2:]) or "NAME"
    sys.exit(
        f"Recording needs PyTorch, which isn't installed here.\n`make record ONLY={name}` "
        "installs it in .venv-torch (1.4 GB) and then records.\nWithout it, "
        f"`python -m tests.parity.naming {name}` makes the operation public, "
        f"and\n`python -m pytest -n 0 tests/ops -k {name}` checks its shapes, and its gradients "
        "against finite differences."
    )

from . import torch_comparison
from .cases import EXPRESSIONS, IN_PLACE
from .cpu_build import answer_like_cpu_build
from .filled import filled
from .lessons import LESSONS, observe_lesson
from .naming import IncompleteError, complete, how_to_test
from .observing import observe, observe_program

RECORDED = Path(__file__).parents[1] / "recorded"


def record_cases(table: dict[str, str], names: set[str], in_place: bool) -> dict[str, Any]:
    return {
        name: {case: observe(case, torch, in_place) for case in cases}
        for name, cases in filled(table, torch).items()
        if name in names
    }


def update(name: str, table: dict[str, str], recorded: dict[str, Any]) -> None:
    """Replace the old results with the given ones, in the order of the table."""
    before = json.loads((RECORDED / name).read_text("utf-8"))
    write(name, {n: recorded.get(n, before.get(n)) for n in table if n in recorded | before})


def programs() -> list[list[str]]:
    """Return the recorded programs, each as a list of statements.

    To add one, write its line with empty results: `[["a = mg.ones(2)", "b = a * 2"], {}, {}]`.
    """
    recorded = json.loads((RECORDED / "programs.json").read_text("utf-8"))
    return [statements for statements, *_ in recorded]


def write(name: str, recorded: Any) -> None:
    """Write JSON with each case on its own line."""
    path = RECORDED / name
    path.write_text(one_per_line(recorded) + "\n", encoding="utf-8")
    print(f"{path.name}: {path.stat().st_size // 1000} kB")


def one_per_line(recorded: Any) -> str:
    """Return JSON with each case on its own line, so that changing a case changes one line."""
    if isinstance(recorded, list):
        return "[\n" + ",\n".join(map(json.dumps, recorded)) + "\n]"
    parts = []
    for name, cases in recorded.items():
        lines = ",\n".join(f" {json.dumps(c)}: {json.dumps(seen)}" for c, seen in cases.items())
        parts.append(f"{json.dumps(name)}: {{\n{lines}\n}}")
    return "{\n" + ",\n".join(parts) + "\n}"


def wanted() -> set[str]:
    """Return the operations to record, all or the requested ones, with their in-place forms."""
    parser = argparse.ArgumentParser(prog="python -m tests.parity.record", description=__doc__)
    parser.add_argument(
        "--only", nargs="+", metavar="NAME", help="only these operations, named as in cases.py"
    )
    only = parser.parse_args().only
    listed = {*EXPRESSIONS, *IN_PLACE}
    if only is None:
        return listed
    try:
        for name in only:
            if name not in listed or name.isidentifier():
                complete(name)
    except IncompleteError as what:
        sys.exit(str(what))
    return listed & {*only, *(f"{name}_" for name in only)}


def main() -> None:
    answer_like_cpu_build()
    torch.set_warn_always(True)
    torch.set_num_threads(1)
    names = wanted()
    for file, table in (("operations.json", EXPRESSIONS), ("in_place.json", IN_PLACE)):
        if names & table.keys():
            update(file, table, record_cases(table, names, in_place=table is IN_PLACE))
    if names < {*EXPRESSIONS, *IN_PLACE}:
        print(how_to_test(min(names)))
        return
    known = json.loads((RECORDED / "calls.json").read_text("utf-8"))["calls"]
    write("calls.json", {"calls": {call: observe(call, torch) for call in known}})
    write("programs.json", [[p, *observe_program(p, torch)] for p in programs()])
    write("lessons.json", {name: observe_lesson(name, torch) for name in LESSONS})
    torch_comparison.main()


if __name__ == "__main__":
    main()
