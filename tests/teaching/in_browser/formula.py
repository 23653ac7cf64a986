"""Checks that use the formula field on the first page as a reader would.

Each check gets an open first page and yields one line per fault. `site.py` opens the page.
"""

import re
from collections.abc import Iterator

from PIL import Image
from playwright.sync_api import Error, Locator, Page, expect

TOP = "element => element.getBoundingClientRect().top + scrollY"
PATIENCE = 5_000  # milliseconds, because machines can be slow and busy
HOSTILE = '$ <img src=x onerror="document.title=1">'  # the page repeats it after the error message
GLOWS = "element => getComputedStyle(element).filter.includes('drop-shadow')"
MARKUP = "() => document.querySelector('.fm-field img') !== null || document.title === '1'"
# The positions of the boxes from the leaf to the result, which is rightward or downward.
PLACES = """
() => [...document.querySelectorAll(".fm-field .fm-node")].reverse().map((box) => {
  const { x, y, right } = box.getBoundingClientRect();
  return [x, y, right];
})
"""


# While a contribution is far from its destination, the box there shows the old sum, and the
# sentence doesn't ask what runs next yet. CSS animations don't follow the page's clock.
TRAVELING = """
elapsed => {
  for (const animation of document.getAnimations()) {
    animation.pause();
    animation.currentTime = elapsed;
  }
  const chip = document.querySelector(".fm-field .fm-chip.fm-sent");
  const [, x] = /translate\\(([-\\d.]+)/.exec(chip.getAttribute("transform")) ?? [0, 0];
  if (Math.abs(x) < 40) return null;
  const [old] = [...document.querySelectorAll(".fm-field [data-box=a] text")].slice(-1);
  const said = [...document.querySelectorAll(".fm-says > :not([hidden])")].at(-1);
  return [
    Number(getComputedStyle(old).opacity) > 0.1 && "its box changes too early",
    said.textContent.includes("Which") && "the sentence changes too early",
  ].filter(Boolean);
}
"""


# What a pass needs, and isn't on the screen, or is covered.
HIDDEN = """
() => [...document.querySelectorAll(":is(.fm-node, .fm-bar button, .fm-says)")].filter((part) => {
  const { x, y, width, height, bottom } = part.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  return !part.hidden && (bottom > innerHeight || !part.contains(top));
}).map((part) => part.dataset.box ?? part.textContent)
"""

COVERED = """
(rows) => rows.some((row) => {
  row.scrollIntoView({ block: "center" });
  const { x, y, width, height } = row.getBoundingClientRect();
  return !row.contains(document.elementFromPoint(x + width / 4, y + height / 2));
})
"""
# Whether numbers on arrows overlap each other.
OVERLAP = """
() => {
  const all = [...document.querySelectorAll(".fm-chip.fm-sent rect")]
    .map((one) => one.getBoundingClientRect());
  return all.some((a, i) => all.slice(0, i).some((b) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom));
}
"""
# The boxes that the picture has no room for.
CUT = """
() => {
  const place = document.querySelector(".fm-picture").getBoundingClientRect();
  return [...document.querySelectorAll(".fm-node")].filter((node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    return left < place.left || right > place.right || top < place.top || bottom > place.bottom;
  }).map((node) => node.dataset.box);
}
"""
LARGE = "tanh(x*y)*(1 - tanh(x*y)) + exp(w*x + b)/(1 + y*y)"


def field(page: Page) -> Locator:
    return page.locator(".fm-field .fm-formula")


def box(page: Page, name: str) -> Locator:
    return page.locator(f'.fm-field [data-box="{name}"]')


def says(page: Page, text: str) -> None:
    expect(page.locator(".fm-says")).to_contain_text(text, timeout=PATIENCE)


