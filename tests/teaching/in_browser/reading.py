"""Checks of pages as read without scripts, on paper, or with a keyboard.

Each check gets an open page and yields one line per fault. `site.py` opens the pages.
"""

from collections.abc import Callable, Iterator

from playwright.sync_api import Error, Page, expect

BUDGET = 300_000  # bytes that the first page may load
PATIENCE = 5_000  # milliseconds, because machines can be slow and busy

# Finds missing figures and forms that can't work without scripts.
UNREAD = """
() => {
  const seen = (element) => element.checkVisibility({ visibilityProperty: true });
  const told = [];
  for (const place of document.querySelectorAll("[data-explorer], .fm-field")) {
    const [still, name] = [place.querySelector("img"), place.dataset.explorer ?? place.className];
    if (!still?.naturalWidth || !seen(still)) told.push(`no still of ${name}`);
    else if (!still.alt) told.push(`a still without a text: ${name}`);
  }
  for (const form of document.querySelectorAll("article form")) {
    if (seen(form)) told.push(`a form doesn't work: ${form.textContent.trim().slice(0, 40)}`);
  }
  for (const code of document.querySelectorAll("article pre")) {
    const hidden = !code.closest("details") && !seen(code);
    if (hidden) told.push(`code is hidden: ${code.textContent.slice(0, 40)}`);
  }
  return told;
}
"""
# Finds elements that cover text, need a click, or are cut off, and links whose address isn't
# printed.
ON_PAPER = """
() => {
  const told = [];
  const name = (element) => element.outerHTML.slice(0, 100).replace(/\\s+/g, " ");
  for (const element of document.querySelectorAll("body *")) {
    const { width, height } = element.getBoundingClientRect();
    if (!width || !height || !element.checkVisibility({ visibilityProperty: true })) continue;
    const { position, overflowX } = getComputedStyle(element);
    if (["fixed", "sticky"].includes(position)) told.push(`covers the text: ${name(element)}`);
    if (element.matches("button, [type=range]"))
      told.push(`is a button: ${name(element)}`);
    const wider = element.scrollWidth > element.clientWidth + 1;
    const cuts = overflowX !== "visible" && !element.closest("svg, math");
    if (wider && cuts && element.matches("article *")) told.push(`cut off: ${name(element)}`);
  }
  for (const link of document.querySelectorAll('article a[href^="http"]')) {
    const shown = getComputedStyle(link, "::after").content;
    if (!link.checkVisibility() || link.querySelector("code")) continue;
    if (!shown.includes(link.getAttribute("href")))
      told.push(`doesn't print its address: ${name(link)}`);
  }
  return told;
}
"""
# The sign of a square root is inside the root's box but outside its content's box.
FORMULAS = """
() => {
  const told = [];
  const wide = (element) => element.getBoundingClientRect().width;
  for (const source of document.querySelectorAll("article .math"))
    told.push(`a formula is TeX: ${source.textContent}`);
  for (const formula of document.querySelectorAll("article math")) {
    if (!formula.checkVisibility()) continue;
    if (!wide(formula)) told.push(`a formula has no size: ${formula.textContent}`);
    if (!document.fonts.check("16px Formula")) told.push("formulas have no font");
    for (const root of formula.querySelectorAll("msqrt")) {
      const content = [...root.children].reduce((sum, child) => sum + wide(child), 0);
      if (wide(root) < content + 3)
        told.push(`a square root without its sign: ${formula.textContent}`);
    }
  }
  return told;
}
"""
# The page's own fonts, which have loaded when the page is ready.
LETTERS = """
() => document.fonts.ready.then(() => [...document.fonts].some(
  ({ family, status }) => family.replaceAll('"', "") === "Course" && status === "loaded"))
"""
COPIED = "async (shown) => (await navigator.clipboard.readText()).trim() === shown"
CLOSED = "details:not([open])"
FOLDED = "() => document.querySelectorAll('article details[open]').length"
# The color of the text in a figure.
COLORS = """
() => [...document.querySelectorAll("article svg[role=img]")]
  .filter((svg) => svg.checkVisibility() && svg.querySelector("text")?.getClientRects().length)
  .map((svg) => [svg.getAttribute("aria-label"), getComputedStyle(svg.querySelector("text")).fill])
"""
FULL = """
() => [...document.querySelectorAll(".mg-picture")].flatMap((picture) => {
  const told = [];
  if (picture.clientWidth < innerWidth - 1)
    told.push(`an explorer is ${picture.clientWidth} of ${innerWidth} px wide`);
  for (let at = picture.parentElement; at; at = at.parentElement) // which would cut its edges off
    if (getComputedStyle(at).maskImage !== "none") told.push(`an explorer fades: ${at.className}`);
  return told;
})
"""
# A graph may scroll. If it does, it shows the node whose turn it is, and its text stays in view.
SCROLLED = """
() => [...document.querySelectorAll(".mg-picture")]
  .filter((picture) => picture.scrollWidth > innerWidth + 1 && !picture.querySelector(".mg-stays"))
  .map((picture) => `an explorer is to be scrolled: ${picture.scrollWidth} px`)
"""

