"""Tests that the Makefile deletes only environments and installs what pyproject.toml lists."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="make isn't installed")

ENVIRONMENTS = ("VENV", "TORCH", "GRADING", "HUB")
PROJECT = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
STAMPED = (
    *("notebooks", "test", "types", "browser", "publish", "audit"),
    *("grading", "hub", "parity", "bench"),
)
# For each target, a package that its recipe needs in addition to those in every environment.
NEEDED = {
    "lab": "jupyterlab",
    "environment": "nbval",
    "test": "nbval",
    "types": "mypy",
    "test-types": "basedpyright",
    "refresh": "nbclient",
    "test-browser": "playwright",
    "slides": "playwright",
    "site": "sphinx",
    "test-site": "playwright",
    "test-grading": "nbgrader",
    "assignment": "nbgrader",
    "test-hub": "playwright",
    "mutants": "pytest",
    "test-seeded-faults": "pytest",
    "parity": "torch",
    "record": "torch",
    "bench": "micrograd",
    "audit": "zizmor",
}
CHECKS = re.compile(r"^((?:test|types|audit|parity|mutants|bench)[\w-]*):", re.MULTILINE)

# A fake uv that creates environments without network access and records what it's told to install.
UV = """#!/bin/sh
for last; do :; done
case "$1" in
  venv)
    mkdir -p "$last/bin"; touch "$last/pyvenv.cfg"
    echo "#!/bin/sh" > "$last/bin/python"; chmod +x "$last/bin/python";;
  pip) echo "$@" >> "$UV_LOG";;
esac
"""


@pytest.fixture
def folders(tmp_path: Path) -> dict[str, Path]:
    """Return one folder for each environment in the Makefile. None of the folders exist yet."""
    return {name: tmp_path / name.lower() for name in ENVIRONMENTS}


def make(
    folders: dict[str, Path], *arguments: str, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run make as a user would, with the given environment folders and the fake uv above."""
    scratch = next(iter(folders.values())).parent
    (scratch / "bin").mkdir(exist_ok=True)
    (scratch / "bin" / "uv").write_text(UV)
    (scratch / "bin" / "uv").chmod(0o755)
    settings = {"PATH": f"{scratch / 'bin'}:{os.environ['PATH']}", "UV_LOG": str(scratch / "log")}
    # If make started the tests, it would pass its own flags on.
    outside = {key: value for key, value in os.environ.items() if not key.startswith("MAKE")}
    command = ["make", *(f"{name}={path}" for name, path in folders.items()), *arguments]
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        env=outside | settings | environment,
    )


def installed(folders: dict[str, Path]) -> list[str]:
    log = folders["VENV"].with_name("log")
    return log.read_text().splitlines() if log.exists() else []


@pytest.mark.parametrize("arguments", [["help"], ["-n", "test"], ["-n", "clean"], ["-p", "help"]])
def test_reading_the_makefile_deletes_nothing(
    folders: dict[str, Path], arguments: list[str]
) -> None:
    for folder in folders.values():
        folder.mkdir()
        (folder / "pyvenv.cfg").touch()
        (folder / "thesis.txt").touch()
    make(folders, *arguments)
    assert [folder for folder in folders.values() if not (folder / "thesis.txt").exists()] == []


@pytest.mark.parametrize("has_python", [False, True])
def test_a_folder_that_is_not_an_environment_is_rejected(
    folders: dict[str, Path], has_python: bool
) -> None:
    folder = folders["VENV"]
    (folder / "bin").mkdir(parents=True)
    (folder / "thesis.txt").touch()
    if has_python:
        (folder / "bin" / "python").symlink_to(sys.executable)
    done = make(folders, "environment")
    assert done.returncode != 0
    assert f"{folder} isn't a Python environment" in done.stdout
    assert "make VENV=.venv" in done.stdout
    assert (folder / "thesis.txt").exists()
    assert installed(folders) == []


def test_clean_removes_only_environments(folders: dict[str, Path]) -> None:
    for folder in folders.values():
        folder.mkdir()
        (folder / "thesis.txt").touch()
    (folders["TORCH"] / "pyvenv.cfg").touch()
    done = make(folders, "clean")
    assert done.returncode == 0
    assert {name for name in ENVIRONMENTS if folders[name].exists()} == {*ENVIRONMENTS} - {"TORCH"}
    assert f"{folders['VENV']} isn't a Python environment, so it stays." in done.stdout


