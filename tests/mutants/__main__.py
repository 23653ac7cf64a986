"""`python -m tests.mutants`: break every rule and step of the engine, one at a time."""

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from .explained import EXPLAINED
from .hunt import Hunt
from .mutations import Mutant, of_names, of_rules, of_steps

TESTS = Path(__file__).resolve().parents[1]
PACKAGE = TESTS.parent / "minigrad"
OPERATIONS = ("ops/*.py", "nn/*.py", "engine/memory/views.py", "engine/memory/inplace.py")
ENGINE = (
    *(
        "engine/tensor.py",
        "engine/graph.py",
        "engine/unary.py",
        "engine/binary.py",
        "engine/operation.py",
        "engine/backward.py",
        "autograd/accumulate.py",
    ),
    "engine/needs.py",
    *("engine/rules.py", "engine/modes.py", "engine/hooks.py", "engine/checks.py"),
    *("engine/operands.py", "engine/unbroadcast.py", "engine/grad_fn.py", "engine/memory/*.py"),
    *("autograd/gradients.py", "autograd/function.py"),
)
KINDS = {
    "rules": (of_rules, OPERATIONS),
    "names": (of_names, OPERATIONS),
    "steps": (of_steps, ENGINE),
}
# Tests of minigrad's computations, not of how it's drawn, packaged, or published.
FOLDERS = ("engine", "ops", "values", "autograd", "nn", "optim", "utils", "api")
FILES = ("architecture/test_lessons.py", "architecture/test_package.py")


def mutants(kinds=tuple(KINDS)) -> Iterator[Mutant]:
    for kind in kinds:
        make, patterns = KINDS[kind]
        for pattern in patterns:
            for path in sorted(PACKAGE.glob(pattern)):
                yield from make(path)


class Report:
    """A report that prints each mutant with the test that caught it."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.fates: Counter[str] = Counter()
        self.survivors: list[str] = []
        self.needed: set[str] = set()  # explanations that were needed

    def __call__(self, mutant: Mutant, caught: str | None, tests: int) -> None:
        fate, by = "caught", f"by {caught}"
        if caught is None:
            fate = "explained" if str(mutant) in EXPLAINED else "SURVIVED"
            by = EXPLAINED.get(str(mutant), f"{tests} tests call it, but none of them fails")
        if fate == "SURVIVED":
            self.survivors.append(str(mutant))
        if fate == "explained":
            self.needed.add(str(mutant))
        self.fates[fate] += 1
        where = f"{mutant.path.relative_to(PACKAGE)}:{mutant.line} {mutant.function}"
        count = f"[{self.fates.total()}/{self.number}]"
        print(f"{count} {fate}: {where}: {mutant.change}\n    {by}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument(
        "--kind", choices=KINDS, action="append", help="only this kind (default: all)"
    )
    parser.add_argument("--only", default="", help="only mutants whose text contains this string")
    parser.add_argument("--again", type=Path, help="only the survivors in this earlier report")
    parser.add_argument("--tests", default="test_*.py", help="only tests in files with this name")
    parser.add_argument("--sample", type=int, help="only this many mutants, drawn at random")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the sample")
    parser.add_argument("--jobs", type=int, default=2, help="the number of processes")
    options = parser.parse_args()
    chosen = [m for m in mutants(options.kind or KINDS) if options.only in str(m)]
    if options.again:
        survived = options.again.read_text(encoding="utf-8").splitlines()
        chosen = [m for m in chosen if f"SURVIVED {m}" in survived]
    if options.sample:
        chosen = random.Random(options.seed).sample(chosen, min(options.sample, len(chosen)))
    start, report = time.monotonic(), Report(len(chosen))
    tests = [*(f"{folder}/test_*.py" for folder in FOLDERS), *FILES]
    found = [file for pattern in tests for file in sorted(TESTS.glob(pattern))]
    files = [file for file in found if file.match(options.tests)]
    pytest.main(
        [
            *("-o", "addopts=--import-mode=importlib", "--capture=no"),
            *("-p", "no:cacheprovider", "-p", "no:terminal"),
            *map(str, files),
        ],
        plugins=[Hunt(chosen, options.jobs, report)],
    )
    print(f"{len(chosen)} mutants in {time.monotonic() - start:.0f} s: {dict(report.fates)}")
    for survivor in report.survivors:
        print(f"SURVIVED {survivor}")
    all_ran = report.fates.total() == len(chosen)
    idle = {*EXPLAINED} & {*map(str, chosen)} - report.needed
    if options.sample or not all_ran:  # other mutants with the same text may need it
        idle.clear()
    unknown = {*EXPLAINED} - {*map(str, mutants())}
    for text in sorted(unknown):
        print(f"in EXPLAINED, but there's no such mutant: {text}")
    for mutant in sorted(idle):
        print(f"in EXPLAINED, but a test catches it: {mutant}")
    return int(bool(report.survivors or idle or unknown) or not all_ran)


if __name__ == "__main__":
    sys.exit(main())
