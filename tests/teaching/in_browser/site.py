"""`python -m tests.teaching.in_browser.site`: test the web edition in a real browser.

No page may send a request to another machine or cause a script error. Every explorer must respond,
every internal link must lead somewhere, the search must find its terms, and nothing may be cut off
on a phone. axe-core must find no serious violation. The first page must be small, and everything
must be readable without scripts and on paper (`reading.py`).
"""

import itertools
import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Browser, ConsoleMessage, Page, Response, expect

from minigrad.teaching.assets import package
from minigrad.teaching.live import all_live
from tests.browser import chromium, command
from tests.browser.exported import served
from tests.browser.handling import ExplorerDriver
from tests.browser.stored import StoredExplorer, explorers

from . import formula, playground, reading, running, work
from .links import broken, missed_by_next

ROOT = Path(__file__).resolve().parents[3]
SITE = ROOT / "build" / "site"
PHONE = 375
DESK = 1440
LAPTOP = 1366  # here the theme's column is narrower than on a desk or a tablet
FIRST = "index.html"
PLAYGROUND = "playground.html"
WORKED = "01b_shapes.html"  # a short chapter with predictions and exercises
PLACE = "[data-explorer]"
# Search terms, and the entry that the search should show first.
NAMES = {
    "Tensor.sum": "minigrad.sum",
    "mg.sum": "minigrad.sum",
    "torch.sum": "minigrad.sum",
    "nn.Linear": "minigrad.nn.Linear",
    "optim.SGD.step": "minigrad.optim.SGD",  # SGD inherits `step`
    "loss.backward()": "minigrad.Tensor.backward",
}
GLOSSARY = re.compile(r"glossary\.html.*#")
AXE = """
async (runOnly) => {
  const options = runOnly ? { runOnly } : {};
  const { violations } = await axe.run(document, { resultTypes: ["violations"], ...options });
  return violations.filter(({ impact }) => ["serious", "critical"].includes(impact)).flatMap(
    ({ id, nodes }) => nodes.map(({ target, html }) => `${id}: ${target} ${html.slice(0, 120)}`));
}
"""
# Elements that extend beyond the window, unless their container lets the reader scroll to them.
CUT = """
() => {
  const beyond = (element) => {
    const { right, left, width } = element.getBoundingClientRect();
    return width > 0 && (right > innerWidth + 1 || left < -1);
  };
  const scrolls = (element) => {
    for (let at = element.parentElement; at.tagName !== "ARTICLE"; at = at.parentElement) {
      if (["auto", "scroll"].includes(getComputedStyle(at).overflowX)) return true;
    }
    return false;
  };
  return [...document.querySelectorAll("article *")]
    .filter((element) => beyond(element) && !beyond(element.parentElement) && !scrolls(element))
    .map((element) => element.outerHTML.slice(0, 120));
}
"""


