"""The versions that recorded the notebooks. The processor doesn't matter."""

import platform
import sys
from importlib.metadata import version
from pathlib import Path

from packaging.requirements import Requirement

NOTEBOOKS = sorted(Path("notebooks").resolve().glob("*.ipynb"))
RECORDED_WITH = Path(__file__).with_name("recorded_with.txt")
PYTHON = (3, 11)
PLATFORM = ("Linux", "x86_64")


def deviations() -> list[str]:
    """Return how this machine differs from the recorded environment, if it does."""
    differing = []
    if sys.version_info[:2] != PYTHON:
        differing.append(f"Python {platform.python_version()}")
    if (platform.system(), platform.machine()) != PLATFORM:
        differing.append(f"{platform.system()} {platform.machine()}")
    for line in RECORDED_WITH.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            recorded = Requirement(line)
            if not recorded.specifier.contains(version(recorded.name)):
                differing.append(f"{recorded.name} {version(recorded.name)}")
    return differing
