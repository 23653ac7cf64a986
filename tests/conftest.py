"""One run for all: notebooks are compared exactly where they were recorded, else to a tolerance."""

import functools
import os
import sys
from pathlib import Path

import pytest

import minigrad
from tests.notebooks.recording import KERNEL_ENVIRONMENT, deviations
from tests.parity.known import KNOWN


def pytest_configure(config: pytest.Config) -> None:
    os.environ.update(KERNEL_ENVIRONMENT)  # for the kernels that nbval starts
    if not hasattr(config, "workerinput"):
        # On a fresh machine matplotlib looks for fonts first, and says so inside some notebook.
        import matplotlib.font_manager  # noqa: F401


@pytest.fixture(autouse=True)
def _warnings_anew() -> None:
    """What is told once in a process is told once in a test."""
    once = functools.cache(minigrad.says.errors.warn)
    for name, module in [*sys.modules.items()]:
        if name.startswith("minigrad.") and hasattr(module, "warn_once"):
            vars(module)["warn_once"] = once


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    how = "compared exactly, as recorded"
    if found := deviations():
        how = f"text compared to a tolerance, pictures and nbval left out: {', '.join(found)}"
    terminalreporter.write_line(f"notebooks: {how}")
    terminalreporter.write_line(f"PyTorch: {len(KNOWN)} known differences are listed")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """nbval compares every digit and picture: only the recorded configuration repeats those."""
    if deviations():
        strict = [item for item in items if Path(item.path).suffix == ".ipynb"]
        if strict:
            config.hook.pytest_deselected(items=strict)
            items[:] = [item for item in items if item not in strict]
