"""The Sphinx configuration. MyST-NB shows the stored outputs, and the theme is Furo."""

from pathlib import Path

from docs.addresses import PROJECT, PUBLISHED, REPOSITORY
from docs.build import ASSETS

project = "minigrad"
author = "the minigrad authors"
release = PROJECT["version"]
html_title = "minigrad"
language = "en"
smartquotes = False  # Python also uses quotation marks
suppress_warnings = ["misc.highlighting_failure"]  # a traceback isn't a program

extensions = [
    "myst_nb",
    "sphinx_copybutton",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "docs.bundle",
    "docs.docstrings",
    "docs.formulas",
    "docs.highlighting",
    "docs.neighbors",
    "docs.captions",
    "docs.name_links",
]
exclude_patterns = ["notebooks", "slides"]

nb_execution_mode = "off"
nb_render_error_lexer = "none"  # most of an error is a sentence, not Python
nb_merge_streams = True
nb_code_prompt_show = "Show the {type}"
nb_code_prompt_hide = "Hide the {type}"
myst_enable_extensions = ["amsmath", "colon_fence", "dollarmath"]
myst_heading_anchors = 4
myst_heading_slug_func = "docs.pages.jupyter_slug"

autodoc_inherit_docstrings = False
autodoc_typehints = "none"
autodoc_member_order = "bysource"

BRAND = {
    "font-stack": '"Course", "Until Then", sans-serif',  # see fonts.py
    "font-stack--monospace": '"Course Code", "Code Until Then", "Course", '
    "ui-monospace, Menlo, Consolas, monospace",
    # Blue is the color of values, so links have the color of the text, and a line below them.
    "color-brand-primary": "var(--mg-text)",
    "color-brand-content": "var(--mg-text)",
    "color-brand-visited": "var(--mg-text)",
    "color-link-underline": "var(--mg-line)",
    "color-link-underline--visited": "var(--mg-line)",
    "color-link-underline--hover": "var(--mg-text)",
    "color-api-name": "var(--mg-text)",
    "color-api-pre-name": "var(--mg-faint)",
}
html_theme = "furo"
pygments_dark_style = "github-dark"
html_static_path = [str(ASSETS), "static"]
html_css_files = [
    "fonts.css",
    "colors.css",
    "explorers.css",
    "site.css",
    "running.css",
    "reference.css",
    ("print.css", {"media": "print"}),
]
html_js_files = [
    "site.js",
    "arithmetic.js",
    "vocabulary.js",
    "words.js",
    "predictions.js",
    "cells.js",
    ("explorers.js", {"defer": "defer"}),
]
html_favicon = "static/favicon.svg"
html_copy_source = False
html_search_scorer = str(Path(__file__).parent / "static" / "scorer.js")
html_use_index = False  # the search already finds every name
html_show_copyright = False
html_theme_options = {
    "light_css_variables": BRAND,
    "dark_css_variables": BRAND,
    "footer_icons": [{"name": "Repository", "url": REPOSITORY, "html": "Repository", "class": ""}][
        : int(PUBLISHED)
    ],
}
copybutton_prompt_text = r">>> |\.\.\. "
copybutton_prompt_is_regexp = True
copybutton_selector = "div.cell_input div.highlight pre, div.doctest pre, details div.highlight pre"
# Everything is read from files next to the pages, without network access.
nb_ipywidgets_js: dict[str, dict[str, str]] = {}  # explorers.js starts the widgets
html_math_renderer = "mathml"
myst_update_mathjax = False  # formulas are MathML
