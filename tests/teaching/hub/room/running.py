"""A JupyterHub with its own proxy on loopback, set up according to the recipe for one machine."""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from minigrad.teaching.hub import handout

from . import accounts

ROOT = Path(__file__).resolve().parents[4]
HUB = ROOT / "minigrad" / "teaching" / "hub"
RECIPE = HUB / "one_machine" / "jupyterhub_config.py"
PROXY = ROOT / "build" / "hub"

# Use free ports, let git read root's repository, and allow scripts in pages.
HERE = """
c.Spawner.args += ["--LabApp.expose_app_in_browser=True"]
c.JupyterHub.hub_port = {hub}
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:{api}"
c.Spawner.environment["GIT_CONFIG_SYSTEM"] = "{folder}/gitconfig"
c.Spawner.environment["JUPYTER_CONFIG_PATH"] = "{folder}/jupyter"
"""
# Only root can become another user or check other users' passwords.
WITHOUT_ROOT = """
c.JupyterHub.authenticator_class = "shared-password"
c.SharedPasswordAuthenticator.user_password = "{password}"
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = "{folder}/homes/{{username}}"
c.Spawner.pre_spawn_hook = None
"""


@dataclass
class Hub:
    folder: Path
    address: str
    passwords: dict[str, str]
    process: "subprocess.Popen[bytes]"

    @property
    def course(self) -> str:
        return str(self.folder / "chapters.git")

    @property
    def notebooks(self) -> Path:
        return self.folder / "lecturer" / "notebooks"

    def hand_out(self) -> dict[str, str]:
        return handout.hand_out(self.notebooks, self.course)

    def log(self) -> str:
        return (self.folder / "hub" / "log").read_text("utf-8", "replace")


@contextmanager
def hub(folder: Path, learners: int) -> Iterator[Hub]:
    """Yield a hub with all its files in the folder. Its processes end when the block ends."""
    names = [f"{accounts.PREFIX}{i:02}" for i in range(1, learners + 1)]
    folder.chmod(0o711)
    (folder / "homes").mkdir(mode=0o711)
    (folder / "hub").mkdir(mode=0o700)
    shutil.copytree(ROOT / "notebooks", folder / "lecturer" / "notebooks")
    (folder / "learners.txt").write_text("\n".join(names))
    (folder / "gitconfig").write_text(f"[safe]\n\tdirectory = {folder}/chapters.git\n")
    (folder / "gitconfig").chmod(0o644)
    ports = free(3)
    with accounts.made(names, folder / "homes") as passwords:
        config = edited(RECIPE.read_text("utf-8"), folder, ports[0])
        config += HERE.format(hub=ports[1], api=ports[2], folder=folder)
        if not accounts.possible():
            shared = passwords[names[0]]
            passwords = dict.fromkeys(names, shared)
            config += WITHOUT_ROOT.format(password=shared, folder=folder)
        (folder / "hub" / "jupyterhub_config.py").write_text(config)
        env = {
            **os.environ,
            "PATH": f"{proxy()}:{Path(sys.executable).parent}:{os.environ['PATH']}",
        }
        command = [sys.executable, "-m", "jupyterhub", "--config=jupyterhub_config.py"]
        with (folder / "hub" / "log").open("w") as log:
            process = subprocess.Popen(
                command, cwd=folder / "hub", env=env, stdout=log, stderr=log, start_new_session=True
            )
        running = Hub(folder, f"http://127.0.0.1:{ports[0]}", passwords, process)
        try:
            running.hand_out()
            _wait(running)
            yield running
        finally:
            process.terminate()  # the hub stops the servers and its proxy
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()


def edited(recipe: str, folder: Path, port: int) -> str:
    """Return the recipe with its three settings edited and with this run's ports and sockets."""
    first = 20_000 + os.getpid() % 10 * 1_000
    for original, ours in (
        ("/srv/minigrad/learners.txt", f"{folder}/learners.txt"),
        ("/srv/minigrad/chapters.git", f"{folder}/chapters.git"),
        ("/run/minigrad", f"{folder}/sockets"),
        ("range(20_000, 30_000)", f"range({first}, {first + 1_000})"),
        (
            '"https://:443", "/srv/minigrad/class.pem", "/srv/minigrad/class.key"',
            f'"http://127.0.0.1:{port}", None, None',
        ),
    ):
        assert recipe.count(original) == 1, original
        recipe = recipe.replace(original, ours)
    return recipe


def proxy() -> Path:
    """Return the folder of configurable-http-proxy, in the version that the lock file pins."""
    programs = PROXY / "node_modules" / ".bin"
    lock, installed = HUB / "package-lock.json", PROXY / "package-lock.json"
    if not (
        programs.is_dir() and installed.exists() and installed.read_bytes() == lock.read_bytes()
    ):
        npm = shutil.which("npm")
        if npm is None:
            raise SystemExit("npm is missing. It comes with Node.js (on Debian: apt install npm).")
        PROXY.mkdir(parents=True, exist_ok=True)
        for name in ("package.json", "package-lock.json"):
            shutil.copyfile(HUB / name, PROXY / name)
        quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--silent"]
        subprocess.run([npm, "ci", *quiet], cwd=PROXY, check=True)
    return programs


def free(count: int) -> list[int]:
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def _wait(running: Hub) -> None:
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        try:
            urlopen(f"{running.address}/hub/api", timeout=5).close()
            return
        except (URLError, OSError):
            assert running.process.poll() is None, running.log()[-3000:]
            time.sleep(0.3)
    raise AssertionError("JupyterHub doesn't respond:\n" + running.log()[-3000:])
