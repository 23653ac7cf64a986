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
        assert old in text, f"{name} does not hold {old!r}"
        page.write_text(text.replace(old, new), encoding="utf-8")

    return plant


def within_folder(name: str, old: str, new: str, kind: str = "js") -> Callable[[Path], None]:
    def plant(folder: Path) -> None:
        paths = (folder / name).glob(f"*.{kind}")
        held = [path for path in paths if old in path.read_text("utf-8")]
        assert held, f"nothing in {name} holds {old!r}"
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
        "an image that isn't the site's": (
            inserted('<img alt="" src="https://example.org/pixel.png">'),
            "pixel.png' violates the following Content Security Policy",
        ),
        "a script that fails": (appended("_static/site.js", "planted()"), "planted is not defined"),
        "a script that isn't the site's": (
            inserted("<script>planted()</script>"),
            "inline script violates the following Content Security Policy",
        ),
        "what is too wide for a phone": (
            inserted('<div style="width: 600px">wide</div>'),
            "on a phone: is cut: <div style",
        ),
        "a picture without a text": (
            inserted('<img src="_static/favicon.svg">'),
            "axe-core: image-alt",
        ),
        "text too faint in the dark theme": (
            inserted('<p style="color: #333">faint</p>'),
            "dark, axe-core: color-contrast",
        ),
    },
    {
        "too much for a first page": (
            inserted(f"<!--{'heavy ' * 200_000}-->"),
            "index.html: loads 1[0-9]{3} kB",
        ),
        "a request to another machine, on a page without a policy": (
            unprotected('<img alt="" src="https://example.org/pixel.png">'),
            "asked another machine: https://example.org/pixel.png",
        ),
        "a drawing with letters too small for a phone": (
            inserted(
                '<div class="cell_output"><div class="mg-drawing"><svg width="1600" height="90" '
                'viewBox="0 0 1600 90"><text y="40" font-size="13">x</text></svg></div></div>'
            ),
            "on a phone: letters of [0-9.]+ px",
        ),
        "a formula that's left as TeX": (
            inserted('<div class="math">x^2</div>'),
            "a formula is TeX: x\\^2",
        ),
        "a root without a sign": (
            inserted("<math><msqrt style='display: inline'><mi>n</mi></msqrt></math>"),
            "a root without its sign: n",
        ),
        "a field without a still": (
            replaced('<img class="still"', "<span"),
            "without scripts: no still of fm-field",
        ),
        "a form without a script": (
            inserted("<form>Your guess</form>"),
            "without scripts: a form answers nobody",
        ),
        "what lies over the text on paper": (
            inserted('<p style="position: fixed">over it</p>'),
            "printed: lies over the text: <p style",
        ),
        "a button on paper": (inserted("<button>press</button>"), "printed: is to be pressed"),
        "what paper cuts": (
            inserted(
                '<div style="overflow: auto; width: 300px"><p style="width: 1500px">cut</p></div>'
            ),
            "printed: is cut: <div style",
        ),
        "a caption without a level": (
            replaced('role="heading" aria-level="2"', 'role="heading"'),
            "axe-core: aria-required-attr",
        ),
        "an address that paper hides": (
            inserted(
                "<style>@media print { article a::after { content: none !important; } }</style>"
                '<a href="https://example.org">out</a>'
            ),
            "printed: hides its address: <a href",
        ),
        "a figure that stays light": (
            inserted('<svg role="img" aria-label="stays"><text y="20" fill="#777">x</text></svg>'),
            "a figure does not follow the theme: stays",
        ),
        "a neighbor by another name": (
            replaced('<div class="title">0. Start here', '<div class="title">0. Begin here'),
            "'0. Begin here' is .* in the table of contents",
        ),
    },
    {
        "a share that is late in silence": (
            within_folder("_static", "target.late.push(share)", "void 0"),
            "the field: carries out a wrong order",
        ),
    },
    {
        "a field that takes a formula for markup": (
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
        "a drill that keeps its reply": (
            within_folder("_static", 'say("", "");', ""),
            "the drills: the reply to .* stays",
        ),
        "a graph that runs across a phone": (
            within_folder("_static", "width + 2 * MARGIN <= room", "width <= 5000"),
            "on a phone: the field: the graph does not run down",
        ),
    },
    {
        "a box that doesn't wait for its share": (
            within_folder("_static", 'toggle("mg-lands", role', 'toggle("mg-sinks", role'),
            "the field: its box is first",
        ),
        "a number without a link": (
            within_folder("_static", "part.dataset.gradient = short", "void short"),
            "the field: a number doesn't light up its arrow",
        ),
        "motion that can't be reduced": (
            within_folder("_static", "!linked && !still()", "!linked"),
            "with less motion, it plays by itself",
        ),
    },
    {
        "a missing field": (removed("_static/formula.js"), "404 for .*formula.js"),
    },
]
CHAPTER_FAULTS: list[dict[str, tuple[Callable[[Path], None], str]]] = [
    {
        "a form that does not answer": (
            replaced('data-prediction="', 'data-prediction="x', CHAPTER),
            "on a phone: the form .* does not answer",
        ),
        "an explorer without a still": (
            replaced("<noscript><img", "<noscript><span", CHAPTER),
            "without scripts: no still of",
        ),
        "missing letters": (
            replaced('format("woff2")', 'format("unknown")', "_static/fonts.css"),
            "the page's letters are missing",
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
        "a new edition in silence": (
            within_folder("_static/running", "sources[id] !== current.sources[id]", "false"),
            "your work: a new edition",
        ),
    },
    {
        "a slash that leads to the search": (
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
        "a cell that gives something else": (
            within_folder("_static/running/chapters", "[4.0, 5.0, 6.0]", "[4.0, 5.0, 7.0]", "json"),
            "01b_shapes.html, running: shapes-.* stored is",
        ),
        "a page that keeps nothing": (
            within_folder(
                "_static/running", "store.put(change(request.result), key)", "store.get(key)"
            ),
            "running: keeps what is written",
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
        "a notebook without what the page gave": (
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
        "a link that leads past its exercise": (
            within_folder("_static/running", "() => place.scrollIntoView(", "() => void ("),
            "your work: an exercise from there",
        ),
        "a Stop that ends nothing": (
            within_folder("_static/running", "running?.failed(new Stopped());", ""),
            "running: stops an endless loop",
        ),
        "markup that acts": (
            within_folder(
                "_static/running", 'const REFUSED = "script, iframe,', 'const REFUSED = "'
            ),
            "running: a cell's markup acts",
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
            "your work: what is deleted",
        ),
        "Python that asks another machine": (
            appended("_static/running/worker.js", 'fetch("https://example.org/").catch(() => 0);'),
            "asked another machine: https://example.org/",
        ),
        "an outcome that's only seen": (
            within_folder("_static/running", "this.spoken.textContent =", "void"),
            "running: reports the outcome to a screen reader",
        ),
    },
]
ELSEWHERE_FAULTS: list[dict[str, tuple[Callable[[Path], None], str]]] = [
    {
        "Python that fails in silence": (
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
        "a training that stands still": (
            replaced("weights[k] -= rate", "weights[k] -= 0 * rate", "_static/playground.js"),
            "the playground: trains when Play is pressed",
        ),
        "motion that can't be reduced": (
            replaced("if (still()) jump();", "if (false) jump();", "_static/playground.js"),
            "with less motion, it stops|'Step 20:'",
        ),
    },
    {
        "a link that forgets the step": (
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
PLANTED = [
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
        for page, part, planted in ((p, part, f) for p, part, faults in PLANTED for f in faults):
            start = time.monotonic()
            with tempfile.TemporaryDirectory() as temporary:
                folder = Path(temporary) / "site"
                shutil.copytree(site.SITE, folder)
                for name, (plant, _expected) in planted.items():
                    try:
                        plant(folder)
                    except AssertionError as wrong:  # then the report below says MISSED
                        print(f"{name} isn't planted: {wrong}")
                faults = "\n".join(site.check(folder, browser, [page], [part]).faults)
            print(f"{page}, {len(planted)} faults: {time.monotonic() - start:.0f} s", flush=True)
            for name, (_plant, expected) in planted.items():
                seen = re.search(expected, faults)
                missed += not seen
                print(f"{'found' if seen else 'MISSED'}: {name}{'' if seen else f': {faults!r}'}")
    count = sum(len(planted) for _, _, faults in PLANTED for planted in faults)
    print(f"planted in pages: {'FAILED' if missed else 'passed'} ({count} faults)")
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
