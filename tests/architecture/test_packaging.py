"""Tests for the installed files, the package name, and the core requirements."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from yaml import safe_load

import minigrad

PYPROJECT = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
PROJECT, GROUPS = PYPROJECT["project"], PYPROJECT["dependency-groups"]
ON_CONDA = {"matplotlib": "matplotlib-base"}


def test_the_core_requires_only_numpy() -> None:
    program = """
import sys, numpy.random
with_numpy = set(sys.modules)
import minigrad
loaded = {name.partition('.')[0] for name in set(sys.modules) - with_numpy}
print(*loaded - set(sys.stdlib_module_names))"""
    command = [sys.executable, "-S", "-c", f"import sys; sys.path = {sys.path!r}\n{program}"]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert set(loaded) <= {"minigrad", "numpy"}
    assert PROJECT["dependencies"] == ["numpy>=2.0"]


def in_group(name: str) -> list[str]:
    """Return the requirements in a dependency group and in the groups it includes."""
    requirements = []
    for entry in GROUPS[name]:
        requirements += [entry] if isinstance(entry, str) else in_group(entry["include-group"])
    return requirements


def test_conda_has_the_same_requirements_as_pip() -> None:
    extras = PROJECT["optional-dependencies"]
    wanted = {"python" + PROJECT["requires-python"]}
    pulls = [line for line in in_group("hub") if line.startswith("nbgitpuller")]
    for line in PROJECT["dependencies"] + extras["notebooks"] + in_group("test") + pulls:
        requirement = Requirement(line)
        name = ON_CONDA.get(requirement.name, requirement.name)
        wanted.add(f"{name}{requirement.specifier}")
    environment = safe_load(Path("environment.yml").read_text(encoding="utf-8"))
    *packages, pip, from_pip = environment["dependencies"]
    assert set(packages) == wanted
    assert (pip, from_pip) == ("pip", {"pip": ["-e ."]})


def test_no_page_installs_the_other_minigrad() -> None:
    pages = [*Path().glob("*.md"), *Path("notebooks").glob("*.*"), *Path("minigrad").rglob("*.py")]
    for page in pages:
        match = re.search(r"pip install\s+[\"']?minigrad\b(?!-)", page.read_text(encoding="utf-8"))
        assert not match, f"{page}: {match}"


def test_the_version_is_the_same_everywhere() -> None:
    assert minigrad.__version__ == PROJECT["version"]
