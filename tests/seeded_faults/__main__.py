"""`python -m tests.seeded_faults [--only WORDS]`: check that each seeded fault makes a test fail.

A fault is a replacement in one file. The test that should catch it is run by itself, first without
the fault and then with it.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from .faults import FAULTS, Fault

LONGEST = 180  # seconds per test, because a fault can make a test run forever
ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("minigrad", "notebooks", "tests", ".ci", ".github")
FILES = (
    "pyproject.toml",
    "Makefile",
    "CITATION.cff",
    "LICENSE",
    *(p.name for p in ROOT.glob("*.md")),
)
WITHOUT = shutil.ignore_patterns("__pycache__", "node_modules", "*.pyc")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.seeded_faults", description=__doc__)
    parser.add_argument("--only", default="", help="faults whose name has these words")
    wanted = [fault for fault in FAULTS if parser.parse_args().only in fault.name]
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in FOLDERS:
            shutil.copytree(ROOT / name, copy / name, ignore=WITHOUT)
        for name in FILES:
            shutil.copyfile(ROOT / name, copy / name)
        missed = [fault for fault in wanted if not seen(fault, copy)]
    print(f"{len(wanted) - len(missed)} of {len(wanted)} seeded faults are found")
    return bool(missed)


def seen(fault: Fault, copy: Path) -> bool:
    file = copy / fault.file
    whole = file.read_text(encoding="utf-8")
    planted = whole.replace(fault.right, fault.wrong, 1)
    if planted == whole:
        print(f"  STALE   {fault.name}: {fault.file} has no {fault.right!r}")
        return False
    if not passes(fault, copy):
        print(f"  RED     {fault.name}: {fault.test} fails without the fault")
        return False
    file.write_text(planted, encoding="utf-8")
    caught = not passes(fault, copy)
    file.write_text(whole, encoding="utf-8")
    print(f"  {'found ' if caught else 'MISSED'}  {fault.name}", flush=True)
    return caught


def passes(fault: Fault, copy: Path) -> bool:
    options = ["--import-mode=importlib", "-p", "no:cacheprovider", "-q", "-x", "-n", "0"]
    try:
        ran = subprocess.run(
            [sys.executable, "-m", "pytest", "-o", "addopts=", *options, *fault.test.split("|")],
            cwd=copy,
            env={**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            check=False,
            timeout=LONGEST,
        )
    except subprocess.TimeoutExpired:
        return False
    return ran.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
