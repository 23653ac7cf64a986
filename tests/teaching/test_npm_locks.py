"""Tests that checksums determine what npm installs, whichever registry a machine uses."""

import json
import re
from pathlib import Path

import pytest

TEACHING = Path("minigrad/teaching")
LOCKS = sorted(TEACHING.rglob("package-lock.json"))


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.parent.name)
def test_a_lock_file_has_a_checksum_for_each_package_and_no_urls(lock: Path) -> None:
    _, *packages = json.loads(lock.read_text(encoding="utf-8"))["packages"].items()
    assert len(packages) > 10
    for name, package in packages:
        assert package["integrity"].startswith("sha512-"), name
        assert "resolved" not in package, name
        assert re.fullmatch(r"\d+\.\d+\.\d+[\w.-]*", package["version"]), name


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.parent.name)
def test_a_lock_file_matches_its_package_list(lock: Path) -> None:
    locked = json.loads(lock.read_text(encoding="utf-8"))["packages"]
    listed = json.loads(lock.with_name("package.json").read_text(encoding="utf-8"))
    assert locked[""]["dependencies"] == listed["dependencies"]
    for name, version in listed["dependencies"].items():
        assert locked[f"node_modules/{name}"]["version"] == version


def test_npm_installs_only_from_lock_files() -> None:
    """`assets.py` installs nothing. It downloads single packages and compares their checksums."""
    assert LOCKS == [TEACHING / "hub" / "package-lock.json"]
    paths = [*TEACHING.rglob("*.py"), *Path("tests").rglob("*.py"), *Path("notebooks").glob("*.md")]
    paths += [*Path(".github").rglob("*"), *Path(".ci").glob("*")]
    installing = re.compile(r"npm[\s\"',\]]+(install|add|i)\b")
    read = {path: path.read_bytes().decode(errors="replace") for path in paths if path.is_file()}
    read = {path: text.replace("apt install npm", "") for path, text in read.items()}
    assert [path for path, text in read.items() if installing.search(text)] == []
