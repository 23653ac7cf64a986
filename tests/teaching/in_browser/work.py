"""Check that the site shows a reader's work in Next links and chapter ends.

The reader has already solved an exercise and made a guess (`running.py`). No cell runs here.
"""

import json
from collections.abc import Iterator

from playwright.sync_api import Error, Page, Route, expect

SOON = 30_000
FIRST = "index.html"
KEPT = """async () => {
  const { everything } = await import(new URL("_static/running/kept.js", document.baseURI));
  return everything();
}"""


def shows(page: Page, address: str, stem: str) -> Iterator[str]:
    step = "the contents"
    try:
        page.goto(f"{address}/{FIRST}")
        mark = page.locator(f'.sidebar-tree a[href="{stem}.html"] .run-mark')
        expect(mark).to_have_text("2/6", timeout=SOON)
        step = "the continue link"
        on = page.locator(".start a")
        expect(on).to_contain_text("Continue: 1b.")
        on.click()
        step = "a chapter's end"
        ending = page.locator(".run-ending")
        expect(ending).to_contain_text("You solved 1 of 3 exercises", timeout=SOON)
        expect(ending).to_contain_text("Your prediction was wrong. This surprised you:")
        ending.locator("a", has_text="2. Find the bug").click()
        expect(page.locator("#exercise-loss:target + p")).to_be_in_viewport()
        step = "a question that surprised the reader"
        ending.locator("a", has_text="How many numbers do you get").click()
        expect(page.locator("form.guess:target")).to_be_in_viewport()
        step = "a new edition"
        yield from _renewed(page, stem)
    except (AssertionError, Error) as wrong:
        yield f"your work: {step}: {str(wrong)[:400]}"


def _renewed(page: Page, stem: str) -> Iterator[str]:
    """Return to a chapter after a cell that the reader edited has changed."""
    listed = f"**/chapters/{stem}.json"
    changed: list[str] = []

    def next_edition(route: Route) -> None:
        chapter = route.fetch().json()
        kept = page.evaluate(KEPT)[f"chapter:{stem}"]["cells"]
        mine = next(cell for cell in chapter["cells"] if cell["id"] in kept and "guess" not in cell)
        other = next(c for c in chapter["cells"] if c["id"] not in kept and "guess" not in c)
        for cell in (mine, other):
            cell["source"] += "\n# another edition"
            changed.append(cell["id"])
        route.fulfill(body=json.dumps(chapter))

    page.route(listed, next_edition)
    with page.expect_response(listed):
        page.reload()
    mine, other = changed
    shown = page.locator(f".tag_cell-{mine}")
    expect(shown.get_by_text("Use the chapter's new version")).to_be_visible(timeout=SOON)
    if "another edition" in (shown.locator(".cell_input pre").text_content() or ""):
        yield "your work: a new edition replaces what a reader wrote"
    if page.locator(f".tag_cell-{other}").get_by_text("Use the chapter's").count():
        yield "your work: a cell that the reader didn't change counts as the reader's"
    page.unroute(listed)
