"""One answer, run and checked by `sandbox_worker` inside Bubblewrap, or not at all.

The process sees Python and the course's code, both read-only, and the answer, which it gets on its
standard input. It has no network, no other files, and no other processes to talk to. Its result is
at most `RESULT` bytes long.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path

from minigrad.course.checking.verdict import NOT_TRIED, NOT_YET, RIGHT, Verdict

from .points import STOPPED
from .sandbox_worker import RESULT, Job

MISSING = (
    "Answers are graded only inside Bubblewrap, which isn't installed: run `sudo apt install "
    "bubblewrap` (on Fedora, `sudo dnf install bubblewrap`), and on macOS or Windows, grade in a "
    "virtual machine with Linux."
)
BROKEN = (
    "Answers are graded only inside Bubblewrap, which doesn't work here ({}); "
    "minigrad/teaching/grading/README.md says how to allow it."
)
PACKAGE = Path(__file__).resolve().parents[2]
TEACHING = PACKAGE / "teaching"
NEEDED = ("grading", "editions")  # the folders of `TEACHING` that the worker imports
PYTHON = (sys.executable, "-P", "-s", "-B")
ENVIRONMENT = {
    "PATH": os.defpath,
    "PYTHONPATH": str(PACKAGE.parent),
    "LANG": "C.UTF-8",
    "OPENBLAS_NUM_THREADS": "1",
}
KEPT = ("LD_LIBRARY_PATH", "OPENBLAS_CORETYPE", "OMP_NUM_THREADS")
SYSTEM = ("/usr", "/lib", "/lib64", "/lib32", "/bin", "/etc/ld.so.cache", "/etc/localtime")
ALONE = ("--unshare-all", "--die-with-parent", "--new-session")
# Root needs no user namespace. The only privilege that it keeps is to become another user.
OF_ROOT = (
    *("--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"),
    *("--die-with-parent", "--new-session", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"),
)


def judge(job: Job) -> Verdict:
    """Return the check's verdict or, if the answer couldn't be checked, the reason."""
    require()
    request = json.dumps(asdict(replace(job, user=_unused_user()))).encode()
    with tempfile.TemporaryFile() as result:
        with subprocess.Popen(
            [*_confined(), "-m", f"{__package__}.sandbox_worker"],
            stdin=subprocess.PIPE,
            stdout=result,
            stderr=subprocess.DEVNULL,
            env=_environment(),
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
        return _read(result.read(RESULT))


def _read(result: bytes) -> Verdict:
    try:
        said = json.loads(result)
        status, says, code, then = (str(said[part]) for part in ("status", "says", "code", "then"))
        if status in (RIGHT, NOT_YET, NOT_TRIED, STOPPED):
            return Verdict(status, says, code, then)
    except (ValueError, KeyError, TypeError):
        pass
    return Verdict(STOPPED, "The answer took too much time or memory, so it wasn't checked.")


def require(**_: object) -> None:
    """Exit with one sentence if answers can't be confined on this machine. nbgrader calls this."""
    if why := refusal():
        raise SystemExit(why)


@cache
def refusal() -> str:
    """Return why this machine can't confine answers and what to do about it, or ""."""
    if not shutil.which("bwrap"):
        return MISSING
    become = f"from {__package__}.sandbox_worker import become; become({_unused_user()})"
    tried = subprocess.run(
        [*_confined(), "-c", f"{become}; import minigrad.course.chapter_1, decimal"],
        capture_output=True,
        check=False,
        env=_environment(),
        text=True,
    )
    if tried.returncode == 0:
        return ""
    return BROKEN.format((tried.stderr.strip().splitlines() or ["it only failed"])[-1])


def _unused_user() -> int | None:
    """Return a user ID that owns nothing and runs nothing else, if this is root."""
    return 2**30 + os.getpid() if os.geteuid() == 0 else None


def _environment() -> dict[str, str]:
    return ENVIRONMENT | {name: os.environ[name] for name in KEPT if name in os.environ}


def _confined() -> list[str]:
    """Return the command that starts a confined Python."""
    apart = OF_ROOT if os.geteuid() == 0 else ALONE
    return [shutil.which("bwrap") or "bwrap", *apart, *_visible(), *PYTHON]


def _visible() -> list[str]:
    """Return the options that show system programs, this Python, and the course's code."""
    options = ["--proc", "/proc", "--dev", "/dev"]
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
    options += ["--perms", "0755", "--tmpfs", str(TEACHING)]  # hides the exam and its keys
    for path in (str(TEACHING / name) for name in NEEDED):
        options += ["--ro-bind", path, path]
    for path in (str(TEACHING), "/dev", "/"):
        options += ["--remount-ro", path]
    return [*options, "--chdir", "/"]


def _links(path: str) -> Sequence[str]:
    """Return the folders on the chain of links from an environment's Python to the real program."""
    folders = []
    while os.path.islink(path):
        path = os.path.join(os.path.dirname(path), os.readlink(path))
        folders.append(os.path.dirname(path))
    return folders
