"""`python -m tests.published.site_planted`: each fault, planted in a copy of the site, is found."""

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


def replaced(old: str, new: str) -> Callable[[Path], None]:
    def plant(folder: Path) -> None:
        page = folder / PAGE
        text = page.read_text(encoding="utf-8")
        assert old in text, f"{PAGE} does not hold {old!r}"
        page.write_text(text.replace(old, new), encoding="utf-8")

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
        "a frozen explorer": (
            replaced("ENDS.forEach((end) => model.on(`change:${end}`, tell));", ""),
            "dragged.* the page says",
        ),
    },
    {
        "a missing script": (removed("_static/anywidget.js"), "404 for .*anywidget.js"),
    },
]


def main() -> int:
    options = command.parser("tests.published.site_planted", __doc__).parse_args()
    missed = 0
    with chromium.started(chromium.find(options.chrome)) as browser:
        for planted in FAULTS:
            with tempfile.TemporaryDirectory() as temporary:
                folder = Path(temporary) / "site"
                shutil.copytree(site.SITE, folder)
                for plant, _expected in planted.values():
                    plant(folder)
                told = "\n".join(site.check(folder, browser, PAGE).faults)
            for name, (_plant, expected) in planted.items():
                found = re.search(expected, told)
                missed += not found
                print(f"{'found' if found else 'MISSED'}: {name}{'' if found else f': {told!r}'}")
    print(f"planted in pages: {'FAILED' if missed else 'passed'} ({sum(map(len, FAULTS))} faults)")
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
