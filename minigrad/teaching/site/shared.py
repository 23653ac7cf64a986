"""What other sites show when a page is shared: its title and the first sentence of its text."""

import re
from collections.abc import Iterable
from html import escape
from typing import Any

LEAST = 40  # characters of a description


def described(paragraphs: Iterable[str]) -> str:
    """Return the first sentence of the first paragraph that's long enough for a description."""
    for paragraph in paragraphs:
        text = " ".join(paragraph.split())
        sentence = re.match(r".+?[.?!](?= |$)", text)
        if sentence and len(sentence[0]) >= LEAST:
            return sentence[0]
    return ""


def tags(title: str, description: str) -> str:
    values = {"og:type": "article", "og:site_name": "minigrad", "og:title": title}
    if description:
        values["og:description"] = description
    markup = "".join(
        f'<meta property="{name}" content="{escape(value)}">' for name, value in values.items()
    )
    if description:
        markup += f'<meta name="description" content="{escape(description)}">'
    return markup


def put_tags(_app: Any, _page: str, _template: str, context: dict[str, Any], tree: Any) -> None:
    from docutils import nodes  # Sphinx's own dependency, which the tests don't install

    if tree is not None:
        title = re.sub(r"<[^>]*>", "", context["title"])
        paragraphs = (paragraph.astext() for paragraph in tree.findall(nodes.paragraph))
        context["metatags"] += tags(title, described(paragraphs))


def setup(app: Any) -> dict[str, bool]:
    app.connect("html-page-context", put_tags)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
