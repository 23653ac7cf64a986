"""`python -m tests.teaching.in_browser.site_planted`: find each fault seeded in a copied site."""

import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.browser import chromium, command

from . import site

PAGE = "index.html"  # it has its own links and figures
CHAPTER = "01b_shapes.html"  # it has an explorer and forms
PLAYGROUND = "playground.html"


def inserted(markup: str) -> Callable[[Path], None]:
    def plant(folder: Path) -> None:
        replaced('id="furo-main-content">', f'id="furo-main-content">{markup}')(folder)

    return plant


def replaced(old: str, new: str, name: str = PAGE) -> Callable[[Path], None]:
    def plant(folder: Path) -> None:
        page = folder / name
        text = page.read_text(encoding="utf-8")
        assert old in text, f"{name} doesn't contain {old!r}"
        page.write_text(text.replace(old, new), encoding="utf-8")

    return plant


def within_folder(name: str, old: str, new: str, kind: str = "js") -> Callable[[Path], None]:
    def plant(folder: Path) -> None:
        paths = (folder / name).glob(f"*.{kind}")
        held = [path for path in paths if old in path.read_text("utf-8")]
        assert held, f"nothing in {name} contains {old!r}"
        for path in held:
            path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")

    return plant


def unprotected(markup: str) -> Callable[[Path], None]:
    def plant(folder: Path) -> None:
        replaced('http-equiv="Content-Security-Policy"', 'name="no-policy"')(folder)
        inserted(markup)(folder)

    return plant


def appended(name: str, text: str) -> Callable[[Path], None]:
    def plant(folder: Path) -> None:
        with (folder / name).open("a", encoding="utf-8") as script:
            script.write(f"\n{text}\n")

    return plant


def removed(name: str) -> Callable[[Path], None]:
    return lambda folder: (folder / name).unlink()


