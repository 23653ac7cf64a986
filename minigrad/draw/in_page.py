"""Drawings as part of a page: they follow the page's theme and keep their text alternative.

JupyterLab shows an SVG output as an image, which knows nothing of the page. As HTML it is inline.
"""

import re

from .palette import LIVE, STILL, STYLE

# The first role of a color is the one that lines and letters have.
LIVING = {color: LIVE[role] for role, color in reversed(STILL.items())}
LIVING["#dde1e7"] = LIVE["grid"]  # of plots
COLOR = re.compile(r"""((?:fill|stroke)(?:="|: ?))(#[0-9a-f]{6})\b""")

# Where neither style sheets nor pictures are let through, in a notebook that is not trusted and on
# GitHub, the words are what is left.
WORDS = ".mg-words{display:none}.mg-drawing svg{max-width:100%;height:auto}"


def themed(svg: str) -> str:
    """Replace fixed colors with the colors of the page, and leave letters unchanged."""
    return COLOR.sub(lambda match: match[1] + LIVING.get(match[2], match[2]), svg)


def in_page(svg: str, words: str) -> str:
    """Return HTML that shows the picture, or describes it."""
    style = f"<style>{STYLE}{WORDS}</style>"
    return f'<div class="mg-drawing">{style}{themed(svg)}<p class="mg-words">{words}</p></div>'