def test_an_environment_is_installed_once(folders: dict[str, Path]) -> None:
    make(folders, "environment")
    assert len(installed(folders)) == 1
    make(folders, "environment")
    assert len(installed(folders)) == 1


@pytest.mark.parametrize(
    ("asked", "given"),
    [
        ({}, "1"),
        ({"OPENBLAS_NUM_THREADS": "3"}, "3"),
        ({"OMP_NUM_THREADS": "2"}, "2"),
    ],
)
def test_every_command_gives_numpy_one_thread_unless_the_reader_asks_for_more(
    folders: dict[str, Path], monkeypatch: pytest.MonkeyPatch, asked: dict[str, str], given: str
) -> None:
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
        monkeypatch.delenv(name, raising=False)
    show = "show:; @echo $$OPENBLAS_NUM_THREADS"
    assert make(folders, f"--eval={show}", "show", **asked).stdout.split() == [given]


def test_an_environment_without_its_python_is_recreated(folders: dict[str, Path]) -> None:
    make(folders, "environment")
    (folders["VENV"] / "bin" / "python").unlink()
    (folders["VENV"] / "left_behind").touch()
    done = make(folders, "environment")
    assert done.returncode == 0, done.stdout + done.stderr
    assert not (folders["VENV"] / "left_behind").exists()
    assert len(installed(folders)) == 2


@pytest.mark.parametrize("stamp", STAMPED)
def test_a_stamp_is_named_after_the_installed_extra_or_group(
    folders: dict[str, Path], stamp: str
) -> None:
    owner = {"grading": "GRADING", "hub": "HUB", "parity": "TORCH", "bench": "TORCH"}
    folder = folders[owner.get(stamp, "VENV")]
    done = make(folders, "HERE=x", f"{folder}/{stamp}-x")
    assert done.returncode == 0, done.stdout + done.stderr
    [line] = installed(folders)
    match = re.search(rf"--python {folder}/bin/python -e \.\[([a-z,]+)\](?: --group (\S+))?", line)
    assert match
    extras, group = match[1].split(","), match[2]
    assert stamp in (*extras, group)
    assert set(extras) <= set(PROJECT["project"]["optional-dependencies"])
    assert group is None or group in PROJECT["dependency-groups"]


def packages(name: str) -> set[str]:
    """Return the packages in an extra, or in a dependency group and the groups it includes."""
    found = set()
    extra = PROJECT["project"]["optional-dependencies"].get(name, [])
    for entry in [*extra, *PROJECT["dependency-groups"].get(name, [])]:
        if isinstance(entry, dict):
            found |= packages(entry["include-group"])
        else:
            found.add(re.split(r"[^\w-]", entry)[0])
    return found


@pytest.mark.parametrize("target", NEEDED)
def test_a_target_installs_what_its_recipe_runs(folders: dict[str, Path], target: str) -> None:
    makefile = Path("Makefile").read_text(encoding="utf-8")
    [(variable, stamp)] = re.findall(rf"^{target}:.* \$\((\w+)\)/(\w+)-\$\(HERE\)", makefile, re.M)
    make(folders, "HERE=x", f"{folders[variable]}/{stamp}-x")
    [line] = installed(folders)
    names = re.findall(r"(?<=\.\[)[\w,-]+|(?<=--group )\S+", line)
    there = set().union(*(packages(name) for each in names for name in each.split(",")))
    assert NEEDED[target] in there


def test_ci_runs_every_check_in_the_makefile() -> None:
    makefile = Path("Makefile").read_text(encoding="utf-8")
    ci = [Path(".ci/run"), *Path(".github/workflows").glob("*.yml")]
    commands = "\n".join(path.read_text(encoding="utf-8") for path in ci)
    missing = [t for t in CHECKS.findall(makefile) if not re.search(rf"make [^\n]*{t}\b", commands)]
    assert missing == []
    steps = re.findall(r"^step \d+ (.+)$", Path(".ci/run").read_text(encoding="utf-8"), re.M)
    # `make test` skips the slow tests, and the README promises that CI runs them.
    for command in ("make types", "make test", 'make test TEST_OPTIONS="-m slow"'):
        assert command in steps