# The faults seeded in each copy of the site, and the report that each has to cause.
FAULTS: list[dict[str, tuple[Callable[[Path], None], str]]] = [
    {
        "a dead link": (inserted('<a href="gone.html">gone</a>'), "gone.html leads to no file"),
        "a dead anchor": (
            inserted('<a href="00_start_here.html#Gone">gone</a>'),
            "leads to no such place in 00_start_here.html",
        ),
        "a missing style": (removed("_static/site.css"), "404 for .*site.css"),
        "an image from another site": (
            inserted('<img alt="" src="https://example.org/pixel.png">'),
            "pixel.png' violates the following Content Security Policy",
        ),
        "a script that fails": (appended("_static/site.js", "planted()"), "planted is not defined"),
        "a foreign script": (
            inserted("<script>planted()</script>"),
            "inline script violates the following Content Security Policy",
        ),
        "content that is too wide for a phone": (
            inserted('<div style="width: 600px">wide</div>'),
            "on a phone: cut off: <div style",
        ),
        "an image without a text alternative": (
            inserted('<img src="_static/favicon.svg">'),
            "axe-core: image-alt",
        ),
        "text too faint in the dark theme": (
            inserted('<p style="color: #333">faint</p>'),
            "dark, axe-core: color-contrast",
        ),
    },
    {
        "a first page that is too large": (
            inserted(f"<!--{'heavy ' * 200_000}-->"),
            "index.html: loads 1[0-9]{3} kB",
        ),
        "a request to another machine, on a page without a policy": (
            unprotected('<img alt="" src="https://example.org/pixel.png">'),
            "sent a request to another machine: https://example.org/pixel.png",
        ),
        "a drawing with text that is too small for a phone": (
            inserted(
                '<div class="cell_output"><div class="mg-drawing"><svg width="1600" height="90" '
                'viewBox="0 0 1600 90"><text y="40" font-size="13">x</text></svg></div></div>'
            ),
            "on a phone: text of [0-9.]+ px",
        ),
        "a formula that's left as TeX": (
            inserted('<div class="math">x^2</div>'),
            "a formula is TeX: x\\^2",
        ),
        "a square root without its sign": (
            inserted("<math><msqrt style='display: inline'><mi>n</mi></msqrt></math>"),
            "a square root without its sign: n",
        ),
        "a field without a still": (
            replaced('<img class="still"', "<span"),
            "without scripts: no still of fm-field",
        ),
        "a form that needs a script": (
            inserted("<form>Your guess</form>"),
            "without scripts: a form doesn't work",
        ),
        "content over the text on paper": (
            inserted('<p style="position: fixed">over it</p>'),
            "printed: covers the text: <p style",
        ),
        "a button on paper": (inserted("<button>press</button>"), "printed: is a button"),
        "content that is cut off on paper": (
            inserted(
                '<div style="overflow: auto; width: 300px"><p style="width: 1500px">cut</p></div>'
            ),
            "printed: cut off: <div style",
        ),
        "a caption without a level": (
            replaced('role="heading" aria-level="2"', 'role="heading"'),
            "axe-core: aria-required-attr",
        ),
        "an address that is missing on paper": (
            inserted(
                "<style>@media print { article a::after { content: none !important; } }</style>"
                '<a href="https://example.org">out</a>'
            ),
            "printed: doesn't print its address: <a href",
        ),
        "a figure that stays light": (
            inserted('<svg role="img" aria-label="stays"><text y="20" fill="#777">x</text></svg>'),
            "a figure doesn't follow the theme: stays",
        ),
        "a Previous or Next link with another title": (
            replaced('<div class="title">0. Start here', '<div class="title">0. Begin here'),
            "'0. Begin here' is .* in the table of contents",
        ),
    },
    {
        "a late contribution that is not reported": (
            within_folder("_static", "target.late.push(share)", "void 0"),
            "the field: carries out a wrong order",
        ),
    },
    {
        "a field that treats a formula as markup": (
            within_folder(
                "_static",
                "element.append(...contents)",
                "contents.forEach((one) => one.nodeType ? element.append(one) "
                ': element.insertAdjacentHTML("beforeend", one))',
            ),
            "the field: a formula becomes markup",
        ),
    },
    {
        "a drill whose reply does not disappear": (
            within_folder("_static", 'say("", "");', ""),
            "the drills: the reply to .* doesn't disappear",
        ),
        "a graph that runs across a phone": (
            within_folder("_static", "width + 2 * MARGIN <= room", "width <= 5000"),
            "on a phone: the field: the graph isn't drawn top to bottom",
        ),
    },
    {
        "a box that doesn't wait for its contribution": (
            within_folder("_static", 'toggle("mg-lands", role', 'toggle("mg-sinks", role'),
            "the field: its box changes too early",
        ),
        "a number without a link": (
            within_folder("_static", "part.dataset.gradient = short", "void short"),
            "the field: a number doesn't light up its arrow",
        ),
        "motion that can't be reduced": (
            within_folder("_static", "!linked && !still()", "!linked"),
            "with reduced motion, it plays automatically",
        ),
    },
    {
        "a missing field": (removed("_static/formula.js"), "404 for .*formula.js"),
    },
]
CHAPTER_FAULTS: list[dict[str, tuple[Callable[[Path], None], str]]] = [
    {
        "a form that does not respond": (
            replaced('data-prediction="', 'data-prediction="x', CHAPTER),
            "on a phone: the form .* doesn't respond",
        ),
        "an explorer without a still": (
            replaced("<noscript><img", "<noscript><span", CHAPTER),
            "without scripts: no still of",
        ),
        "missing fonts": (
            replaced('format("woff2")', 'format("unknown")', "_static/fonts.css"),
            "the page's fonts are missing",
        ),
        "a frozen explorer": (
            within_folder("_static/explorers", "model.on(`change:${end}`, notify)", "0"),
            "explorers: AssertionError: .*the page says",
        ),
        "an explorer that is narrower than a phone": (
            replaced("</head>", "<style>.mg-picture { max-width: 300px }</style></head>", CHAPTER),
            "on a phone: an explorer is 300 of",
        ),
    },
    {
        "an explorer without its data": (
            lambda folder: next(folder.glob("_static/explorers/01b_*.js")).unlink(),
            "404 for .*explorers/01b_",
        ),
    },
    {
        "a missing script": (removed("_static/explorers.js"), "404 for .*explorers.js"),
    },
]
# Faults in a chapter's cells, which show when the cells run.
CELL_FAULTS: list[dict[str, tuple[Callable[[Path], None], str]]] = [
    {
        "a new edition without a message": (
            within_folder("_static/running", "sources[id] !== current.sources[id]", "false"),
            "your work: a new edition",
        ),
    },
    {
        "a slash in code that opens the search": (
            within_folder("_static/running", 'event.key === "/" &&', "false &&"),
            "running: shows the reader's line of an error",
        ),
        "a solved exercise without a mark": (
            within_folder("_static/running", "cell.append(made(", "void (made("),
            "an exercise: is right",
        ),
        "a surprise that's forgotten": (
            within_folder("_static/running", "guesses[name] ??= right", "guesses[name] = true"),
            "your work: a chapter's end",
        ),
    },
    {
        "a cell with a different output": (
            within_folder("_static/running/chapters", "[4.0, 5.0, 6.0]", "[4.0, 5.0, 7.0]", "json"),
            "01b_shapes.html, running: shapes-.* the stored output is",
        ),
        "a page that saves nothing": (
            within_folder(
                "_static/running", "store.put(change(request.result), key)", "store.get(key)"
            ),
            "running: saves the written code",
        ),
        "a check that's always right": (
            within_folder("_static/running/chapters", 'check(\\"', 'print(\\"Right. ', "json"),
            "an exercise: is not tried",
        ),
    },
    {
        "a running cell without a name": (
            within_folder("_static/running", "`cell ${cell.number} of", "`cell of"),
            "running: the bar doesn't name",
        ),
        "a notebook without the page's outputs": (
            within_folder("_static/running", "outputs: stored(mine.given)", "outputs: []"),
            "running: the notebook's output is \\[\\]",
        ),
        "a first guess that's lost": (
            within_folder("_static/running", "firsts[name] ??= written", "firsts[name] = null"),
            "a guess: the notebook doesn't have the first one",
        ),
        "a work page without the questions": (
            within_folder("_static/running", "predictions[name])))", "name)))"),
            "your work: a question that surprised",
        ),
    },
    {
        "a link that does not scroll to its exercise": (
            within_folder("_static/running", "() => place.scrollIntoView(", "() => void ("),
            "your work: an exercise from there",
        ),
        "a Stop button that does nothing": (
            within_folder("_static/running", "running?.failed(new Stopped());", ""),
            "running: stops an endless loop",
        ),
        "markup that takes effect": (
            within_folder(
                "_static/running", 'const REFUSED = "script, iframe,', 'const REFUSED = "'
            ),
            "running: a cell's markup takes effect",
        ),
    },
    {
        "a page without its Python": (
            removed("_static/running/python.wasm.gz"),
            "404 for .*python.wasm.gz",
        ),
    },
    {
        "work that can't be deleted": (
            within_folder("_static/running", "store.clear()", "store.count()"),
            "your work: (deleted items|deleting the work)",
        ),
        "Python that sends a request to another machine": (
            appended("_static/running/worker.js", 'fetch("https://example.org/").catch(() => 0);'),
            "sent a request to another machine: https://example.org/",
        ),
        "an outcome that is not announced": (
            within_folder("_static/running", "this.spoken.textContent =", "void"),
            "running: reports the outcome to a screen reader",
        ),
    },
]
ELSEWHERE_FAULTS: list[dict[str, tuple[Callable[[Path], None], str]]] = [
    {
        "Python that fails without a message": (
            within_folder("_static/running", 'send("failed",', 'send("passed",'),
            "elsewhere: Python that doesn't start",
        ),
        "another backend without the package": (
            within_folder("_static/running", '__import__("sys").path.insert(1', "nothing("),
            "pyodide: runs a cell",
        ),
        "a page that claims to run": (
            appended("_static/cells.js", 'document.documentElement.classList.add("runs");'),
            "elsewhere: a browser without WebAssembly",
        ),
    },
]
PLAYGROUND_FAULTS: list[dict[str, tuple[Callable[[Path], None], str]]] = [
    {
        "training that makes no progress": (
            replaced("weights[k] -= rate", "weights[k] -= 0 * rate", "_static/playground.js"),
            "the playground: trains when Play is pressed",
        ),
        "motion that can't be reduced": (
            replaced("if (still()) jump();", "if (false) jump();", "_static/playground.js"),
            "with reduced motion, it stops|'Step 20:'",
        ),
    },
    {
        "a link without the step": (
            replaced("steps: changed ? 0 :", "steps: true ? 0 :", "_static/playground.js"),
            "the playground: keeps its state in the address",
        ),
        "a text alternative that's missing": (
            replaced(
                'setAttribute("aria-label", planeText',
                'setAttribute("title", planeText',
                "_static/playground.js",
            ),
            "isn't in the text alternative",
        ),
    },
    {
        "a point that can't be removed": (
            replaced('event.key === "Delete"', 'event.key === "F9"', "_static/playground.js"),
            "the playground: adds, changes, and removes a point by keyboard",
        ),
    },
]
# Each page, its faults, and the part of its check that has to find them.
SEEDED = [
    (PAGE, "reading", FAULTS),
    (CHAPTER, "reading", CHAPTER_FAULTS),
    (CHAPTER, "running", CELL_FAULTS),
    (CHAPTER, "elsewhere", ELSEWHERE_FAULTS),
    (PLAYGROUND, "reading", PLAYGROUND_FAULTS),
]


def main() -> int:
    options = command.parser("tests.teaching.in_browser.site_planted", __doc__).parse_args()
    missed = 0
    with chromium.started(chromium.find(options.chrome)) as browser:
        for page, part, planted in ((p, part, f) for p, part, faults in SEEDED for f in faults):
            start = time.monotonic()
            with tempfile.TemporaryDirectory() as temporary:
                folder = Path(temporary) / "site"
                shutil.copytree(site.SITE, folder)
                for name, (plant, _expected) in planted.items():
                    try:
                        plant(folder)
                    except AssertionError as wrong:  # then the report below says MISSED
                        print(f"{name} couldn't be seeded: {wrong}")
                faults = "\n".join(site.check(folder, browser, [page], [part]).faults)
            print(f"{page}, {len(planted)} faults: {time.monotonic() - start:.0f} s", flush=True)
            for name, (_plant, expected) in planted.items():
                seen = re.search(expected, faults)
                missed += not seen
                print(f"{'found' if seen else 'MISSED'}: {name}{'' if seen else f': {faults!r}'}")
    count = sum(len(planted) for _, _, faults in SEEDED for planted in faults)
    print(f"faults seeded in pages: {'FAILED' if missed else 'passed'} ({count} faults)")
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
