"""The command `python -m tests.bench`, or `make bench`."""

import argparse
import os
import platform
import sys
from datetime import UTC, datetime

# Before NumPy is imported: idle threads of one library's BLAS would starve the next one's.
for _library in ("OMP", "OPENBLAS", "MKL", "VECLIB_MAXIMUM", "NUMEXPR"):
    os.environ[f"{_library}_NUM_THREADS"] = "1"

HOW = """\
One process, one thread, the garbage collector on, the peers in random order in every round. Memory
is as a user's process finds it: nothing prepares malloc but what minigrad's import does. Times
are medians over the rounds, by {clock}; ratios are taken within each round, and their
median is shown. A/A is minigrad timed against itself: how far to trust the ratios. Judged is the
ratio to NumPy (in b also whether micrograd is slower)."""


def main() -> int:
    from . import memory, report
    from .agreement import compare
    from .peers import OURS, installed, is_ready, programs
    from .rows import ROWS
    from .runner import FULL, QUICK, clock, measure

    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--rows", help="only these, as in: --rows a,b")
    parser.add_argument("--rounds", type=int, help="exactly so many for each row")
    parser.add_argument("--quick", action="store_true", help="a rough picture in half a minute")
    options = parser.parse_args()
    chosen = options.rows.split(",") if options.rows else [row.key for row in ROWS]
    if unknown := set(chosen) - {row.key for row in ROWS}:
        parser.error(f"no such row: {', '.join(sorted(unknown))}")
    plan = (QUICK if options.quick else FULL)._replace(rounds=options.rounds)

    modules, missing = installed()
    versions = [f"{name} {getattr(m, '__version__', '')}".strip() for name, m in modules.items()]
    print(f"{datetime.now(UTC):%Y-%m-%d}, Python {platform.python_version()}, {versions[0]}")
    for name in missing:
        print(f"{name} is not installed: left out.")
    measured, disagreements = [], []
    for row in (row for row in ROWS if row.key in chosen):
        if not is_ready(row, modules):
            print(f"{row.key}. {row.title}: not yet (minigrad has no {row.needs})")
            continue
        built = {name: build() for name, build in programs(row, modules).items()}
        try:
            dtypes = compare(built, steps=1 if options.quick else 2)
        except AssertionError as error:
            print(f"{row.key}. {row.title}: not timed, results differ\n{error}")
            disagreements.append(row.key)
            continue
        measured.append((row, measure(built, plan), dtypes))
        print(f"{row.key}. {row.title}: all agree, timed", file=sys.stderr)
    if measured:
        names = report.shown_peers(measured)
        how = HOW.format(clock=clock.__name__)
        print(f"\n{how}\n\n{report.medians(measured, names)}\n\n{report.ratios(measured)}")
        if any(d != "float32" for _, _, dtypes in measured for d in dtypes.values()):
            print("\n- cannot express the row; * computes in float64.")
    if not options.rows:
        print("\n" + "\n".join(memory.lines(modules[OURS], 5 if options.quick else 15)))
    return 1 if disagreements else 0


if __name__ == "__main__":
    sys.exit(main())
