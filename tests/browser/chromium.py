"""A Chromium browser that can access only this machine."""

from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Page, Route

from minigrad.teaching.chromium import find, started

__all__ = ["Watch", "find", "started"]

HERE = {"127.0.0.1", "localhost"}


class Watch:
    """A page that blocks and lists requests to other machines, and also lists errors."""

    def __init__(
        self, browser: Browser, *, width: int = 1280, touch: bool = False, scripts: bool = True
    ) -> None:
        self.outside: list[str] = []
        self.errors: list[str] = []
        self.page: Page = browser.new_page(
            viewport={"width": width, "height": 900}, has_touch=touch, java_script_enabled=scripts
        )
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
        # JupyterLab itself throws some errors while it shuts down kernels. Explorers' code is in
        # blobs.
        if "Canceled future for" in str(error) or ("jlab_core" in stack and "blob:" not in stack):
            return
        # ipywidgets's extension waits for the kernel of a notebook that has since been closed.
        if "jupyterlab-manager" in stack and "null (reading 'kernel')" in str(error):
            return
        self.errors.append(f"{error} {stack}".strip())

    def _listen(self, message: ConsoleMessage) -> None:
        if message.type == "error" and "Could not load" in message.text:
            self.errors.append(message.text)

    def faults(self) -> list[str]:
        return [f"sent a request to another machine: {url}" for url in self.outside] + self.errors
