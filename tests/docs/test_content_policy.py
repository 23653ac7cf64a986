"""Tests that the content policy of the web edition allows its own scripts and no others."""

import base64
import hashlib

import pytest

from docs.content_policy import policy, with_policy

PAGE = """<!doctype html>
<html><head>
<meta charset="utf-8">
<script src="_static/site.js"></script></head>
<body><script>
  document.body.dataset.theme = "light";
</script></body></html>
"""


def directives(page: str) -> dict[str, list[str]]:
    parts = (part.split() for part in policy(page).split(";"))
    return {name: sources for name, *sources in parts}


def test_a_policy_allows_the_inline_scripts_of_its_page_by_their_hashes() -> None:
    body = '\n  document.body.dataset.theme = "light";\n'
    digest = base64.b64encode(hashlib.sha256(body.encode()).digest()).decode()
    assert directives(PAGE)["script-src"] == ["'self'", "file:", f"'sha256-{digest}'"]


def test_a_policy_allows_no_other_script_and_no_other_machine() -> None:
    allowed = directives(PAGE)
    assert allowed["default-src"] == ["'none'"]
    for name, sources in allowed.items():
        local = {"'none'", "'self'", "file:", "data:"}
        local |= {"'unsafe-inline'"} if name == "style-src" else set()
        assert [s for s in sources if s not in local and "sha256" not in s] == [], name


def test_only_a_page_whose_cells_run_allows_webassembly() -> None:
    chapter = PAGE.replace("<body>", '<body><div data-chapter="01b_shapes">')
    assert "'wasm-unsafe-eval'" in directives(chapter)["script-src"]
    assert "'wasm-unsafe-eval'" not in directives(PAGE)["script-src"]


def test_a_policy_comes_before_everything_that_it_applies_to() -> None:
    head, rest = with_policy(PAGE).split("<meta http-equiv", 1)
    assert head.endswith('<meta charset="utf-8">')
    assert "src=" not in head
    assert rest.count("<script") == PAGE.count("<script")


def test_a_page_with_no_place_for_a_policy_is_rejected() -> None:
    with pytest.raises(ValueError, match="the page doesn't begin with"):
        with_policy("<!doctype html><title>other</title>")
