"""One answer, run and checked in its own process, with the strongest isolation available.

- `bwrap` (Bubblewrap): no network, no other processes, and read-only access to Python's files only.
- If root runs the grading, the process runs as a user that owns no files.
- Everywhere: limits on time, memory, and file size, and the hook of `guard`.
"""

import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path

from minigrad.course.checking.verdict import Verdict

from .guard import FILE
from .points import STOPPED
from .sandbox_worker import Job

NOBODY = 65534
PYTHON = (sys.executable, "-P", "-s", "-B")
PACKAGE = Path(__file__).resolve().parents[2]
ENVIRONMENT = {
    "PATH": os.defpath,
    "PYTHONPATH": str(PACKAGE.parent),  # the same package as here, wherever it is
    "LANG": "C.UTF-8",
    "OPENBLAS_NUM_THREADS": "1",
}
KEPT = ("LD_LIBRARY_PATH", "OPENBLAS_CORETYPE", "OMP_NUM_THREADS")
SYSTEM = ("/usr", "/lib", "/lib64", "/lib32", "/bin", "/etc/ld.so.cache", "/etc/localtime")
BWRAP = ("--die-with-parent", "--new-session", "--proc", "/proc", "--dev", "/dev")
ALONE = ("--unshare-all",)
# Root needs no user namespace. The only privilege that it keeps is to become another user.
OF_ROOT = tuple(f"--unshare-{space}" for space in ("ipc", "pid", "net", "uts", "cgroup-try"))
OF_ROOT += ("--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID")


@dataclass(frozen=True)
class Isolation:
    """A way to isolate an answer from the machine. `says` describes it to lecturers."""

    command: tuple[str, ...]
    user: int | None
    says: str


def judge(job: Job, isolation: Isolation | None = None) -> Verdict:
    """Return the check's verdict or, if the answer couldn't be checked, the reason."""
    isolation = isolation or best_isolation()
    command = [*isolation.command, *PYTHON, "-m", f"{__package__}.sandbox_worker"]
    job = replace(job, user=isolation.user, token=secrets.token_hex())
    request = json.dumps(asdict(job)).encode()
    with tempfile.TemporaryFile() as result, tempfile.TemporaryDirectory() as empty:
        os.chmod(empty, 0o755)
        with subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=result,
            stderr=subprocess.DEVNULL,
            cwd=empty,
            env=ENVIRONMENT | {name: os.environ[name] for name in KEPT if name in os.environ},
            start_new_session=True,
        ) as process:
            try:
                process.communicate(request, timeout=2 * job.seconds)
            except subprocess.TimeoutExpired:
                pass
            finally:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
        result.seek(0)
        return _read(result.read(FILE), job.token)


def _read(result: bytes, token: str) -> Verdict:
    try:
        said = json.loads(result)
        if said["token"] != token:
            return Verdict(STOPPED, "The answer wrote its own verdict, so it wasn't checked.")
        status, says, code, then = (str(said[p]) for p in ("status", "says", "code", "then"))
        return Verdict(status, says, code, then)
    except (ValueError, KeyError, TypeError):
        return Verdict(STOPPED, "The answer took too much time or memory, so it wasn't checked.")


@cache
def best_isolation() -> Isolation:
    user = NOBODY if hasattr(os, "geteuid") and os.geteuid() == 0 else None
    nobody = "as a user that owns no files" if user is not None else ""
    if bwrap := shutil.which("bwrap"):
        apart = ALONE if user is None else OF_ROOT
        says = f"behind Bubblewrap, {nobody}" if nobody else "behind Bubblewrap"
        isolation = Isolation((bwrap, *BWRAP, *apart, *_visible()), user, says)
        if _works(isolation):
            return isolation
    if user is not None and _works(isolation := Isolation((), user, nobody)):
        return isolation
    return Isolation(
        (), None, "with your own permissions. Limits apply, but nothing protects your files"
    )


def _visible() -> list[str]:
    """Return the bwrap options that expose only system programs, this Python, and the package."""
    options = ["--tmpfs", "/tmp"]
    for path in SYSTEM:
        if os.path.islink(path):
            options += ["--symlink", os.readlink(path), path]
        else:
            options += ["--ro-bind-try", path, path]
    ours = dict.fromkeys([sys.base_prefix, sys.prefix, *_links(sys.executable), str(PACKAGE)])
    for folder in dict.fromkeys(f for path in ours for f in reversed(Path(path).parents[:-1])):
        options += ["--perms", "0755", "--dir", str(folder)]  # otherwise only root could enter it
    for path in ours:
        options += ["--ro-bind", path, path]
    return [*options, "--chdir", "/tmp"]


def _links(path: str) -> Sequence[str]:
    """Return the folders on the chain of links from an environment's Python to the real program."""
    folders = []
    while os.path.islink(path):
        path = os.path.join(os.path.dirname(path), os.readlink(path))
        folders.append(os.path.dirname(path))
    return folders


def _works(isolation: Isolation) -> bool:
    """Return whether Python and the package can be imported from inside the sandbox."""
    become = f"from {__package__}.sandbox_worker import become; become({isolation.user})"
    tried = subprocess.run(
        [*isolation.command, *PYTHON, "-c", f"{become}; import minigrad.course.chapter_1, decimal"],
        capture_output=True,
        check=False,
        cwd="/",
        env=ENVIRONMENT,
    )
    return tried.returncode == 0