def on_a_desk(page: Page) -> Iterator[str]:
    """Go through the page step by step. The first step that fails ends the check."""
    step = "is there"
    try:
        expect(field(page)).to_have_value("x*x*(x*x+1)", timeout=PATIENCE)
        step = "plays its forward pass automatically"
        says(page, "a = x * x = 3 * 3 = 9.")
        says(page, "How fast does it change at x = 3?")
        step = "leaves the backward pass to the reader"
        says(page, "Click z to run it.")
        expect(box(page, "z")).to_have_attribute("aria-disabled", "false")
        if "#" in page.url:
            yield f"the field: the automatic playback changes the address: {page.url}"
        step = "stops at a keypress"
        page.reload()
        says(page, "a = x * x")
        page.keyboard.press("Shift")
        step = "runs forward"
        says(page, "At x = 3, z = 90.")
        step = "sends a contribution before it arrives"
        yield from sent(page)
        step = "links its sentence and its figure"
        yield from linked(page)
        page.locator(".fm-bar button", has_text="Reset").click()
        step = "carries out a wrong order"
        for name in "zabx":
            box(page, name).click()
        says(page, "x.grad = 60. That's wrong: x.grad should be 114.")
        says(page, "9 · 6 = 54")
        expect(page.locator(".fm-curve")).to_contain_text("slope 60, not 114")
        page.wait_for_timeout(1_000)  # until the contribution has arrived
        if not box(page, "a").evaluate(GLOWS):
            yield "the field: a late contribution doesn't glow"
        step = "challenges a friend"
        yield from challenged(page)
        step = "keeps its state in the address"
        page.reload()
        says(page, "x.grad = 60")
        step = "plays up to the choice, and after it"
        play = page.locator(".fm-bar .fm-play")
        page.locator(".fm-bar button", has_text="Reset").click()
        play.click()
        says(page, "Which runs next, b or a?")
        play.click()
        says(page, "Play waits, because the order matters here: choose b or a")
        box(page, "b").click()
        play.click()
        says(page, "x.grad = 114. That's right.")
        step = "goes through the right order by keyboard"
        page.locator(".fm-bar button", has_text="Reset").press("Enter")
        for name in "zbax":
            expect(box(page, name)).to_have_attribute("aria-disabled", "false")
            box(page, name).press("Enter")
        says(page, "x.grad = 114. That's right.")
        step = "reports the result to a screen reader"
        expect(page.locator(".fm-live")).to_contain_text("x.grad = 114", timeout=PATIENCE)
        step = "refuses a node that has already run"
        box(page, "a").press(" ")
        says(page, "a has already run")
        says(page, "x.grad = 114. That's right.")
        step = "follows the slider"
        page.locator(".fm-input input[type=range]").first.press("ArrowRight")
        says(page, "x.grad = 125.4")  # 4·3.1³ + 2·3.1 = 125.364
        expect(page.locator(".fm-curve")).to_contain_text("slope 125.4")
        step = "can be dragged by its leaf"
        dragged(page, box(page, "x"), 40)  # four pixels correspond to a tenth
        expect(page.locator(".fm-input input[type=text]").first).to_have_value("4.1")
        step = "reads a typed formula"
        yield from typed(page)
    except (AssertionError, Error) as wrong:
        yield f"the field: {step}: {str(wrong)[:300]}"


def sent(page: Page) -> Iterator[str]:
    """Let z send its contribution, on a clock that stops between two frames."""
    page.clock.install(time=0)
    page.clock.pause_at(1_000)
    box(page, "z").dispatch_event("click")
    seen = []
    for elapsed in range(0, 480, 40):
        page.clock.run_for(40)
        seen.append(page.evaluate(TRAVELING, elapsed))
    page.clock.resume()
    page.evaluate("document.getAnimations().forEach((animation) => animation.play())")
    if not any(found is not None for found in seen):
        yield "the field: no contribution moves"
    yield from {f"the field: {fault}" for found in seen for fault in found or []}


def linked(page: Page) -> Iterator[str]:
    """Check that a number lights up its own arrow, and a box lights up the words that name it."""
    word = page.locator(".fm-said .mg-word", has_text="10")
    for way in (word.hover, word.focus):
        page.mouse.move(0, 0)
        way()
        lit = page.locator(".fm-picture .mg-lit")
        if {"fm-chip", "fm-back"} - {name for one in lit.all() for name in classes(one)}:
            yield "the field: a number doesn't light up its arrow"
        if any(one.text_content() == "9" for one in lit.all()):
            yield "the field: a number lights up the wrong arrow"
    word.blur()
    box(page, "b").hover()
    if (words := page.locator(".fm-said .mg-word.mg-lit").all_inner_texts()) != ["b", "b"]:
        yield f"the field: the box b lights up {words}"


