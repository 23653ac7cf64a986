"""The report printed at the end of a test run."""

import os
import statistics
from collections.abc import Callable

from playwright.sync_api import Locator, Page

from . import command
from .handling import ExplorerDriver
from .stored import StoredExplorer


class Report:
    """A list of failures, so that one run can report all of them."""

    def __init__(self, name: str = "", *, quiet: bool = False) -> None:
        self.name = name
        self.quiet = quiet
        self.faults: list[str] = []
        self.times: dict[str, list[float]] = {}  # response times of each explorer
        self.notes: list[str] = []
        self.checks = 0

    def fault(self, where: str, what: str) -> None:
        self.faults.append(f"{where}: {what}")
        if not self.quiet:
            print(f"  FAULT {self.name} {where}: {what}", flush=True)

    def check(self, where: str, check: Callable[[], None]) -> None:
        self.checks += 1
        try:
            check()
        except Exception as wrong:  # a browser timeout counts as a failure
            self.fault(where, f"{type(wrong).__name__}: {str(wrong)[:600]}")

    def explorer(
        self,
        where: str,
        page: Page,
        place: Locator,
        stored: StoredExplorer,
        handle: Callable[..., None],
        off: float = 0,
    ) -> None:
        """Operate an explorer with a method of `ExplorerDriver` and record any failure."""

        def check() -> None:
            handled = ExplorerDriver(page, place, stored, off)
            handle(handled)
            self.times.setdefault(stored.title, []).extend(handled.times)

        self.check(f"{where}, {stored.title}", check)

    def outcome(self, what: str, seconds: float) -> int:
        """Print the summary; return 1 if any check failed, or else 0."""
        for note in self.notes:
            print(f"{self.name}: {note}")
        # Slow repaints are reported but don't count as failures, because the machine may be busy.
        if any(self.times.values()):
            each = {name: statistics.median(times) for name, times in self.times.items() if times}
            every = [time for times in self.times.values() for time in times]
            median, slowest = statistics.median(every), max(each, key=lambda name: each[name])
            print(
                f"{self.name}: keypress or drag to repaint {median:.0f} ms in the median of "
                f"{len(every)}, {each[slowest]:.0f} ms in the slowest explorer, {slowest!r} "
                f"(longest {max(every):.0f} ms; load {os.getloadavg()[0]:.1f} on {os.cpu_count()})"
            )
        return command.outcome(self.name, self.faults, f"{what}, {self.checks} checks", seconds)
