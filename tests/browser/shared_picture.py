"""`python -m tests.browser.shared_picture`: take the preview image for shared links.

It opens the first page of the built site in a real browser, runs nodes in an incorrect order, and
takes a screenshot of the title and the graph, in which one contribution comes too late.
"""

from pathlib import Path

from playwright.sync_api import Page

from docs.build import SITE
from docs.shared import HEIGHT, PICTURE, WIDTH

from . import chromium
from .exported import served

FILE = Path(__file__).resolve().parents[2] / "docs" / "static" / PICTURE
SCALE = 1.5
ORDER = ("z", "a", "b")  # b runs too late, so its contribution to a comes too late
CARD = """
body { margin: 0; padding: 34px 36px; box-sizing: border-box; overflow: hidden; background: #fff; }
h1 { margin: 0 0 24px; padding: 0; font: 600 40px/1.15 "Course"; color: #14202e; }
.fm-card { display: block; border-radius: 12px; padding-bottom: 1rem; font: 18px/1.45 "Course"; }
.fm-bar, .fm-curve { display: none; }
* { animation: none !important; }
"""
ALONE = """
() => {
  const card = document.querySelector(".fm-card");
  const title = document.createElement("h1");
  title.append("minigrad: learn how ", document.createElement("br"), "PyTorch computes gradients");
  document.body.dataset.theme = "light";
  document.body.replaceChildren(title, card);
}
"""


def taken(page: Page, address: str) -> bytes:
    page.goto(f"{address}/index.html")
    for name in ORDER:
        page.locator(f'.fm-node[data-box="{name}"]').click()
        page.wait_for_timeout(1500)
    page.evaluate(ALONE)
    page.set_viewport_size({"width": int(WIDTH / SCALE), "height": int(HEIGHT / SCALE)})
    page.add_style_tag(content=CARD)
    page.evaluate("document.fonts.ready")
    return page.screenshot()


def main() -> None:
    with served(SITE) as address, chromium.started(chromium.find()) as browser:
        page = browser.new_page(device_scale_factor=SCALE, color_scheme="light")
        FILE.write_bytes(taken(page, address))
    print(f"{FILE.name}: {FILE.stat().st_size / 1e3:.0f} KB")


if __name__ == "__main__":
    main()
