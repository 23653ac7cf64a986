"""A hint, for `pytest tests/parity`, about the command that runs the comparisons."""

import pytest


def pytest_configure() -> None:
    raise pytest.UsageError(
        "tests/parity holds no tests for pytest. Run `make parity`: it compares with PyTorch, and "
        "installs it into an environment of its own, .venv-torch."
    )
