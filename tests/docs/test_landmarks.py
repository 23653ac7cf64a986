"""Tests of the names of a page's parts."""

from docs.landmarks import with_names


def test_both_sidebars_have_accessible_names() -> None:
    page = with_names('<aside class="sidebar-drawer"><aside class="toc-drawer no-toc">')
    assert page == (
        '<aside aria-label="Contents of the site" class="sidebar-drawer">'
        '<aside aria-label="Contents of the page" class="toc-drawer no-toc">'
    )
