"""Run a type checker and parse the errors that it reports."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest


def errors(command: list[str], folder: Path) -> list[str]:
    """Run a type checker (the name of a module) in a folder; return the errors that it reports."""
    if importlib.util.find_spec(command[0]) is None:
        pytest.fail(f"{command[0]} isn't installed: run `make types`", pytrace=False)
    run = subprocess.run(
        [sys.executable, "-m", *command], cwd=folder, capture_output=True, text=True, check=False
    )
    found = [line.strip() for line in run.stdout.splitlines() if re.search(r"\berror:", line)]
    # A checker returns 1 if it finds errors. Python also returns 1 if the checker itself fails.
    assert run.returncode == bool(found), f"{command[0]} failed: {run.stdout}{run.stderr}"
    return found