def challenged(page: Page) -> Iterator[str]:
    """Check that a challenge's link asks for a better order, and doesn't show the wrong one."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator(".fm-bar button", has_text="Challenge a friend").click()
    expect(page.locator(".fm-challenge")).to_have_text("Copied", timeout=PATIENCE)
    before, copied = page.url, page.evaluate("navigator.clipboard.readText()")
    if not copied.startswith("I broke backprop on z = x*x*(x*x+1), x = 3. "):
        yield f"the field: the challenge says {copied}"
    page.goto(copied.rpartition(" ")[2])
    says(page, "Their order of the nodes ended with x.grad = 60, and that's wrong.")
    if page.locator(".fm-challenge").is_visible() or page.locator(".fm-late").count():
        yield "the field: a challenge opens with its wrong order"
    page.goto(before)
    says(page, "x.grad = 60. That's wrong")


def classes(element: Locator) -> list[str]:
    return (element.get_attribute("class") or "").split()


def with_less_motion(page: Page) -> Iterator[str]:
    """Check that nothing plays automatically and that contributions arrive at once."""
    page.emulate_media(reduced_motion="reduce")
    page.reload()
    page.wait_for_timeout(2_000)  # by then, something would have begun
    said = page.locator(".fm-says").inner_text().replace("\u00a0", " ")
    if "At x = 3, z = 90." not in said:
        yield f"the field: with reduced motion, it plays automatically: {said!r}"
        return
    box(page, "z").click()
    said = page.locator(".fm-says").inner_text()
    if "Which runs next" not in said or page.locator(".fm-chip[transform]").count():
        yield f"the field: with reduced motion, it moves and says {said!r}"


def typed(page: Page) -> Iterator[str]:
    field(page).fill("tanh(x*y)")
    says(page, "At x = 4.1 and y = 2")
    top = page.locator(".fm-card").evaluate(TOP)
    field(page).fill("x2")
    expect(page.locator(".fm-wrong")).to_contain_text("I don't know", timeout=PATIENCE)
    expect(page.locator(".fm-wrong mark")).to_have_text("x2")
    field(page).blur()
    if page.locator(".fm-input").evaluate_all(COVERED):
        yield "the field: an error covers a slider"
    if (moved := page.locator(".fm-card").evaluate(TOP) - top) != 0:
        yield f"the field: an error moves the page by {moved} pixels"
    field(page).fill("sigmoid(w*x + b)")
    says(page, "At w = 1, x = 4.1, and b = 1")
    if (rows := page.locator(".fm-input").count()) != 3:
        yield f"the field: three letters have {rows} sliders"
    field(page).fill(HOSTILE)
    expect(page.locator(".fm-wrong")).to_contain_text("I can't read", timeout=PATIENCE)
    if page.evaluate(MARKUP):
        yield "the field: a formula becomes markup"
    expect(page.locator(".fm-wrong code")).to_have_text(HOSTILE)
    field(page).fill("log(x)")
    page.locator(".fm-input input[type=text]").first.fill("0")
    says(page, "log(0) is infinite, so z is −inf.")
    page.locator(".fm-input input[type=text]").first.fill("-2")
    says(page, "log(−2) has no value")
    says(page, "z has no slope here. Try x = 1.")
    expect(page.locator(".fm-curve")).to_have_text("no slope hereTry x = 1.")
    with page.expect_download() as saved:
        page.locator(".fm-share button", has_text="Save picture").click()
    with Image.open(saved.value.path()) as picture:
        if (colors := len(set(picture.convert("RGB").getdata()))) < 20:
            yield f"the field: the saved image has only {colors} colors"
    if "f=log%28x%29&x=-2" not in page.url:
        yield f"the field: the address is {page.url}"


def on_a_phone(page: Page) -> Iterator[str]:
    """Check that the graph runs from top to bottom, and that a pass needs no scrolling."""
    places = page.evaluate(PLACES)
    if [y for _, y, _ in places] != sorted({y for _, y, _ in places}):
        yield f"the field: the graph isn't drawn top to bottom: {places}"
    width = page.evaluate("innerWidth")
    if any(x < 0 or right > width for x, _, right in places):
        yield "the field: the graph is cut off"
    try:
        page.keyboard.press("Shift")  # ends the automatic playback
        for name in "zabx":
            if hidden := page.evaluate(HIDDEN):
                yield f"the field: before {name}, these are hidden: {hidden}"
            box(page, name).click()
        says(page, "That's wrong")
        if hidden := page.evaluate(HIDDEN):
            yield f"the field: after the pass, these are hidden: {hidden}"
        yield from large(page)
    except (AssertionError, Error) as wrong:
        yield f"the field: a pass on a phone: {str(wrong)[:300]}"


def large(page: Page) -> Iterator[str]:
    """Check that a phone shows all of a large graph and its curve, or says where to scroll."""
    hint = page.locator(".fm-scroll")
    field(page).fill(LARGE)
    expect(box(page, "n")).to_be_visible()
    cut = page.evaluate(CUT)
    if cut or hint.is_visible():
        yield f"the field: a graph of 12 operations is cut at {cut}"
    if not page.locator(".fm-curve").is_visible():
        yield "the field: a large graph hides the curve"
    page.locator(".fm-bar .fm-play").click()
    for name in "nmk":
        expect(box(page, name)).to_have_attribute("aria-disabled", "false")
        box(page, name).click()
    page.wait_for_timeout(1_000)  # until the numbers have arrived
    if page.evaluate(OVERLAP):
        yield "the field: two numbers on arrows overlap"
    field(page).fill(f"{LARGE} + sin(x)*cos(y)*exp(b)*log(w)")
    expect(hint).to_contain_text("Scroll", timeout=PATIENCE)


def dragged(page: Page, area: Locator, by: float) -> None:
    area.scroll_into_view_if_needed()
    found = area.bounding_box()
    assert found, "it has no position"
    x, y = found["x"] + found["width"] / 2, found["y"] + found["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + by / 2, y, steps=4)
    page.mouse.move(x + by, y, steps=4)
    page.mouse.up()
    expect(area).to_have_attribute("aria-label", re.compile("Has run"))
