"""Measurements of the memory and time that a learner's processes use, from the operating system.

Memory is the proportional set size: a page shared by several processes is split among them.
"""

import os
import threading
from contextlib import suppress
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


def processes(user: int) -> list[Path]:
    paths = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if process.stat().st_uid == user:
                paths.append(process)
    return paths


def held(user: int) -> float:
    """Return the total memory of the user's processes, in megabytes of a million bytes."""
    total = 0
    for process in processes(user):
        with suppress(OSError, StopIteration):
            lines = (process / "smaps_rollup").read_text().splitlines()
            total += int(next(line for line in lines if line.startswith("Pss:")).split()[1])
    return total * 1024 / 1e6


def used(user: int) -> float:
    """Return the processor time of running processes and their finished children, in seconds."""
    total = 0
    for process in processes(user):
        with suppress(OSError):
            fields = (process / "stat").read_text().rpartition(")")[2].split()
            total += sum(int(field) for field in fields[11:15])
    return total / TICKS


class Peak(threading.Thread):
    """A thread that records the maximum during a measurement."""

    def __init__(self, user: int) -> None:
        super().__init__(daemon=True)
        self.user, self.most, self._over = user, 0.0, threading.Event()

    def run(self) -> None:
        while not self._over.wait(0.2):
            self.most = max(self.most, held(self.user))

    def end(self) -> float:
        self._over.set()
        self.join()
        return max(self.most, held(self.user))
