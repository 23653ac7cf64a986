"""`make slides`: decks, their handouts, a page that lists them, and all of it in one archive."""

import shutil
from collections.abc import Sequence
from html import escape
from pathlib import Path

from minigrad.course.publish import chromium
from minigrad.course.publish.assets import ROOT, lay_out
from minigrad.draw.palette import STYLE

from .deck import ASSETS, FOLDER, deck, title
from .handout import handout

BUILD = ROOT / "build" / "slides"
PAGES = ("12_what_you_can_do_now",)  # it closes the series: no lecture
PACKAGES = ("@jupyter-widgets/html-manager", "mathjax", "requirejs", "reveal.js")
LIST = """\
<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>minigrad: slides</title>
<link rel="stylesheet" href="assets/deck.css">
<body class="list">
<main>
<h1>minigrad: slides</h1>
<p>They need no network. <kbd>→</kbd> goes on, <kbd>S</kbd> opens the speaker's notes,
<kbd>T</kbd> switches between light and dark, <kbd>F</kbd> fills the screen,
<kbd>?</kbd> shows all keys. A slider that has the focus takes the arrow keys;
<kbd>Esc</kbd> gives them back.</p>
<ul>
{decks}
</ul>
</main>
</body>
</html>
"""


def chapters() -> list[Path]:
    """The notebooks that are lectures."""
    numbered = sorted((ROOT / "notebooks").glob("[0-9]*.ipynb"))
    return [path for path in numbered if path.stem not in PAGES]


def slides(folder: Path = BUILD) -> Path:
    """Everything, from nothing; the archive of it all is returned."""
    shutil.rmtree(folder, ignore_errors=True)
    pages = decks(folder, chapters())
    with chromium.started(chromium.find()) as browser:
        for page in pages:
            handout(page, browser)
    beside = folder.with_name("minigrad-slides")
    packed = shutil.make_archive(str(beside), "zip", folder.parent, folder.name)
    return Path(shutil.move(packed, folder))


def decks(folder: Path, notebooks: Sequence[Path]) -> list[Path]:
    """Write the decks, what they load, and the page that lists them."""
    lay_out(folder / ASSETS, PACKAGES)
    style = (FOLDER / "deck.css").read_text(encoding="utf-8")
    (folder / ASSETS / "deck.css").write_text(f"{STYLE}\n{style}", encoding="utf-8")
    shutil.copyfile(FOLDER / "deck.js", folder / ASSETS / "deck.js")
    pages, listed = [], []
    for notebook in notebooks:
        page = folder / f"{notebook.stem}.html"
        page.write_text(deck(notebook), encoding="utf-8")
        pages.append(page)
        handout = f'<a href="{notebook.stem}.pdf">handout</a>'
        listed.append(
            f'<li><a href="{page.name}">{escape(title(notebook))}</a> <small>{handout}</small></li>'
        )
    (folder / "index.html").write_text(LIST.format(decks="\n".join(listed)), encoding="utf-8")
    return pages
