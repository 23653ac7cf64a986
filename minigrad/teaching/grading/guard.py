"""Guards for a running answer: system limits, and a hook that stops all but computation.

An audit hook can't be removed from inside the process. It sees every system request that Python
code makes, but it can't stop machine code. The real protection is a separate user, or a container
(see `sandbox`).
"""

import builtins
import ctypes
import errno
import math
import operator
import os
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

GIGABYTE = 2**30
FILE = 2**16  # the largest file that an answer may write (its own result), in bytes
REFUSED = (
    *("os.", "shutil.", "subprocess.", "socket.", "ctypes.", "sqlite3.", "tempfile.", "pty."),
    *("gc.", "mmap.", "resource.", "signal.", "urllib.", "http.", "ftplib.", "webbrowser."),
    *("sys.setprofile", "sys.settrace", "sys.addaudithook", "code.__new__", "fcntl.", "winreg."),
)
READS = frozenset({"os.listdir", "os.scandir", "os.walk", "os.fspath", "os.getxattr"})


def limit(memory: float, seconds: int) -> None:
    """Permanently limit this process's memory, time, and file sizes, if the system allows it."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows
        return
    limits = {
        "RLIMIT_AS": int(memory * GIGABYTE),
        "RLIMIT_CPU": seconds,
        "RLIMIT_FSIZE": FILE,
        "RLIMIT_CORE": 0,
    }
    for name, bound in limits.items():
        with suppress(AttributeError, ValueError, OSError):  # some systems lack some limits
            resource.setrlimit(getattr(resource, name), (bound, bound))


def watch(stop: Callable[[str], None]) -> None:
    """Start calling `stop`, which must not return, whenever a program makes a system request.

    To the program, all files except Python's and the package's appear to be missing.
    """
    # Otherwise, Python would look for it by writing files as soon as a library needs it.
    tempfile.tempdir = os.curdir
    # Looked up now because it's needed to stop endless answers.
    _ = ctypes.pythonapi.PyThreadState_SetAsyncExc
    places = ("stdlib", "platstdlib", "purelib", "platlib")
    package = Path(__file__).resolve().parents[2]
    roots = {sys.prefix, sys.base_prefix, str(package), *map(sysconfig.get_path, places)}
    readable = tuple(os.path.realpath(root) + os.sep for root in roots)
    real, writes = os.path.realpath, os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            path, _, flags = arguments
            if (flags or 0) & writes:
                stop("open")
            if isinstance(path, int) or not real(os.fsdecode(path)).startswith(readable):
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        elif event.startswith(REFUSED) and event not in READS:
            stop(event)

    sys.addaudithook(hook)


def inventory() -> dict[str, Any]:
    """Return all functions and classes that compute or judge, NumPy's and Python's included."""
    there = dict(_functions(builtins)) | dict(_functions(math)) | dict(_functions(operator))
    modules: dict[str, object] = dict(sys.modules)  # a program can put anything there
    for name, module in modules.items():
        if isinstance(module, ModuleType) and name.partition(".")[0] in ("minigrad", "numpy"):
            there |= dict(_functions(module))
    return there


def changed(before: dict[str, Any], after: dict[str, Any]) -> str:
    """Return the name of the first function or class that was replaced, or "" if there's none."""
    differing = (name for name, value in before.items() if after.get(name) is not value)
    return next(differing, "")


def _functions(module: ModuleType) -> Iterator[tuple[str, Any]]:
    for name, value in list(vars(module).items()):
        if not callable(value):
            continue
        full = f"{module.__name__}.{name}"
        yield full, value
        if isinstance(value, FunctionType):
            yield f"{full}.__code__", value.__code__
        if isinstance(value, type) and value.__module__.startswith("minigrad"):
            for inner, method in list(vars(value).items()):
                if callable(method):
                    yield f"{full}.{inner}", method
                if isinstance(method, FunctionType):
                    yield f"{full}.{inner}.__code__", method.__code__
