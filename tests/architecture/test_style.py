"""Tests that the source is formatted and free of lint, and that the workflows are safe."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize(
    "words", ["ruff format --check --diff .", "ruff check .", "zizmor --quiet --offline .github"]
)
def test_the_source_passes(words: str) -> None:
    name, *arguments = words.split()
    tool = shutil.which(name, path=Path(sys.executable).parent)
    assert tool, f"{name} isn't installed next to {sys.executable}"
    command = [tool, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    if done.returncode:
        pytest.fail(done.stdout + done.stderr, pytrace=False)
