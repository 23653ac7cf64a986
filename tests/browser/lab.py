"""A JupyterLab server with its own working copy, started the way `make lab` does it."""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

START = """
import sys
from pathlib import Path
from minigrad.course.__main__ import main
sys.exit(main(sys.argv[2:], Path(sys.argv[1])))
"""


@contextmanager
def served(folder: Path, notebooks: Path) -> Iterator[str]:
    """Yield the address of a JupyterLab whose files, signatures, and settings are in the folder."""
    shutil.copytree(notebooks, folder / "notebooks")
    (folder / "my_notebooks").mkdir()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    own = {
        name: str(folder / name.lower())
        for name in ("JUPYTER_DATA_DIR", "JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
    }
    own["PYTHONPATH"] = os.pathsep.join(sys.path)  # kernels must find the same packages
    command = [sys.executable, "-c", START, str(folder), "lab", "--no-browser"]
    command += [f"--ServerApp.port={port}", "--ServerApp.port_retries=0"]
    command += ["--IdentityProvider.token=", "--expose-app-in-browser"]
    command += [f"--LabApp.workspaces_dir={folder / 'workspaces'}"]
    with (folder / "server.log").open("w") as log:
        server = subprocess.Popen(command, env={**os.environ, **own}, stdout=log, stderr=log)
    address = f"http://127.0.0.1:{port}"
    try:
        _wait(address, server, folder / "server.log")
        yield address
    finally:
        server.terminate()
        try:
            server.wait(60)
        except subprocess.TimeoutExpired:  # it can wait forever for a starting kernel
            server.kill()
            server.wait()


def _wait(address: str, server: "subprocess.Popen[bytes]", log: Path) -> None:
    deadline = time.monotonic() + 120  # machines can be slow and busy
    while time.monotonic() < deadline:
        try:
            urlopen(f"{address}/api", timeout=5).close()
            return
        except (URLError, OSError):
            assert server.poll() is None, log.read_text()[-2000:]
            time.sleep(0.2)
    raise AssertionError("JupyterLab doesn't respond:\n" + log.read_text()[-2000:])
