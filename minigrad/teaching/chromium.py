"""The installed Chromium, which prints handouts and runs tests."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
OPTIONS = ["--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"]


def find(named: str | None = None) -> str:
    """Return the path of the browser named by an option or by CHROME, or of the first one found."""
    named = named or os.environ.get("CHROME")
    if path := next(filter(None, map(shutil.which, [named] if named else NAMES)), None):
        return path
    raise SystemExit(
        f"There is no browser called {named or ' or '.join(NAMES)}. Install Chromium (on Debian: "
        "apt install chromium), or set its path: CHROME=/path/to/chrome make ..."
    )


@contextmanager
def started(executable: str) -> Iterator["Browser"]:
    from playwright.sync_api import sync_playwright

    as_root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=executable, args=OPTIONS + as_root, headless=True
        )
        try:
            yield browser
        finally:
            browser.close()
