"""`python -m tests.browser.moving_picture`: record the animation `.github/backward.webp`.

A pointer clicks the nodes of chapter 1's backward pass in a real browser, first in an incorrect
order and then in the correct one. The clock stops between frames, so the animation is the same on a
slow machine.
"""

import io
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from PIL import Image
from playwright.sync_api import Locator, Page

from minigrad.teaching import assets
from minigrad.teaching.live import live

from . import chromium
from .exported import LOADED, explorer_of, export, served

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / ".github" / "backward.webp"
CHAPTER = ROOT / "notebooks" / "01_computational_graphs.ipynb"
TITLE = "Forward and backward"
WIDTH, SCALE = 728, 2  # the card's width in CSS pixels, and device pixels per CSS pixel
TRAVEL = 500  # milliseconds that a gradient takes to travel along its arrow (`front/motion.js`)
LANDING = 260  # milliseconds that the box then takes to change (`front/morph.js`)
STEP = 50  # milliseconds between two frames while something moves

# A card with its own background looks the same in GitHub's light and dark themes.
CARD = f"""
html, body, main, .jp-Notebook {{ background: transparent !important; }}
.mg-figure {{
  box-sizing: border-box; width: {WIDTH}px; padding: 14px 20px 20px; color: #1f2328;
  background: #fff; border: 1px solid #d0d7de; border-radius: 14px;
}}
.mg-slider {{ display: none !important; }}
.mg-picture {{ animation: none !important; }}
.mg-spot {{ animation: none !important; }}
#pointer {{ position: fixed; left: 0; top: 0; z-index: 9; pointer-events: none; }}
#ring {{
  position: fixed; z-index: 8; width: 34px; height: 34px; margin: -17px; border-radius: 50%;
  border: 3px solid #d25a00; pointer-events: none; visibility: hidden;
}}
"""
POINTER = """
<svg id="pointer" width="30" height="30" viewBox="0 0 24 24"><path d="M4 2v17l4.6-4.2 2.9 6.6 3-1.3
-2.9-6.5 6.4-.4z" fill="#1f2328" stroke="#fff" stroke-width="1.6" stroke-linejoin="round"/></svg>
<div id="ring"></div>
"""
PLACE = """
([x, y, pressed]) => {
  document.querySelector("#pointer").style.transform = `translate(${x - 5}px, ${y - 2}px)`;
  const ring = document.querySelector("#ring");
  ring.style.left = `${x}px`;
  ring.style.top = `${y}px`;
  ring.style.visibility = pressed ? "visible" : "hidden";
}
"""
# Turn off CSS animations, because stopping the page's clock doesn't stop them.
ANIMATED = """
(elapsed) => {
  for (const one of document.getAnimations()) {
    if (elapsed >= one.effect.getComputedTiming().endTime) one.finish();
    else {
      one.pause();
      one.currentTime = elapsed;
    }
  }
}
"""


@dataclass
class Film:
    """A page, the recorded card, and the frames so far, with durations in milliseconds."""

    page: Page
    card: Locator
    at: tuple[float, float]
    frames: list[tuple[Image.Image, int]] = field(default_factory=list)

    def shoot(self, milliseconds: int, pressed: bool = False) -> None:
        self.page.evaluate(PLACE, [*self.at, pressed])
        png = self.card.screenshot(omit_background=True)
        self.frames.append((Image.open(io.BytesIO(png)).convert("RGBA"), milliseconds))

    def move_to(self, target: Locator, milliseconds: int) -> None:
        box = target.bounding_box()
        assert box
        goal = box["x"] + 0.86 * box["width"], box["y"] + 0.5 * box["height"]  # next to its label
        for x, y in eased(self.at, goal, milliseconds // STEP):
            self.at = x, y
            self.page.mouse.move(x, y)
            self.shoot(STEP)

    def click(self, target: Locator, move: int, hold: int) -> None:
        """Point at the target, click it, let the gradients arrive, and leave time to read."""
        self.move_to(target, move)
        self.shoot(2 * STEP, pressed=True)
        self.page.mouse.click(*self.at)
        self.page.evaluate(ANIMATED, 0)
        for elapsed in range(STEP, TRAVEL + LANDING + 2 * STEP, STEP):
            self.page.clock.run_for(STEP)
            self.page.evaluate(ANIMATED, elapsed)
            self.shoot(STEP)
        self.hold(max(hold - LANDING, 0))

    def hold(self, milliseconds: int) -> None:
        self.frames[-1] = (self.frames[-1][0], self.frames[-1][1] + milliseconds)


def eased(
    start: tuple[float, float], goal: tuple[float, float], steps: int
) -> Iterator[tuple[float, float]]:
    for k in range(1, steps + 1):
        part = k / steps
        part = part * part * (3 - 2 * part)
        yield (
            start[0] + part * (goal[0] - start[0]),
            start[1] + part * (goal[1] - start[1]),
        )


def play(film: Film) -> None:
    """Play the scene, in which one node runs too early before all run in the correct order."""
    node = dict(zip("abzx", film.card.locator(".mg-picture .mg-spot").all(), strict=True))
    film.shoot(1200)
    film.click(node["a"], move=450, hold=1000)  # runs too early
    film.click(node["b"], move=350, hold=1500)  # its contribution comes too late
    film.click(node["x"], move=350, hold=1300)  # so this is 60 instead of 114
    film.click(film.card.locator(".mg-reset"), move=350, hold=0)
    film.click(node["b"], move=350, hold=200)
    film.click(node["a"], move=350, hold=1800)  # this time, it's 114


def filmed(page: Page, address: str) -> list[tuple[Image.Image, int]]:
    page.clock.install(time=0)
    page.goto(address)
    explorer = explorer_of(page, TITLE)
    explorer.locator(".mg-sentence").wait_for(state="attached")
    page.add_style_tag(content=CARD)
    page.evaluate("html => document.body.insertAdjacentHTML('beforeend', html)", POINTER)
    card = explorer.locator(".mg-figure")
    card.scroll_into_view_if_needed()
    page.clock.pause_at(3_600_000)
    box = card.bounding_box()
    assert box
    film = Film(page, card, (box["x"] + 0.52 * WIDTH, box["y"] + 0.82 * box["height"]))
    play(film)
    return merged(film.frames)


def merged(frames: list[tuple[Image.Image, int]]) -> list[tuple[Image.Image, int]]:
    """Merge consecutive frames that look the same and add up their durations."""
    kept: list[tuple[Image.Image, int]] = []
    for image, milliseconds in frames:
        if kept and kept[-1][0].tobytes() == image.tobytes():
            kept[-1] = (image, kept[-1][1] + milliseconds)
        else:
            kept.append((image, milliseconds))
    return kept


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        assets.copy_files(folder, LOADED)
        page_file = export(live(CHAPTER), CHAPTER.stem, folder)
        with served(folder) as address, chromium.started(chromium.find()) as browser:
            page = browser.new_page(
                viewport={"width": 900, "height": 900}, device_scale_factor=SCALE
            )
            frames = filmed(page, f"{address}/{page_file.name}")
    images, durations = zip(*frames, strict=True)
    images[0].save(
        FILE,
        save_all=True,
        append_images=images[1:],
        duration=list(durations),
        loop=0,
        lossless=True,
        quality=60,  # more effort would take many minutes to save a little
        method=2,
    )
    size = FILE.stat().st_size / 1e6
    print(f"{FILE.name}: {len(images)} frames, {sum(durations) / 1000:.1f} s, {size:.2f} MB")


if __name__ == "__main__":
    main()
