"""Compare minigrad with PyTorch: chapters and exam, reference, random programs, explorers.

For example, run `python -m tests.parity --programs 10000 --seed 7`. It exits with 1 if anything
differs.
"""

import argparse
import faulthandler
import sys
import time

import pytest
import torch

import minigrad

from . import (
    answers,
    calls,
    chapters,
    exam,
    layouts,
    own_examples,
    programs,
    surface,
    torch_comparison,
)
from .cpu_build import answer_like_cpu_build
from .known import KNOWN

PARTS = ("chapters", "reference", "programs", "layouts", "explorers")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.parity", description=__doc__)
    parser.add_argument("--programs", type=int, default=500, help="the number of random programs")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the random programs")
    parser.add_argument("--only", choices=PARTS, help="run only this part")
    arguments = parser.parse_args()
    answer_like_cpu_build()
    faulthandler.enable()  # PyTorch may raise an error as well
    start, failures = time.monotonic(), 0

    if arguments.only is None:
        absent = surface.missing()
        print(f"missing keywords: {', '.join(absent) or 'none'}")
        failures += len(absent)
    parts = [arguments.only] if arguments.only else PARTS
    if "chapters" in parts:
        failures += chapters.compare_all() + answers.compare_all()
        failures += torch_comparison.compare_all()
        failures += exam.compare_all()
    if "reference" in parts:
        failures += own_examples.compare_all()
    if "programs" in parts:
        failures += compare_programs(arguments.programs, arguments.seed)
        failures += compare_calls(4 * arguments.programs, arguments.seed)
    if "layouts" in parts:
        failures += layouts.compare_all(6 * arguments.programs, arguments.seed)
    if "explorers" in parts:
        failures += pytest.main(["-n", "0", "-q", "tests/explore/test_foreign.py"]) != 0

    took = time.monotonic() - start
    verdict = f"{failures} differences" if failures else "no difference"
    print(f"{len(KNOWN)} known differences are listed")
    print(f"=== parity with PyTorch: {verdict} ({took:.0f} s)")
    return 1 if failures else 0


def compare_programs(count: int, seed: int) -> int:
    """Run random programs; print each kind of difference and what the programs covered."""
    coverage, differences = programs.check(count, seed)
    if differences:
        print("Run these after: import minigrad as mg  # or torch as mg")
        print("                 F, seen = mg.nn.functional, []; mg.manual_seed(0)")
    for difference in differences:
        print(f"--- differs (seen {difference.seen} times):\n{difference.report()}\n")
    print(coverage.report())
    missing = coverage.missing() if count >= 500 else []
    if missing:
        print(f"never drawn: {', '.join(missing)}")
    return len(differences) + len(missing)


def compare_calls(count: int, seed: int) -> int:
    """Make random calls; print the ones that differ."""
    differences = calls.compare(count, seed, torch, minigrad)
    for difference in differences:
        print(f"--- differs: {difference}\n")
    print(f"{count:,} random calls, {len(differences)} differ")
    return len(differences)


if __name__ == "__main__":
    sys.exit(main())
