"""Checks that use the playground as a reader would.

Each check gets an open page and yields one line per fault. `site.py` opens the page.
"""

import re
from collections.abc import Iterator

from playwright.sync_api import Error, Locator, Page, expect

PATIENCE = 5_000  # milliseconds, because machines can be slow and busy
LATER = "step => Number(/\\d+/.exec(document.querySelector('.pg-says').textContent)) > step + 150"
PICTURE = "() => document.querySelector('.pg-plane').toDataURL()"


def button(page: Page, name: str) -> Locator:
    return page.locator(".playground").get_by_role("button", name=name, exact=True)


def says(page: Page, text: str) -> None:
    expect(page.locator(".pg-says")).to_contain_text(text, timeout=PATIENCE)


def on_a_desk(page: Page) -> Iterator[str]:
    """Go through the page step by step. The first step that fails ends the check."""
    step = "opens before the first step"
    plane = page.locator(".pg-plane")
    try:
        says(page, "Step 0: loss 0.757, ")
        step = "trains when Play is pressed, and stops"
        before = page.evaluate(PICTURE)
        button(page, "Play").click()
        expect(page.locator(".pg-won")).to_contain_text("You won", timeout=60_000)
        button(page, "Pause").click()
        stopped = page.locator(".pg-says").inner_text()
        if page.evaluate(PICTURE) == before:
            yield "the playground: the plane doesn't change"
        if stopped not in (alternative := plane.get_attribute("aria-label") or ""):
            yield f"the playground: {stopped!r} isn't in the text alternative {alternative!r}"
        expect(page.locator(".pg-live")).to_contain_text(stopped, timeout=PATIENCE)
        step = "challenges a friend"
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        button(page, "Challenge a friend").click()
        expect(page.locator(".pg-challenge")).to_have_text("Copied", timeout=PATIENCE)
        if "with 1 layer of 8 units. Can" not in page.evaluate("navigator.clipboard.readText()"):
            yield "the playground: the challenge doesn't name the network"
        step = "keeps its state in the address"
        page.reload()
        says(page, stopped)
        step = "keeps its place while it trains"
        button(page, "Play").click()
        page.wait_for_function(LATER, arg=int(re.findall(r"\d+", stopped)[0]))
        page.reload()
        if page.locator(".pg-says").inner_text() == stopped:
            yield "the playground: a reload loses the steps since Play"
        stopped = page.locator(".pg-says").inner_text()
        if "#d=moons" not in page.url:
            yield f"the playground: the address is {page.url}"
        step = "shows its program"
        page.locator(".pg-program summary").click()
        steps = re.findall(r"\d+", stopped)[0]
        expect(page.locator(".pg-prints")).to_contain_text(f"\n{steps} 0.0", timeout=PATIENCE)
        step = "saves its image"
        with page.expect_download() as saved:
            button(page, "Save picture").click()
        if not saved.value.path().read_bytes().startswith(b"\x89PNG"):
            yield "the playground: the saved picture isn't a PNG"
        yield from by_hand(page, plane)
        step = "demonstrates failures"
        button(page, "Broken: all weights are 0").click()
        button(page, "Step").click()
        says(page, "Step 1: loss 0.693")
        expect(page.locator(".pg-why")).to_contain_text("Every unit outputs 0")
    except (AssertionError, Error) as wrong:
        yield f"the playground: {step}: {str(wrong)[:300]}"


def by_hand(page: Page, plane: Locator) -> Iterator[str]:
    """Place, move, change, and remove points by mouse and by keyboard."""
    step = "removes all points"
    try:
        button(page, "Remove all points").click()
        says(page, "There are no points yet")
        step = "adds points by a click"
        plane.click(position={"x": 100, "y": 100})
        plane.click(position={"x": 200, "y": 100}, modifiers=["Shift"])
        says(page, "of 2 points right")
        step = "moves a point that's dragged"
        plane.hover(position={"x": 100, "y": 100})
        page.mouse.down()
        plane.hover(position={"x": 100, "y": 200})
        page.mouse.up()
        points(page, 1, 1)
        if page.url.count("#") != 1 or len(link := page.url.partition("#")[2]) < 10:
            yield f"the playground: the points aren't in the address {link}"
        step = "removes a point by a click, as a finger can"
        button(page, "removes").click()
        plane.click(position={"x": 200, "y": 100})
        points(page, 1, 0)
        plane.click(position={"x": 200, "y": 100})  # there's no point any more
        points(page, 1, 0)
        button(page, "adds a ■ square").click()
        plane.click(position={"x": 200, "y": 100})
        points(page, 1, 1)
        button(page, "adds a ● disc").click()
        step = "adds, changes, and removes a point by keyboard"
        plane.press("Enter")
        points(page, 2, 1)
        plane.press("Enter")
        points(page, 1, 2)
        plane.press("Delete")
        points(page, 1, 1)
        plane.press("ArrowRight")
        expect(page.locator(".pg-live")).to_have_text("0.1, 0.", timeout=PATIENCE)
    except (AssertionError, Error) as wrong:
        yield f"the playground: {step}: {str(wrong)[:300]}"


def points(page: Page, discs: int, squares: int) -> None:
    """Wait until the text alternative gives the expected number of points."""
    counts = rf"with {discs} discs? and {squares} squares?,"
    expect(page.locator(".pg-plane")).to_have_attribute("aria-label", re.compile(counts))


def with_less_motion(page: Page) -> Iterator[str]:
    """Check that the figure moves in occasional jumps if the reader asked for less motion."""
    page.emulate_media(reduced_motion="reduce")
    page.reload()
    button(page, "Play").click()
    says(page, "Step 20:")
    button(page, "Pause").click()
    step = int(re.findall(r"\d+", page.locator(".pg-says").inner_text())[0])
    if step % 20:
        yield f"the playground: with reduced motion, it stops at step {step}"
