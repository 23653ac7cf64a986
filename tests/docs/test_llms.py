"""Tests that llms.txt leads to every chapter, in the repository and on the web."""

import re
from pathlib import Path

from docs.llms import LINKED, llms_txt

TEXT = Path("llms.txt").read_text(encoding="utf-8")
CHAPTERS = {path.name for path in Path("notebooks").glob("*.ipynb")}


def test_every_link_leads_to_a_file_and_every_chapter_is_linked() -> None:
    links = LINKED.findall(TEXT)
    assert [link for link in links if not Path(link).exists()] == []
    assert {Path(link).name for link in links} >= CHAPTERS


def test_the_web_edition_links_its_pages_and_nothing_else() -> None:
    pages = {f"{Path(name).stem}.html" for name in CHAPTERS}
    text = llms_txt(pages)
    assert set(LINKED.findall(text)) == pages
    assert re.findall(r"^## (.*)", text, re.MULTILINE) == ["Chapters", "Reference"]
    assert text.startswith(TEXT.partition("\n## ")[0])
