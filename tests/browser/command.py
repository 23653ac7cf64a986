"""Options and exit codes shared by the commands that run a browser."""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path


def parser(module: str, doc: str | None, only: str = "") -> argparse.ArgumentParser:
    """Return a parser with the browser options.

    `only` is the help text of the option --only, which is left out if the text is empty.
    """
    asks = argparse.ArgumentParser(prog=f"python -m {module}", description=doc)
    asks.add_argument(
        "--chrome", help="the browser to run (default: $CHROME or the one on the path)"
    )
    if only:
        asks.add_argument("--only", nargs="*", default=[""], metavar="NN", help=only)
    return asks


def chosen(paths: Iterable[Path], only: Sequence[str]) -> list[Path]:
    """Return the files whose names start with one of the given prefixes, in order."""
    return sorted(path for path in paths if path.name.startswith(tuple(only)))


def outcome(name: str, faults: list[str], what: str, seconds: float) -> int:
    """Print the outcome; return 1 if any check failed, or else 0."""
    verdict = f"FAILED, {len(faults)} faults" if faults else "passed"
    print(f"{name}: {verdict} ({what}, {seconds:.0f} s)", flush=True)
    return int(bool(faults))


def side_by_side(first: Sequence[Sequence[str]], second: Sequence[str], root: Path) -> bool:
    """Run two groups of modules in parallel and return whether either one failed.

    The second group's output is printed once the first group is done.
    """

    def run(words: Sequence[str]) -> list[str]:
        return [sys.executable, "-m", *words]

    with tempfile.TemporaryFile("w+", encoding="utf-8") as printed:
        beside = subprocess.Popen(run(second), cwd=root, stdout=printed, stderr=subprocess.STDOUT)
        try:
            failed = [subprocess.run(run(words), cwd=root).returncode for words in first]
            failed.append(beside.wait())
        finally:
            beside.kill()
        printed.seek(0)
        print(printed.read(), end="")
    return any(failed)
