"""Tests that the class trial explains in one sentence why it can't create accounts."""

import os
from pathlib import Path

import pytest

from .room import accounts

as_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can create accounts"
)


@as_root
def test_a_python_that_other_accounts_cannot_run_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "environment"
    folder.mkdir()
    (folder / "python").symlink_to("/bin/true")
    folder.chmod(0o700)
    monkeypatch.setattr("sys.executable", str(folder / "python"))
    why = accounts.why_not()
    assert why.startswith(f"other accounts can't run {folder / 'python'}.")
    assert "PYTHON=/usr/bin/python3" in why
    assert not accounts.possible()


@as_root
def test_a_missing_program_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert accounts.why_not() == "this machine has no useradd, chpasswd, userdel"


def test_other_accounts_can_run_a_world_readable_python() -> None:
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        assert accounts.why_not() == "only root can create accounts"
    elif Path("/usr/bin/python3").exists():
        assert accounts.others_run("/usr/bin/python3")
