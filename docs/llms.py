"""The web edition's `llms.txt`, which links to pages instead of files."""

import re
from collections.abc import Collection
from pathlib import Path

from minigrad.teaching.assets import ROOT

LINKED = re.compile(r"(?<=\]\()[\w./]+(?=\))")


def llms_txt(pages: Collection[str]) -> str:
    """Return llms.txt with links to the given pages, leaving out files that no page shows."""
    sections = (ROOT / "llms.txt").read_text(encoding="utf-8").split("\n## ")
    kept = [sections[0]]
    for section in sections[1:]:
        title, *lines = section.splitlines()
        shown = [line for line in lines if not LINKED.search(line) or _page(line) in pages]
        if any(shown):
            kept.append("\n".join([title, *(LINKED.sub(_page(line), line) for line in shown), ""]))
    return "\n## ".join(kept)


def _page(line: str) -> str:
    found = LINKED.search(line)
    return f"{Path(found[0]).stem}.html" if found else ""
