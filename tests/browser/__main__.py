"""`python -m tests.browser`: every chapter in JupyterLab and as a page, in a real browser."""

import argparse
import shutil
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, expect

from . import chromium, exported, lab
from .handling import Handled
from .stored import Stored, explorers

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "browser"


class Report:
    """Faults are collected, so that one run tells all of them."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.times: dict[str, list[float]] = {}
        self.checks = 0

    def fault(self, where: str, what: str) -> None:
        self.faults.append(f"{where}: {what}")
        print(f"  FAULT {where}: {what}", flush=True)

    def check(self, where: str, check: Callable[[], None]) -> None:
        self.checks += 1
        try:
            check()
        except Exception as wrong:  # a time-out of the browser is a fault like any other
            self.fault(where, f"{type(wrong).__name__}: {str(wrong)[:600]}")


def alive(
    report: Report,
    page: Page,
    where: str,
    place: Locator,
    stored: Stored,
    *,
    thoroughly: bool,
) -> None:
    def check() -> None:
        handled = Handled(page, place, stored)
        if thoroughly:
            handled.thoroughly()
        else:
            handled.quickly()
        report.times.setdefault(where.split()[0], []).extend(handled.times)

    report.check(f"{where}, {stored.title}", check)


def pictures(page: Page, chapter: str, found: dict[str, Stored]) -> None:
    for name in ("Dark", "Light"):
        lab.theme(page, name)
        for number, title in enumerate(found):
            place = lab.explorer(page, title)
            place.scroll_into_view_if_needed()
            page.wait_for_timeout(100)
            place.screenshot(path=BUILD / "pictures" / f"{chapter[:2]}-{number}-{name.lower()}.png")


def in_lab(report: Report, browser: Browser, chapters: list[Path]) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        with lab.served(folder, ROOT / "notebooks") as address:
            watch = chromium.Watch(browser)
            page = watch.page
            lab.enter(page, address)
            for chapter in chapters:
                where = f"lab {chapter.stem}"
                found = explorers(chapter)

                def run(where: str = where) -> None:
                    for wrong in lab.run_all(page):
                        report.fault(where, wrong)

                lab.open_notebook(page, chapter.name)
                for title, stored in found.items():
                    place = lab.explorer(page, title)
                    alive(report, page, f"{where} reopened", place, stored, thoroughly=False)
                report.check(where, run)
                for title, stored in found.items():
                    place = lab.explorer(page, title)
                    alive(report, page, where, place, stored, thoroughly=True)
                report.check(f"{where} pictures", partial(pictures, page, chapter.name, found))
                lab.shut(page)
                if found:
                    report.check(f"{where} untrusted", partial(untrusted, page, folder, chapter))
            for wrong in watch.faults():
                report.fault("lab", wrong)
            page.close()


def untrusted(page: Page, folder: Path, chapter: Path) -> None:
    """Where nothing but text is shown, the text says what to do."""
    copy = folder / "my_notebooks" / f"untrusted_{chapter.name}"
    lab.not_trusted(chapter, copy)
    lab.open_notebook(page, copy.name)
    try:
        texts = page.locator(".jp-NotebookPanel .jp-OutputArea-output")
        told = texts.filter(has_text="If you see no slider, run the notebook up to this cell")
        # JupyterLab attaches the cells below the window when it has nothing else to do.
        expect(told).to_have_count(len(explorers(chapter)), timeout=15_000)
        assert page.locator(".jp-NotebookPanel .mg-explorer").count() == 0, "a widget is shown"
    finally:
        lab.shut(page)


def as_pages(report: Report, browser: Browser, chapters: list[Path]) -> None:
    exported.scripts(BUILD)
    known: Counter[str] = Counter()
    with exported.served(BUILD) as address:
        for chapter in chapters:
            where = f"page {chapter.stem}"
            watch = chromium.Watch(browser)
            page = watch.page
            page.goto(f"{address}/{exported.export(chapter, BUILD).name}")
            for title, stored in explorers(chapter).items():
                figure = page.locator(f'.mg-figure[aria-label="{title}"]')
                place = page.locator(".mg-explorer").filter(has=figure)
                alive(report, page, where, place, stored, thoroughly=True)
            ours, theirs = exported.violations(page, BUILD)
            for wrong in ours:
                report.fault(f"{where}, axe-core", wrong)
            known.update(theirs)
            for wrong in watch.faults():
                report.fault(where, wrong)
            page.close()
    print(f"axe-core, of nbconvert's theme: {dict(known)}")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.browser", description=__doc__)
    parser.add_argument("--chrome", help="the browser; also CHROME=... (default: on the path)")
    parser.add_argument("--only", default="", help="chapters whose name starts so")
    parser.add_argument("--part", choices=["lab", "pages"], help="JupyterLab or pages alone")
    options = parser.parse_args()
    start = time.monotonic()
    chapters = sorted((ROOT / "notebooks").glob(f"{options.only}*.ipynb"))
    if not chapters:
        parser.error(f"no chapter starts with {options.only!r}")
    shutil.rmtree(BUILD / "pictures", ignore_errors=True)
    (BUILD / "pictures").mkdir(parents=True)
    report = Report()
    with chromium.started(chromium.find(options.chrome)) as browser:
        for name, part in {"lab": in_lab, "pages": as_pages}.items():
            if options.part in (None, name):
                part(report, browser, chapters)
                print(f"{name}: done after {time.monotonic() - start:.0f} s", flush=True)
    for place, times in report.times.items():
        if times:
            median, worst = statistics.median(times), max(times)
            print(
                f"{place}: keypress to repaint {median:.0f} ms in the median of {len(times)} ",
                end="",
            )
            print(f"(longest {worst:.0f} ms)")
            if median > 50:
                report.fault(place, f"keypress to repaint takes {median:.0f} ms, more than 50")
    print(f"Pictures to look at: {(BUILD / 'pictures').relative_to(ROOT)}")
    passed = f"{len(chapters)} chapters, {report.checks} checks"
    seconds = f"{time.monotonic() - start:.0f} s"
    if report.faults:
        print(f"browser: FAILED, {len(report.faults)} faults ({passed}, {seconds})")
        return 1
    print(f"browser: passed ({passed}, {seconds})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
