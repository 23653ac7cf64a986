"""An explorer in an open page, handled as a reader does: keys, mouse, buttons."""

import re
from dataclasses import dataclass, field

from playwright.sync_api import Locator, Page

from .stored import Stored

# From the key event to the first task after the paint that follows the change of the sentence.
STOPWATCH = """
explorer => {
  const times = (explorer.mgTimes = []);
  let pressed = null;
  explorer.addEventListener("keydown", (event) => (pressed = event.timeStamp), true);
  new MutationObserver(() => {
    if (pressed === null) return;
    const start = pressed;
    pressed = null;
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => times.push(performance.now() - start);
      channel.port2.postMessage(0);
    });
  }).observe(explorer.querySelector(".mg-sentence"), { childList: true });
}
"""
SEEN = """
explorer => ({
  sentence: explorer.querySelector(".mg-sentence").textContent,
  label: explorer.querySelector(".mg-picture svg").getAttribute("aria-label"),
  text: explorer.querySelector(".mg-picture svg").textContent,
  handles: [...explorer.querySelectorAll(".noUi-handle")].map(
    (handle) => [handle.getAttribute("aria-label"), handle.getAttribute("aria-valuetext")]),
})
"""
SETTLED = """
([explorer, sentence, labels]) => explorer.querySelector(".mg-sentence").textContent === sentence
  && [...explorer.querySelectorAll(".noUi-handle")].every(
    (handle, i) => handle.getAttribute("aria-valuetext") === labels[i])
"""


@dataclass
class Handled:
    """Moves an explorer and holds what is seen against what the notebook stores."""

    page: Page
    explorer: Locator
    stored: Stored
    times: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.explorer.scroll_into_view_if_needed()
        self.explorer.locator(".mg-sentence").wait_for()
        self.explorer.locator(".noUi-handle").first.wait_for()
        self.at = list(self.stored.starts)
        self.see("as opened")

    def see(self, after: str) -> None:
        """The page shows the frame of `self.at`: sentence, picture, and what the sliders read."""
        frame = self.stored.frame(self.at)
        sentence = self.stored.sentences[frame]
        labels = [of_one[i] for of_one, i in zip(self.stored.labels, self.at, strict=True)]
        try:
            self.page.wait_for_function(
                SETTLED, arg=[self.explorer.element_handle(), sentence, labels], timeout=3_000
            )
        except Exception:
            seen = self.explorer.evaluate(SEEN)
            raise AssertionError(
                f"{self.stored.title}, {after}, at {self.at}: the page says {seen['sentence']!r} "
                f"and its sliders {seen['handles']}, not {sentence!r} and {labels}"
            ) from None
        seen = self.explorer.evaluate(SEEN)
        where = f"{self.stored.title}, {after}, at {self.at}"
        assert seen["label"] == sentence, f"{where}: the picture is named {seen['label']!r}"
        drawn = re.sub(r"\s+", "", seen["text"])
        assert drawn == self.stored.texts[frame], f"{where}: the picture reads {drawn!r}"

    def handle(self, control: int) -> Locator:
        return self.explorer.locator(".mg-slider").nth(control).locator(".noUi-handle")

    def press(self, control: int, key: str, step: int) -> None:
        self.handle(control).press(key)
        self.at[control] = min(max(self.at[control] + step, 0), self.stored.sizes[control] - 1)
        self.see(f"{key} on control {control}")

    def walk(self, control: int) -> None:
        """Arrow keys to one end, then through every position to the other."""
        self.explorer.evaluate(STOPWATCH)
        for _ in range(self.at[control]):
            self.press(control, "ArrowLeft", -1)
        for _ in range(self.stored.sizes[control] - 1):
            self.press(control, "ArrowRight", 1)
        self.times += self.explorer.evaluate("explorer => explorer.mgTimes")

    def drag(self, control: int) -> None:
        """By the mouse from the far end to the start, and some way back."""
        slider = self.explorer.locator(".mg-slider").nth(control)
        last = self.stored.sizes[control] - 1
        for part in (0.0, 0.5):
            box = slider.locator(".noUi-base").bounding_box()
            handle = self.handle(control).bounding_box()
            assert box
            assert handle
            x, y = handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2
            goal = box["x"] + part * box["width"] + (-8 if part == 0 else 0)
            self.page.mouse.move(x, y)
            self.page.mouse.down()
            self.page.mouse.move((x + goal) / 2, y, steps=3)
            self.page.mouse.move(goal, y, steps=3)
            self.page.mouse.up()
            label = self.handle(control)
            self.page.wait_for_timeout(100)
            reads = label.get_attribute("aria-valuetext")
            self.at[control] = self.stored.labels[control].index(str(reads))
            assert abs(self.at[control] - part * last) <= 1, (
                f"{self.stored.title}: dragged to {part:.0%}, the slider reads {reads!r}"
            )
            self.see(f"control {control} dragged")

    def buttons(self) -> None:
        """Step to both neighbors of the start by buttons, and reset; ends are said to be ends."""
        explorer = self.explorer
        for control, size in enumerate(self.stored.sizes):
            back, forward = (explorer.locator(f".mg-{way}-{control}") for way in ("back", "next"))
            for button, step in ((forward, 1), (back, -1), (back, -1)):
                at_end = not 0 <= self.at[control] + step < size
                assert button.get_attribute("aria-disabled") == str(at_end).lower()
                button.click(force=True)
                self.at[control] = min(max(self.at[control] + step, 0), size - 1)
                self.see(f"a click on {button.get_attribute('aria-label')!r}")
        explorer.locator(".mg-reset").click()
        self.at = list(self.stored.starts)
        self.see("reset")

    def quickly(self) -> None:
        """One key on each control, one step, reset: is it alive?"""
        for control, size in enumerate(self.stored.sizes):
            forward = self.at[control] < size - 1
            self.press(control, *(("ArrowRight", 1) if forward else ("ArrowLeft", -1)))
        self.buttons()

    def thoroughly(self) -> None:
        for control in range(len(self.stored.sizes)):
            self.walk(control)
            self.drag(control)
        self.buttons()