class Watch(chromium.Watch):
    """A page whose console errors and failed requests all count as faults."""

    def __init__(self, browser: Browser, *, width: int = 1280, scripts: bool = True) -> None:
        super().__init__(browser, width=width, scripts=scripts)
        self.page.on("response", self._answered)

    def _listen(self, message: ConsoleMessage) -> None:
        where = message.location.get("url", "")
        # Handlers in a program's markup are removed, and the page's policy also blocks them.
        refused = "Executing inline event handler violates" in message.text
        if message.type == "error" and not (refused and where.endswith("/running/safe.js")):
            self.errors.append(f"{message.text} {where}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self.errors.append(f"{response.status} for {response.url}")


@dataclass
class Site:
    """A built site, its address, and the faults found so far."""

    folder: Path
    address: str
    browser: Browser
    stored: dict[tuple[str, str], StoredExplorer]  # by page and title
    faults: list[str] = field(default_factory=list)
    explorers: int = 0

    def shown(self, name: str, title: str) -> StoredExplorer:
        """Return an explorer by title and placeholder name (which starts with the chapter)."""
        matching = (
            s for (stem, t), s in self.stored.items() if t == title and name.startswith(stem)
        )
        return next(matching)

    def check(self, where: str, check: Callable[[], None]) -> bool:
        try:
            check()
            return True
        except Exception as wrong:  # a browser timeout is a fault like any other
            self.fault(where, f"{type(wrong).__name__}: {str(wrong)[:600]}")
            return False

    def fault(self, where: str, what: str) -> None:
        self.faults.append(f"{where}: {what}")

    @contextmanager
    def opened(
        self, name: str, *, width: int = 1280, base: str = "", scripts: bool = True
    ) -> Iterator[Page]:
        watch = Watch(self.browser, width=width, scripts=scripts)
        try:
            watch.page.goto(f"{base or self.address}/{name}")
            yield watch.page
        finally:
            for wrong in watch.faults():
                self.fault(f"{name} ({width} px{', file' if base else ''})", wrong)
            watch.page.close()

    def pages(self) -> list[Path]:
        paths = sorted(self.folder.rglob("*.html"))
        return [page for page in paths if page.relative_to(self.folder).parts[0] != "slides"]

    def check_explorers(self, page: Page, name: str, *, dragged: bool = True) -> None:
        """Check that every explorer on the page responds to the mouse, or to keys and buttons."""
        expected = page.locator(PLACE).count()
        figures = page.locator(".mg-figure")
        expect(figures).to_have_count(expected, timeout=60_000)
        for i in range(expected):
            title = figures.nth(i).get_attribute("aria-label") or ""
            place = figures.nth(i).locator("xpath=ancestor::*[contains(@class, 'mg-explorer')]")
            stored = self.shown(place.get_attribute("data-explorer") or "", title)
            handled = ExplorerDriver(page, place, stored)
            if not dragged:
                handled.check_quickly()
                continue
            for control in range(len(handled.stored.sizes)):
                if control not in handled.action_controls:
                    handled.move(control)
            for grip in range(len(handled.stored.grips)):
                handled.drag_handle(grip)
            self.explorers += 1

    def accessible(self, page: Page, where: str, rules: list[str] | None = None) -> None:
        # If it were a script in the page, the page's policy would block it.
        page.evaluate((package("axe-core") / "axe.min.js").read_text(encoding="utf-8"))
        for what in page.evaluate(AXE, rules):
            self.fault(f"{where}, axe-core", what)


def ready(page: Page) -> None:
    """Wait until fonts are loaded and explorers are drawn, so that the layout is final."""
    page.wait_for_load_state("load")
    page.add_style_tag(content="html { scroll-behavior: auto !important }")  # or clicks miss
    page.evaluate("() => document.fonts.ready")
    for place in page.locator(PLACE).all():  # it's loaded when the reader scrolls near it
        place.scroll_into_view_if_needed()
        expect(place.locator(".mg-picture svg[role=img]")).to_have_count(1, timeout=60_000)
    page.evaluate("scrollTo(0, 0)")


def on_a_desk(site: Site, name: str) -> bool:
    """Check the page and record any faults; return whether it finished loading."""
    with site.opened(name) as page:
        if not site.check(f"{name}, ready", lambda: ready(page)):
            return False
        site.check(f"{name}, explorers", lambda: site.check_explorers(page, name))
        for fault in (*reading.formulas(page), *reading.letters(page)):
            site.fault(name, fault)
        for fault in (*reading.on_paper(page), *reading.neighbors(page)):
            site.fault(f"{name}, printed", fault)
        colors = []
        for theme, rules in {"light": None, "dark": ["color-contrast"]}.items():
            where = f"{name}, {theme}"
            site.check(where, partial(switched, page, theme))
            site.check(where, partial(site.accessible, page, where, rules))
            colors.append(page.evaluate(reading.COLORS))
        for fault in reading.in_both_themes(*colors):
            site.fault(name, fault)
        for i in range(page.locator("article details").count()):
            site.check(f"{name}, folded part {i}", partial(unfolded, page, i))
    return True


def switched(page: Page, theme: str) -> None:
    """Click the page's button until it has the given theme."""
    for _ in range(3):
        if page.locator("body").get_attribute("data-theme") == theme:
            return
        page.locator(".theme-toggle-content .theme-toggle").click()
    raise AssertionError(f"the button doesn't switch to {theme}")


def unfolded(page: Page, number: int) -> None:
    folded = page.locator("article details").nth(number)
    if folded.get_attribute("open") is None:
        folded.locator("summary").first.click()
    last = folded.locator(":scope > :not([hidden])").last  # a menu may have a hidden input
    expect(last).to_be_visible(timeout=reading.PATIENCE)


def on_a_phone(site: Site, name: str) -> None:
    with site.opened(name, width=PHONE) as page:
        site.check(f"{name}, ready on a phone", lambda: ready(page))
        across = page.evaluate("document.documentElement.scrollWidth")
        if across > PHONE:
            site.fault(f"{name} on a phone", f"is {across} px wide")
        for cut in page.evaluate(CUT):
            site.fault(f"{name} on a phone", f"cut off: {cut}")
        wide = page.evaluate(reading.FULL) + page.evaluate(reading.SCROLLED)
        small = page.evaluate(reading.SMALL)
        for fault in (*wide, *small, *reading.answered(page)):
            site.fault(f"{name} on a phone", fault)


def on_a_laptop(site: Site, name: str) -> None:
    with site.opened(name, width=LAPTOP) as page:
        site.check(f"{name}, ready on a laptop", lambda: ready(page))
        if stacked := page.locator(".mg-apart").count():
            site.fault(f"{name} on a laptop", f"the panels of {stacked} explorers are stacked")


def without_scripts(site: Site, name: str) -> None:
    with site.opened(name, scripts=False) as page:
        for fault in reading.without_scripts(page):
            site.fault(f"{name} without scripts", fault)


def runs(site: Site, name: str) -> None:
    """Run the cells of a chapter on its page; work through one chapter as a reader would."""
    stem = name.removesuffix(".html")
    with site.opened(name, width=DESK) as page:
        run = running.every_cell(page, stem)
        print(f"{stem} runs: {run}", flush=True)
        for fault in run.faults:
            site.fault(f"{name}, running", fault)
    if name == WORKED and run.equal:  # otherwise, every step would wait for Python
        with site.opened(name, width=DESK) as page:
            steps = running.works(page), running.exercises(page, stem), running.guesses(page)
            shown = work.shows(page, site.address, stem)
            for fault in itertools.chain(*steps, shown):
                site.fault(name, fault)


def runs_elsewhere(site: Site, name: str) -> None:
    """Run cells of the page where Python fails or is missing, and on a phone."""
    with site.opened(name) as page:
        for fault in itertools.chain(running.fails(page), running.elsewhere(page)):
            site.fault(name, fault)
    with site.opened(name, width=390) as page:
        for fault in running.works(page, quick=True):
            site.fault(f"{name} on a phone", fault)


def tries_a_formula(site: Site) -> None:
    """Try the first page's field from a server and a disk, in both themes and on a phone."""
    for base in ("", site.folder.as_uri()):
        with site.opened(FIRST, base=base) as page:
            for fault in formula.on_a_desk(page):
                site.fault(f"{FIRST} {'from a file' if base else ''}", fault)
            for theme in () if base else ("light", "dark"):  # axe-core fetches styles
                switched(page, theme)
                site.accessible(page, f"{FIRST} after use, {theme}")
    with site.opened(FIRST) as page:
        for fault in formula.with_less_motion(page):
            site.fault(FIRST, fault)
    with site.opened(FIRST, width=PHONE) as page:
        for fault in formula.on_a_phone(page):
            site.fault(f"{FIRST} on a phone", fault)


def plays(site: Site) -> None:
    """Try the playground from a server and from a disk, and run axe-core after using it."""
    for base in ("", site.folder.as_uri()):
        with site.opened(PLAYGROUND, base=base) as page:
            for fault in playground.on_a_desk(page):
                site.fault(f"{PLAYGROUND} {'from a file' if base else ''}", fault)
            for theme in () if base else ("light", "dark"):  # axe-core fetches styles
                switched(page, theme)
                site.accessible(page, f"{PLAYGROUND} after use, {theme}")
    with site.opened(PLAYGROUND) as page:
        for fault in playground.with_less_motion(page):
            site.fault(PLAYGROUND, fault)


def check_size(site: Site) -> None:
    """Check that the start page loads no more bytes than its budget allows."""
    page = Watch(site.browser).page
    responses: list[Response] = []
    page.on("response", lambda response: responses.append(response))  # not a built-in method
    page.goto(f"{site.address}/index.html")
    ready(page)
    loaded = sum(len(response.body()) for response in responses)
    page.close()
    if loaded > reading.BUDGET:
        site.fault("index.html", f"loads {loaded // 1000} kB")


def copies(site: Site, name: str) -> None:
    with site.opened(name) as page:
        for fault in reading.copied(page):
            site.fault(name, fault)


def from_a_file(site: Site, name: str) -> None:
    with site.opened(name, base=site.folder.as_uri()) as page:
        site.check(f"{name} from a file", lambda: ready(page))
        site.check(f"{name} from a file", lambda: site.check_explorers(page, name, dragged=False))


def searched(site: Site, term: str, expected: str) -> None:
    """Check that searching for a term on the start page finds a page and that its link works."""
    with site.opened("index.html") as page:
        page.locator('.sidebar-search[name="q"]').fill(term)
        page.keyboard.press("Enter")
        found = page.locator(f'#search-results .search a[href*="{expected}"]').first
        # The page lists results one by one, so wait for the expected one instead of the first.
        expect(found, f"{term!r} finds it").to_be_visible(timeout=60_000)
        found.click()
        expect(page).to_have_url(re.compile(re.escape(expected)))


def named(site: Site, name: str, entry: str) -> None:
    """Check that searching for a name as it's written in code finds its entry first."""
    with site.opened(f"search.html?{urlencode({'q': name})}") as page:
        expect(page.locator(".search-summary")).to_contain_text("finished", timeout=60_000)
        first = page.locator("#search-results .search a").first
        shown = re.compile(rf"reference/.*#{re.escape(entry)}$")
        expect(first, f"{name!r} finds it first").to_have_attribute("href", shown)


def defined(site: Site, term: str) -> None:
    """Check that searching for a glossary term finds its definition first."""
    with site.opened(f"search.html?{urlencode({'q': term})}") as page:
        expect(page.locator(".search-summary")).to_contain_text("finished", timeout=60_000)
        first = page.locator("#search-results .search a").first
        expect(first, f"{term!r} finds it first").to_have_attribute("href", GLOSSARY)


def reads(site: Site, name: str, path: Path) -> bool:
    """Check the page in every way that it's read; return whether it finished loading."""
    if not on_a_desk(site, name):
        return False
    on_a_phone(site, name)
    site.check(f"{name} without scripts", partial(without_scripts, site, name))
    if "data-explorer" in path.read_text(encoding="utf-8"):
        on_a_laptop(site, name)
        from_a_file(site, name)
    return True


def check(folder: Path, browser: Browser, only: Sequence[str]) -> Site:
    """Check the pages whose names begin with one of the `only` prefixes.

    If there are several pages, also check the search.
    """
    paths = sorted((ROOT / "notebooks").glob("*.ipynb"))
    stored = {
        (path.stem, title): one
        for path, notebook in zip(paths, all_live(paths), strict=True)
        for title, one in explorers(notebook).items()
    }
    with served(folder) as address:
        site = Site(folder, address, browser, stored)
        pages = {path: path.relative_to(folder).as_posix() for path in site.pages()}
        chosen = [path for path, name in pages.items() if name.startswith(tuple(only))]
        assert chosen, f"{folder} has no page {' or '.join(only)}: make site builds them"
        site.faults += broken(folder, chosen)
        for path in chosen:
            name = pages[path]
            if not reads(site, name, path):
                continue
            if "data-chapter" in path.read_text(encoding="utf-8"):
                site.check(f"{name}, running", partial(runs, site, name))
            if name == WORKED:
                site.check(f"{name}, elsewhere", partial(runs_elsewhere, site, name))
        if folder / FIRST in chosen:
            site.check(FIRST, lambda: check_size(site))
            site.check(FIRST, lambda: tries_a_formula(site))
        if folder / PLAYGROUND in chosen:
            site.check(PLAYGROUND, lambda: plays(site))
        if len(chosen) > 1:
            site.check("copy", lambda: copies(site, "01_computational_graphs.html"))
            site.check("search", lambda: searched(site, "vector-Jacobian", "02_vector_jacobian"))
            site.check("search", lambda: searched(site, "logsumexp", "reference/operations"))
            for term in ("learning rate", "momentum", "leaves"):
                site.check("search", partial(defined, site, term))
            for name, entry in NAMES.items():
                site.check("search", partial(named, site, name, entry))
            site.faults += [f"'Next' does not lead to {name}" for name in missed_by_next(folder)]
    return site


def main() -> int:
    asks = command.parser("tests.teaching.in_browser.site", __doc__, "pages whose name starts so")
    options = asks.parse_args()
    start = time.monotonic()
    with chromium.started(chromium.find(options.chrome)) as browser:
        site = check(SITE, browser, options.only)
    for fault in site.faults:
        print(f"  FAULT {fault}")
    looked_at = f"{len(site.pages())} pages, {site.explorers} explorers moved"
    return command.outcome("site", site.faults, looked_at, time.monotonic() - start)


if __name__ == "__main__":
    sys.exit(main())
