"""Check that the links between the pages in a folder lead somewhere."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

NEXT = re.compile(r'<a class="next-page" href="([^"#]+)"')
LISTED = re.compile(r'<li class="toctree-l\d[^"]*"><a class="reference internal" href="([^"#]+)"')
POINTERS = {"a": "href", "link": "href", "img": "src", "script": "src", "source": "src"}


@dataclass
class Read(HTMLParser):
    """A parser that collects the anchors of a page and the addresses that it links to."""

    anchors: set[str] = field(default_factory=set)
    addresses: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.anchors |= {value for key in ("id", "name") if (value := attributes.get(key))}
        if address := attributes.get(POINTERS.get(tag, "")):
            self.addresses.append(address)


def read(page: Path) -> Read:
    contents = Read()
    contents.feed(page.read_text(encoding="utf-8"))
    return contents


def broken(folder: Path, pages: list[Path]) -> Iterator[str]:
    """Yield one line for each address inside the folder that leads nowhere."""
    known: dict[Path, Read] = {}
    for page in pages:
        for address in read(page).addresses:
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                continue
            where = f"{page.relative_to(folder)}: {address}"
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            if target.is_dir():
                target /= "index.html"
            if not target.is_file():
                yield f"{where} leads to no file"
            elif parts.fragment and target.suffix == ".html":
                if target not in known:
                    known[target] = read(target)
                if unquote(parts.fragment) not in known[target].anchors:
                    yield f"{where} leads to no such place in {target.name}"


def missed_by_next(folder: Path) -> list[str]:
    """Yield pages in the table of contents that `Next` doesn't reach from the start page."""
    page = folder / "index.html"
    listed = LISTED.findall(page.read_text(encoding="utf-8"))
    assert listed, "the start page has no table of contents"
    met: list[Path] = []
    while page not in met:
        met.append(page)
        if further := NEXT.search(page.read_text(encoding="utf-8")):
            page = page.parent / further[1]
            page = folder / os.path.relpath(page, folder)
    return [name for name in dict.fromkeys(listed) if folder / name not in met]
