"""Tests for the files that slides and pages load: packages with fixed versions and checksums."""

import subprocess
import tarfile
from pathlib import Path

import pytest

from minigrad.teaching import assets


def test_an_archive_with_the_wrong_checksum_is_rejected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fetched(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        with tarfile.open(tmp_path / "forged.tgz", "w:gz"):
            return subprocess.CompletedProcess(command, 0, stdout="forged.tgz\n")

    monkeypatch.setattr(assets, "KEPT", tmp_path)
    monkeypatch.setattr(assets.shutil, "which", lambda name: name)
    monkeypatch.setattr(assets.subprocess, "run", fetched)
    with pytest.raises(
        SystemExit, match=r"The sha512 checksum of forged\.tgz is .*, but should be "
    ):
        assets.package("requirejs")
    assert not (tmp_path / "requirejs" / "2.3.8").exists()
