"""`python -m tests.teaching.in_browser.site_planted`: find each fault planted in a copied site."""

import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from tests.browser import chromium, command

from . import site

PAGE = "index.html"  # it has an explorer, links, pictures of its own


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


def within_folder(name: str, old: str, new: str) -> Callable[[Path], None]:
    def plant(folder: Path) -> None:
        held = [path for path in (folder / name).glob("*.js") if old in path.read_text("utf-8")]
        assert held, f"nothing in {name} holds {old!r}"
        for path in held:
            path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")

    return plant


def removed(name: str) -> Callable[[Path], None]:
    return lambda folder: (folder / name).unlink()


# What is planted in one copy of the site, and what must be said of each.
FAULTS: list[dict[str, tuple[Callable[[Path], None], str]]] = [
    {
        "a dead link": (inserted('<a href="gone.html">gone</a>'), "gone.html leads to no file"),
        "a dead anchor": (
            inserted('<a href="00_start_here.html#Gone">gone</a>'),
            "leads to no such place in 00_start_here.html",
        ),
        "a missing style": (removed("_static/site.css"), "404 for .*site.css"),
        "a request to another machine": (
            inserted('<img alt="" src="https://example.org/pixel.png">'),
            "asked another machine: https://example.org/pixel.png",
        ),
        "a script that fails": (inserted("<script>planted()</script>"), "planted is not defined"),
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
        "a formula that only scripts set": (
            inserted('<div class="math">x^2</div>'),
            "without scripts: a formula's source is shown",
        ),
        "an explorer without a still": (
            replaced("<noscript><img", "<noscript><span"),
            "without scripts: no still of",
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
        "an explorer that is narrower than a phone": (
            inserted("<style>.mg-picture { max-width: 300px }</style>"),
            "on a phone: an explorer is 300 of",
        ),
        "a neighbor by another name": (
            replaced('<div class="title">Start here', '<div class="title">Begin here'),
            "'Begin here' is .* in the table of contents",
        ),
    },
    {
        "a form that does not answer": (
            replaced('data-prediction="', 'data-prediction="x', "00_start_here.html"),
            "on a phone: the form .* does not answer",
        ),
    },
    {
        "a frozen explorer": (
            within_folder("_static/explorers", "model.on(`change:${end}`, tell)", "0"),
            "dragged to 100% reads",
        ),
    },
    {
        "an explorer without its data": (
            lambda folder: next(folder.glob("_static/explorers/01_*.js")).unlink(),
            "404 for .*explorers/01_",
        ),
    },
    {
        "a missing script": (removed("_static/explorers.js"), "404 for .*explorers.js"),
    },
]

ELSEWHERE = {"a form that does not answer": "00_start_here.html"}  # and not on the first page


def main() -> int:
    options = command.parser("tests.teaching.in_browser.site_planted", __doc__).parse_args()
    missed = 0
    with chromium.started(chromium.find(options.chrome)) as browser:
        for planted in FAULTS:
            with tempfile.TemporaryDirectory() as temporary:
                folder = Path(temporary) / "site"
                shutil.copytree(site.SITE, folder)
                for plant, _expected in planted.values():
                    plant(folder)
                only = next((ELSEWHERE[name] for name in planted if name in ELSEWHERE), PAGE)
                faults = "\n".join(site.check(folder, browser, [only]).faults)
            for name, (_plant, expected) in planted.items():
                seen = re.search(expected, faults)
                missed += not seen
                print(f"{'found' if seen else 'MISSED'}: {name}{'' if seen else f': {faults!r}'}")
    print(f"planted in pages: {'FAILED' if missed else 'passed'} ({sum(map(len, FAULTS))} faults)")
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
