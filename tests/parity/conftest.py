"""A hint about the command that compares, for `pytest tests/parity`."""

import pytest


def pytest_configure() -> None:
    raise pytest.UsageError(
        "tests/parity holds no tests for pytest. Run `make parity`: it compares with PyTorch, and "
        "installs it into an environment of its own, .venv-torch."
    )
