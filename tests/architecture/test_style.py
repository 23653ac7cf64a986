import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    "tool",
    ["ruff format --check --diff .", "ruff check ."],
)
def test_the_source_passes(tool: str) -> None:
    command = [sys.executable, "-m", *tool.split()]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    if done.returncode:
        pytest.fail(done.stdout + done.stderr, pytrace=False)
