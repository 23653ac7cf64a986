"""Record what PyTorch does with the cases, for the tests that run without it.

`python -m tests.parity.record` writes tests/recorded/operations.json, in_place.json, calls.json,
programs.json and lessons.json, byte for byte the same each time.
"""

import json
import os
import random
from pathlib import Path
from typing import Any

# The same kernels on every processor, so that the last digits are the same.
os.environ |= {"ATEN_CPU_CAPABILITY": "default", "MKL_CBWR": "COMPATIBLE"}

import torch

from . import calls
from .cases import EXPRESSIONS, IN_PLACE, forms
from .corners import FURTHER
from .holes import Filler, Known
from .lessons import LESSONS, observe_lesson
from .observing import LEAVES, observe, observe_program
from .recorded_programs import PROGRAMS
from .writing import Writer

RECORDED = Path(__file__).parents[1] / "recorded"
FILLINGS = 4  # of each form
DRAWN_PROGRAMS = 130


def pool() -> dict[str, Known]:
    found = {}
    for name, source in LEAVES.items():
        leaf = eval(source, {"mg": torch})
        found[name] = Known(tuple(leaf.shape), str(leaf.dtype).removeprefix("torch."))
    return found


def filled(table: dict[str, str]) -> dict[str, list[str]]:
    """Cases for each operation: its forms, filled by chance, but always the same."""
    tensors = pool()
    cases = {}
    for name, templates in table.items():
        cases[name] = forms(FURTHER.get(name, ""))
        for form in forms(templates):
            chance = random.Random(f"{name} {form}")
            fillings = [Filler(tensors, chance.choice).fill(form) for _ in range(FILLINGS)]
            cases[name] += fillings if "{" in form else [form]
    return {name: sorted(set(listed)) for name, listed in cases.items()}


def record_cases(table: dict[str, str], in_place: bool) -> dict[str, Any]:
    return {
        name: {case: observe(case, torch, in_place) for case in cases}
        for name, cases in filled(table).items()
    }


def programs() -> list[list[str]]:
    """The programs found to differ once, and drawn ones."""
    written = list(PROGRAMS)
    for number in range(DRAWN_PROGRAMS):
        chance = random.Random(number)
        try:
            program = Writer(chance.choice).write(chance.randint(3, 10))
        finally:
            torch.set_grad_enabled(True)
        written.append(program.statements)
    return written


def write(name: str, recorded: Any) -> None:
    """JSON with a case on each line."""
    path = RECORDED / name
    path.write_text(one_per_line(recorded) + "\n", encoding="utf-8")
    print(f"{path.name}: {path.stat().st_size // 1000} kB")


def one_per_line(recorded: Any) -> str:
    """JSON that differs in one line where one case differs."""
    if isinstance(recorded, list):
        return "[\n" + ",\n".join(map(json.dumps, recorded)) + "\n]"
    parts = []
    for name, cases in recorded.items():
        lines = ",\n".join(f" {json.dumps(c)}: {json.dumps(seen)}" for c, seen in cases.items())
        parts.append(f"{json.dumps(name)}: {{\n{lines}\n}}")
    return "{\n" + ",\n".join(parts) + "\n}"


def main() -> None:
    torch.set_warn_always(True)
    torch.set_num_threads(1)
    write("operations.json", record_cases(EXPRESSIONS, in_place=False))
    write("in_place.json", record_cases(IN_PLACE, in_place=True))
    write("calls.json", {"calls": {c: observe(c, torch) for c in calls.listed()}})
    write("programs.json", [[p, *observe_program(p, torch)] for p in programs()])
    write("lessons.json", {name: observe_lesson(name, torch) for name in LESSONS})


if __name__ == "__main__":
    main()
