"""Tests that every page of the site has a description and names for its parts."""

import struct
from pathlib import Path

from docs import shared
from docs.landmarks import with_names
from docs.shared import described, tags


def test_a_description_is_the_first_complete_sentence() -> None:
    page = ["30 minutes.", "A network learns:\nfirst 1.5, then more, and that's all. Look."]
    assert described(page) == "A network learns: first 1.5, then more, and that's all."
    assert described(["Short.", "It has no end, however long the paragraph becomes"]) == ""


def test_tags_escape_any_text() -> None:
    markup = tags('"Slopes" <of> slopes', "", "p.png?a&b")
    assert '"og:title" content="&quot;Slopes&quot; &lt;of&gt; slopes"' in markup
    assert '"og:image" content="p.png?a&amp;b"' in markup
    assert "description" not in markup
    assert tags("x", "y", "p.png").count('content="y"') == 2


def test_the_preview_image_has_the_size_given_in_the_tags() -> None:
    picture = (Path(shared.__file__).parent / "static" / shared.PICTURE).read_bytes()
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", picture[16:24]) == (shared.WIDTH, shared.HEIGHT)
    assert len(picture) < 150_000


def test_both_sidebars_have_accessible_names() -> None:
    page = with_names('<aside class="sidebar-drawer"><aside class="toc-drawer no-toc">')
    assert page == (
        '<aside aria-label="Contents of the site" class="sidebar-drawer">'
        '<aside aria-label="Contents of the page" class="toc-drawer no-toc">'
    )
