"""Startup code for a page's Python: the paths, the learner's folder, and a stand-in for IPython."""

import json
import os
import re
import sys
import types
from pathlib import Path
from typing import Any

from .bundle import bundle
from .freeing import Held
from .messages import flush, send
from .plots import Finder, show_open_figures
from .shell import Shell

HOME = Path("/home/notebooks")
MANIFEST = ".laid_out.json"  # makes a folder a working copy, in which progress is recorded
MARKS = ".progress"
STEPS = re.compile(r"(\d+) of (\d+) steps, (.+)")


def start(done: dict[str, list[str]] | None = None, home: Path = HOME) -> Shell:
    """Return a shell in the learner's folder, in which the exercises in `done` count as solved."""
    home.mkdir(parents=True, exist_ok=True)
    os.chdir(home)
    (home / MANIFEST).touch()
    for chapter, names in (done or {}).items():
        (home / MARKS / chapter).mkdir(parents=True, exist_ok=True)
        for name in names:
            (home / MARKS / chapter / name).touch()
    shell = Shell(str(home))
    sys.meta_path.append(Finder(home))
    shell.events.register("post_execute", show_open_figures)
    _offer_ipython(shell)
    return shell


def done(home: Path) -> dict[str, list[str]]:
    """Return the names of the solved exercises, keyed by chapter."""
    found: dict[str, list[str]] = {}
    for mark in sorted((home / MARKS).glob("*/*")):
        found.setdefault(mark.parent.name, []).append(mark.name)
    return found


class Line:
    """A progress line, which the page shows in its status bar instead of below the cell."""

    def update(self, data: dict[str, str], raw: bool = True) -> None:
        """Send a progress text such as `30 of 600 steps, about 12 seconds to go`."""
        if found := STEPS.fullmatch(data["text/plain"]):
            send("waiting", loaded=int(found[1]), total=int(found[2]), left=found[3])


def _offer_ipython(shell: Shell) -> None:
    def display(*values: Any, raw: bool = False, **_: Any) -> Line | None:
        if raw:  # only the course's `waiting` does this
            return Line()
        for value in values:
            flush()
            send("display", data=bundle(value))
        return None

    ipython, shown = types.ModuleType("IPython"), types.ModuleType("IPython.display")
    vars(ipython).update(
        get_ipython=lambda: shell, display=shown, __path__=[], version_info=(9, 0, 0)
    )
    vars(shown).update(display=display)
    sys.modules |= {"IPython": ipython, "IPython.display": shown}
    shell.user_ns |= {"display": display, "get_ipython": lambda: shell}


given = ""  # the page sets this to JSON before it calls a function below
_shells: list[Shell] = []  # the page's only shell
_held = Held()


def begin() -> None:
    """Start a shell with the page's settings."""
    _shells[:] = [start(**json.loads(given))]


def run() -> None:
    """Run the given cell, and send the page the data that it stores for the cell."""
    [shell] = _shells
    ok = shell.run(json.loads(given))
    _held.hold()
    send("end", ok=ok, count=shell.count, done=done(Path(shell.home)))
