"""Tests that JupyterLab starts for the learner only, with a token, and without network requests."""

import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from minigrad.course import __main__ as command
from minigrad.course import lab
from minigrad.course.working_copy import WorkingCopy

# Settings that would let other people in, or let pages do things that the reader didn't ask for.
OPENING = ("ip", "token", "password", "allow_root", "allow_origin", "disable_check_xsrf", "public")


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    calls: list[list[str]] = []
    labapp = ModuleType("jupyterlab.labapp")
    labapp.main = calls.append  # type: ignore[attr-defined]
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
        monkeypatch.setenv(name, "")  # so that it's restored whatever its value was
        monkeypatch.delenv(name)
    monkeypatch.setitem(sys.modules, "jupyterlab.labapp", labapp)
    monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
    return calls


def test_no_option_opens_the_server_to_others(tmp_path: Path, started: list[list[str]]) -> None:
    lab.open_lab(WorkingCopy(tmp_path, tmp_path / "mine"), [])
    (options,) = started
    names = [option.removeprefix("--").partition("=")[0].rpartition(".")[2] for option in options]
    assert not {name for name in names for word in OPENING if name.startswith(word)}
    assert f"--ServerApp.root_dir={tmp_path / 'mine'}" in options


def test_no_setting_opens_the_server_to_others() -> None:
    settings = "".join(path.read_text() for path in lab.SETTINGS.iterdir())
    assert not any(f'"{word}"' in settings for word in OPENING)


def test_options_are_passed_on(tmp_path: Path, started: list[list[str]]) -> None:
    lab.open_lab(WorkingCopy(tmp_path, tmp_path / "mine"), ["--no-browser"])
    assert started[0][-1] == "--no-browser"


def test_it_starts_for_root_too_and_says_what_that_means(
    tmp_path: Path,
    started: list[list[str]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "notebooks").mkdir()
    cells = '{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}'
    (tmp_path / "notebooks" / "00_start_here.ipynb").write_text(cells)
    assert command.main(["lab"], tmp_path) == 0
    assert "root" not in capsys.readouterr().out
    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
    assert command.main(["lab"], tmp_path) == 0
    assert ["--allow-root" in options for options in started] == [False, True]
    assert "a notebook may change any file" in capsys.readouterr().out


# OpenBLAS starts its threads when NumPy loads it. A kernel is a process that the lab starts.
KERNEL = "import os, numpy; print(len(os.listdir('/proc/self/task')))"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lists a process's threads in /proc")
@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="on one core, there's one thread anyway")
@pytest.mark.parametrize("asked", [{}, {"OPENBLAS_NUM_THREADS": "2"}, {"OMP_NUM_THREADS": "2"}])
def test_a_kernel_multiplies_on_one_thread_unless_the_reader_asks_for_more(
    tmp_path: Path,
    started: list[list[str]],
    monkeypatch: pytest.MonkeyPatch,
    asked: dict[str, str],
) -> None:
    for name, threads in asked.items():
        monkeypatch.setenv(name, threads)
    lab.open_lab(WorkingCopy(tmp_path, tmp_path / "mine"), [])
    kernel = subprocess.run([sys.executable, "-c", KERNEL], capture_output=True, text=True)
    assert kernel.stdout.split() == [("2" if asked else "1")], kernel.stderr


def test_the_extension_for_links_is_loaded(tmp_path: Path, started: list[list[str]]) -> None:
    """JupyterLab reads `package.json` and loads the module listed there."""
    lab.open_lab(WorkingCopy(tmp_path, tmp_path / "mine"), [])
    assert f"--LabApp.extra_labextensions_path={lab.EXTENSION}" in started[0]
    (folder,) = lab.EXTENSION.iterdir()
    package = json.loads((folder / "package.json").read_text())
    assert package["name"] == folder.name
    assert (
        f'_JUPYTERLAB["{folder.name}"]'
        in (folder / package["jupyterlab"]["_build"]["load"]).read_text()
    )


@pytest.fixture
def folders_of_jupyter(monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    names = ("JUPYTER_DATA_DIR", "JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
    for name in names:
        monkeypatch.setenv(name, "")
    return names


def test_an_unwritable_home_is_replaced_by_a_temporary_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folders_of_jupyter: tuple[str, ...]
) -> None:
    home = tmp_path / "home"
    home.write_text("A file, so nothing can be created in it.")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    for name in folders_of_jupyter:
        monkeypatch.setenv(name, str(home / name))
    monkeypatch.setenv("MPLCONFIGDIR", "")  # so that it's restored whatever its value was
    monkeypatch.delenv("MPLCONFIGDIR")
    said = lab.use_writable_folders()
    assert str(home) in said
    for name in (*folders_of_jupyter, "MPLCONFIGDIR"):
        folder = Path(os.environ[name])
        assert tmp_path in folder.parents
        assert home not in folder.parents


def test_an_account_without_a_home_gets_a_temporary_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folders_of_jupyter: tuple[str, ...]
) -> None:
    expand = os.path.expanduser
    monkeypatch.setenv("HOME", "")  # so that it's restored
    monkeypatch.delenv("HOME")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    # As for an account that isn't listed, `~` stays as it is.
    monkeypatch.setattr(
        os.path, "expanduser", lambda path: expand(path) if "HOME" in os.environ else path
    )
    said = lab.use_writable_folders()
    home = Path(os.environ["HOME"])
    assert said.startswith(
        f"Your account has no home folder, so Jupyter keeps its settings in {home}"
    )
    assert home.parent == tmp_path
    assert home.is_dir()


def test_a_writable_home_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folders_of_jupyter: tuple[str, ...]
) -> None:
    for name in folders_of_jupyter:
        monkeypatch.setenv(name, str(tmp_path / name))
    assert lab.use_writable_folders() == ""
    assert {os.environ[name] for name in folders_of_jupyter} == {
        str(tmp_path / name) for name in folders_of_jupyter
    }