# The size of the letters in a drawing, in page pixels.
SMALL = """
() => [...document.querySelectorAll(".mg-drawing svg")].flatMap((svg) => {
  const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
  const sizes = [...svg.querySelectorAll("text")].map((text) => getComputedStyle(text).fontSize);
  const least = Math.min(...sizes.map(parseFloat)) * scale;
  return scale && least < 10.9 ? [`text of ${least.toFixed(1)} px in a drawing`] : [];
})
"""


def without_scripts(page: Page) -> Iterator[str]:
    yield from page.evaluate(UNREAD)
    for folded in page.locator("article details").all():
        if folded.is_visible() and folded.get_attribute("open") is None:
            folded.locator("summary").first.click()
            expect(folded.locator(":scope > :last-child")).to_be_visible(timeout=PATIENCE)


def formulas(page: Page) -> Iterator[str]:
    yield from page.evaluate(FORMULAS)


def letters(page: Page) -> Iterator[str]:
    if not page.evaluate(LETTERS):
        yield "the page's fonts are missing"


def on_paper(page: Page) -> Iterator[str]:
    page.emulate_media(media="print")
    yield from page.evaluate(ON_PAPER)
    if page.evaluate(FOLDED):
        yield "folded text is open"
    page.emulate_media(media="screen")


def in_both_themes(light: list[list[str]], dark: list[list[str]]) -> Iterator[str]:
    """Check that figures follow the theme, so their text changes color."""
    for (name, color), (_, other) in zip(light, dark, strict=True):
        if color == other:
            yield f"a figure doesn't follow the theme: {name[:80]}"


def answered(page: Page) -> Iterator[str]:
    """Fill in each form by keyboard; it has to reply and unfold its answer."""
    for form in page.locator("form.guess").all():
        name = form.get_attribute("data-prediction")
        if page.locator(f".follows-{name}:not([hidden])").count():
            yield f"the text after {name} is visible before a guess"
        if (choice := form.locator("input[type=radio]").first).count():
            choice.focus()
            page.keyboard.press("Space")
        else:
            form.locator("input").focus()
            page.keyboard.type("7")
        page.keyboard.press("Enter")
        if not _comes(
            expect(form.locator(".said:is(.is-right, .is-wrong) strong")).to_contain_text,
            "guessed.",
        ):
            yield f"the form {name} doesn't respond"
        folds = page.locator(f'[class~="tag_answers-{name}"] details')
        if not folds.count() or not _comes(
            expect(folds.and_(page.locator(CLOSED))).to_have_count, 0
        ):
            yield f"the answer to {name} stays folded"
        if not _comes(expect(page.locator(f".follows-{name}[hidden]")).to_have_count, 0):
            yield f"the text after {name} stays hidden"


def copied(page: Page) -> Iterator[str]:
    """Check that the copy button next to a code block copies the code without the `>>>` prompts."""
    button = page.locator(".copybtn").first
    if not _comes(expect(button).to_be_attached):
        yield "no code has a copy button"
        return
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    shown = button.locator("xpath=..").locator("pre").text_content() or ""
    button.focus()
    page.keyboard.press("Enter")
    try:
        page.wait_for_function(COPIED, arg=shown.strip(), timeout=PATIENCE)
    except Error:
        yield f"the copied text isn't {shown[:40]!r}"


def _comes(awaited: Callable[..., None], *state: object) -> bool:
    """Wait for the condition; return whether it became true.

    On a busy machine, the wait is longer.
    """
    try:
        awaited(*state, timeout=PATIENCE)
    except AssertionError:
        return False
    return True


def neighbors(page: Page) -> Iterator[str]:
    """Check that the titles of the Previous and Next links match the table of contents."""
    for side in page.locator(".related-pages a").all():
        address, name = side.get_attribute("href"), side.locator(".title").text_content() or ""
        listed = page.locator(f'.sidebar-tree a[href="{address}"]').first
        if listed.count() and (listed.text_content() or "").strip() != name.strip():
            yield f"{name.strip()!r} is {listed.text_content()!r} in the table of contents"
