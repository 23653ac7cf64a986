"""A Chromium that is already installed, kept from every address but this machine's."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Page, Route, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
OPTIONS = ["--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"]
HERE = {"127.0.0.1", "localhost"}


def find(named: str | None = None) -> str:
    """The browser that was named, by option or by CHROME, or the first one on the path."""
    named = named or os.environ.get("CHROME")
    if found := next(filter(None, map(shutil.which, [named] if named else NAMES)), None):
        return found
    raise SystemExit(
        f"No browser: {named or ', '.join(NAMES)} not found. Install Chromium (on Debian: apt "
        "install chromium), or say where it is: CHROME=/path/to/chrome make browser"
    )


@contextmanager
def started(executable: str) -> Iterator[Browser]:
    as_root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=executable, args=OPTIONS + as_root, headless=True
        )
        try:
            yield browser
        finally:
            browser.close()


class Watch:
    """A page, what it asked of other machines (which is refused), and what went wrong in it."""

    def __init__(self, browser: Browser, *, width: int = 1280) -> None:
        self.outside: list[str] = []
        self.errors: list[str] = []
        self.page: Page = browser.new_page(viewport={"width": width, "height": 900})
        self.page.set_default_timeout(30_000)
        self.page.route("**/*", self._let_through)
        self.page.on("pageerror", self._note)
        self.page.on("console", self._listen)

    def _let_through(self, route: Route) -> None:
        address = urlsplit(route.request.url)
        if address.scheme in ("http", "https") and address.hostname not in HERE:
            self.outside.append(route.request.url)
            route.abort()
        else:
            route.continue_()

    def _note(self, error: Exception) -> None:
        stack = getattr(error, "stack", None) or ""
        # JupyterLab throws some itself, as it shuts kernels down; the figures' code is a blob.
        if "Canceled future for" in str(error) or ("jlab_core" in stack and "blob:" not in stack):
            return
        self.errors.append(f"{error} {stack}".strip())

    def _listen(self, message: ConsoleMessage) -> None:
        if message.type == "error" and "Could not load" in message.text:
            self.errors.append(message.text)

    def faults(self) -> list[str]:
        return [f"asked another machine: {url}" for url in self.outside] + self.errors
