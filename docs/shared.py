"""Previews for pages that are shared on other sites: a title, a sentence, and an image.

The image is a screenshot of the start page.
"""

import re
from collections.abc import Iterable
from html import escape
from typing import Any

from .addresses import SITE

PICTURE = "shared.png"  # a file in `static`
WIDTH, HEIGHT = 1200, 630
SHOWS = "A computational graph during its backward pass. One share arrived too late."
LEAST = 40  # the maximum number of characters in a description


def described(paragraphs: Iterable[str]) -> str:
    """Return the first sentence of the first paragraph that's long enough to describe the page."""
    for paragraph in paragraphs:
        text = " ".join(paragraph.split())
        sentence = re.match(r".+?[.?!](?= |$)", text)
        if sentence and len(sentence[0]) >= LEAST:
            return sentence[0]
    return ""


def tags(title: str, description: str, picture: str) -> str:
    """Return the meta tags of a page. `picture` is the address of the image."""
    values = {"og:type": "article", "og:site_name": "minigrad", "og:title": title}
    if description:
        values["og:description"] = description
    values |= {
        "og:image": picture,
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "og:image:alt": SHOWS,
    }
    markup = "".join(
        f'<meta property="{name}" content="{escape(value)}">' for name, value in values.items()
    )
    names = {"twitter:card": "summary_large_image", "description": description}
    return markup + "".join(
        f'<meta name="{name}" content="{escape(value)}">' for name, value in names.items() if value
    )


def put_tags(_app: Any, _page: str, _template: str, context: dict[str, Any], tree: Any) -> None:
    from docutils import nodes  # Sphinx's own dependency, which the tests don't install

    if tree is not None:
        title = re.sub(r"<[^>]*>", "", context["title"])
        paragraphs = (paragraph.astext() for paragraph in tree.findall(nodes.paragraph))
        picture = f"_static/{PICTURE}"
        address = f"{SITE}/{picture}" if SITE else context["pathto"](picture, 1)
        context["metatags"] += tags(title, described(paragraphs), address)


def setup(app: Any) -> dict[str, bool]:
    app.connect("html-page-context", put_tags)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
