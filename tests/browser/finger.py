"""A simulated finger, which the browser treats as touch input rather than as a mouse."""

from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import Locator, Page

STEPS = 5


class Finger:
    """A finger that uses the DevTools protocol. The page needs touch input enabled."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._session: Any = page.context.new_cdp_session(page)

    def tap(self, place: Locator) -> None:
        place.scroll_into_view_if_needed()
        place.tap(force=True)

    def drag(
        self, on_page: Callable[[list[float]], tuple[float, float]], ends: Sequence[list[float]]
    ) -> None:
        """Drag from one point in the figure to another.

        The points are looked up only when they're needed because that may scroll a wide figure.
        """
        x, y = on_page(ends[0])
        self._touch("touchStart", x, y)
        u, v = on_page(ends[1])
        for k in range(1, STEPS + 1):
            self._touch("touchMove", x + (u - x) * k / STEPS, y + (v - y) * k / STEPS)
        self._session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def _touch(self, kind: str, x: float, y: float) -> None:
        points = [{"x": x, "y": y}]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
