"""Check that names in the chapters' pages link to the reference, which links back to them."""

import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

# A name in a chapter: where its link leads, and where the reference sends readers to learn it.
NAME = re.compile(r'href="(reference/[\w-]+\.html)#([\w.]+)"[^>]*><code')
TERM = re.compile(r'<dt class="sig[^"]*" id="([\w.]+)">')
TAUGHT = re.compile(r'<p class="near">Taught in <a[^>]* href="\.\./([\w]+\.html)#([^"]+)"')
ENOUGH = 50


def one_way(folder: Path) -> Iterator[str]:
    """Yield one line for each name that's linked in only one direction."""
    pages = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.html")}
    taught = {
        f"{path.parent.name}/{path.name}": dict(_taught(path.read_text(encoding="utf-8")))
        for path in (folder / "reference").glob("*.html")
    }
    leading = {link for page in pages.values() for link in NAME.findall(page)}
    if len(leading) < ENOUGH:
        yield f"{len(leading)} names in the chapters link to the reference"
    for address, name in sorted(leading):
        if name not in taught.get(address, {}):
            yield f"{address}#{name} doesn't name a chapter that teaches it"
    for names in taught.values():
        for name, (page, anchor) in names.items():
            if f'id="{unquote(anchor)}"' not in pages.get(page, ""):
                yield (
                    f"{name} isn't taught where the reference says: {page} has no {unquote(anchor)}"
                )


def _taught(page: str) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield each name on a page of the reference that's taught in a chapter, with the link."""
    terms = list(TERM.finditer(page))
    for term, after in itertools.zip_longest(terms, terms[1:]):
        end = after.start() if after else len(page)
        if place := TAUGHT.search(page, term.end(), end):
            yield term[1], (place[1], place[2])
