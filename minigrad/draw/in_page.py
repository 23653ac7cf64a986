"""Drawings that become part of the page, follow its theme, and keep their alt text.

JupyterLab shows an SVG output as an image, which can't follow the page's theme. As HTML, the
drawing becomes part of the page.
"""

import re

from .palette import LIVE, STILL, STYLE

# If several roles have the same color, take the first, which is for lines and text.
LIVING = {color: LIVE[role] for role, color in reversed(STILL.items())}
LIVING["#dde1e7"] = LIVE["grid"]  # the grid of plots
COLOR = re.compile(r"""((?:fill|stroke)(?:="|: ?))(#[0-9a-f]{6})\b""")

# Where neither style sheets nor images are allowed (in untrusted notebooks and on GitHub), only
# the text remains.
WORDS = ".mg-words{display:none}.mg-drawing svg{max-width:100%;height:auto}"

NARROW = (
    ".mg-drawing svg.mg-on-phone{display:none}@media(max-width:46em){"
    ".mg-drawing svg:has(+.mg-on-phone){display:none}.mg-drawing svg.mg-on-phone{display:block}}"
)


def themed(svg: str) -> str:
    """Replace fixed colors with the page's colors, leaving all text unchanged."""
    return COLOR.sub(lambda match: match[1] + LIVING.get(match[2], match[2]), svg)


def in_page(svg: str, words: str, narrow: str = "") -> str:
    """Return HTML that shows the figure or, where figures can't be shown, its description.

    On a phone, the HTML shows `narrow` instead, if you pass it.
    """
    style = f"<style>{STYLE}{WORDS}{NARROW if narrow else ''}</style>"
    pictures = themed(svg)
    if narrow:
        pictures += themed(narrow).replace("<svg", '<svg class="mg-on-phone"', 1)
    return f'<div class="mg-drawing">{style}{pictures}<p class="mg-words">{words}</p></div>'
