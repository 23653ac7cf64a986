"""`pytest tests/parity` points to the command that compares."""

import pytest


def pytest_configure() -> None:
    raise pytest.UsageError(
        "tests/parity holds no tests for pytest. It compares with PyTorch: run `make parity`, which "
        "installs PyTorch into an environment of its own, .venv-torch."
    )
