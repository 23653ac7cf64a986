"""System accounts for a simulated class, so that each learner is a different user.

Creating them requires root, as in CI or in a container. Otherwise, the user who runs the trial
plays all the learners.
"""

import os
import pwd
import secrets
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from . import memory

PREFIX = f"mgclass{os.getpid()}x"  # unique to this run, because another one may be in progress
COMMENT = "minigrad's class tried by process "
NOBODY = 65534


def possible() -> bool:
    return not why_not()


def why_not() -> str:
    """Return why learners can't have their own accounts here, or an empty string if they can."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return "only root can create accounts"
    if missing := [name for name in ("useradd", "chpasswd", "userdel") if not shutil.which(name)]:
        return f"this machine has no {', '.join(missing)}"
    if not others_run(sys.executable):
        return (
            f"other accounts can't run {sys.executable}. Give the hub a Python that they can run, "
            "in a new environment: make test-hub HUB=.venv-hub-2 PYTHON=/usr/bin/python3"
        )
    return ""


def others_run(python: str) -> bool:
    try:
        done = subprocess.run([python, "-c", ""], user=NOBODY, cwd="/", stderr=subprocess.DEVNULL)
    except OSError:  # they can't even reach the file
        return False
    return done.returncode == 0


def left_over() -> list[str]:
    """Return the accounts of runs that were killed before they could delete them."""
    ours = [account for account in pwd.getpwall() if account.pw_gecos.startswith(COMMENT)]
    alive = {process.name for process in Path("/proc").glob("[0-9]*")}
    return [a.pw_name for a in ours if a.pw_gecos.removeprefix(COMMENT) not in alive]


@contextmanager
def made(names: list[str], homes: Path) -> Iterator[dict[str, str]]:
    """Yield the passwords of new accounts.

    The accounts' home folders are in `homes` and are deleted along with it.
    """
    passwords = {name: secrets.token_urlsafe(12) for name in names}
    if not possible():
        yield passwords
        return
    there: list[str] = []
    try:
        for name in left_over():
            subprocess.run(["userdel", name], check=True)
        for name in names:
            home = ["--create-home", "--home-dir", str(homes / name), "--shell", "/bin/bash"]
            subprocess.run(
                ["useradd", *home, "--comment", f"{COMMENT}{os.getpid()}", name], check=True
            )
            there.append(name)
        lines = "".join(f"{name}:{password}\n" for name, password in passwords.items())
        subprocess.run(["chpasswd"], input=lines, text=True, check=True)
        yield passwords
    finally:
        for name in there:
            for process in memory.processes(pwd.getpwnam(name).pw_uid):
                with suppress(ProcessLookupError):
                    os.kill(int(process.name), signal.SIGKILL)
            subprocess.run(["userdel", name], check=False, stderr=subprocess.DEVNULL)
