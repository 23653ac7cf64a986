"""`python -m tests.bench` (or `make bench`): run the benchmarks."""

import argparse
import os
import platform
import re
import sys
from datetime import UTC, datetime
from pathlib import Path

# This has to run before NumPy is imported. Otherwise, idle BLAS threads of one library would slow
# down the next library.
for _library in ("OMP", "OPENBLAS", "MKL", "VECLIB_MAXIMUM", "NUMEXPR"):
    os.environ[f"{_library}_NUM_THREADS"] = "1"

HOW = """\
The peers run in one process and one thread, in a random order in every round, with the garbage
collector on. Only minigrad's own import prepares malloc, as in a user's process. Times are medians
over the rounds, measured by {clock}. Each ratio is the median of the ratios within the rounds. A/A
times minigrad against itself, which shows how far to trust the ratios. Only the ratio to NumPy has
to meet a goal."""


def processor() -> str:
    """Return the processor's name. The ratios depend on the processor, too."""
    try:
        names = re.findall(r"model name\s*: (.+)", Path("/proc/cpuinfo").read_text())
    except OSError:  # not Linux
        names = [platform.processor()]
    return names[0] if names else platform.machine()


def main() -> int:
    from . import memory, report
    from .agreement import compare
    from .peers import OURS, installed, programs
    from .rows import ROWS
    from .runner import FULL, QUICK, clock, measure

    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--rows", help="run only these rows, as in --rows a,b")
    parser.add_argument("--rounds", type=int, help="run exactly this many rounds for each row")
    parser.add_argument("--quick", action="store_true", help="measure roughly, in half a minute")
    options = parser.parse_args()
    chosen = options.rows.split(",") if options.rows else [row.key for row in ROWS]
    if unknown := set(chosen) - {row.key for row in ROWS}:
        parser.error(f"there is no row {', '.join(sorted(unknown))}")
    plan = (QUICK if options.quick else FULL)._replace(rounds=options.rounds)

    modules = installed()
    versions = [f"{name} {getattr(m, '__version__', '')}".strip() for name, m in modules.items()]
    print(
        f"{datetime.now(UTC):%Y-%m-%d}, {processor()}, Python {platform.python_version()}, "
        f"{versions[0]}"
    )
    measured, disagreements = [], []
    for row in (row for row in ROWS if row.key in chosen):
        built = {name: build() for name, build in programs(row, modules).items()}
        try:
            compare(built, steps=1 if options.quick else 2)
        except AssertionError as error:
            print(f"{row.key}. {row.title}: not timed, because the results differ\n{error}")
            disagreements.append(row.key)
            continue
        measured.append((row, measure(built, plan)))
        print(f"{row.key}. {row.title}: all agree, timed", file=sys.stderr)
    if measured:
        how = HOW.format(clock=clock.__name__)
        print(f"\n{how}\n\n{report.medians(measured)}\n\n{report.ratios(measured)}")
    if not options.rows:
        print("\n" + "\n".join(memory.lines(modules[OURS], 5 if options.quick else 15)))
    return 1 if disagreements else 0


if __name__ == "__main__":
    sys.exit(main())
