"""The site's fonts: Source Sans 3 and Source Code Pro, reduced to the characters in the pages.

Each font becomes two files: one with the characters that every page uses, and one with Greek
letters, superscripts, and symbols, which a browser loads only for pages that use them. The license
requires new names for changed fonts.
"""

import logging
import string
from collections.abc import Iterable
from pathlib import Path

from fontTools import subset

from minigrad.teaching.assets import package

ON_EVERY_PAGE = string.ascii_letters + string.digits + string.punctuation + " \xa0¶·×−‹›²"
SPECIAL = (
    "".join(chr(code) for code in (*range(0xA1, 0x100), *range(0x391, 0x3CA)))
    + "⁰⁴⁵⁶⁷⁸⁹⁺⁻ⁿ₀₁₂₃₄₅₆₇₈₉ᵀˣᶻᵖᵗ‖–—‘’“”…←↑→↓√∂∑∫∞≈≠≤≥■●✓✗"
)
SANS, CODE = "Course", "Course Code"
# Family, weights, style, and where the font is.
FONTS = {
    "sans": (SANS, "400", "normal", "source-sans", "SourceSans3-Regular"),
    "sans-bold": (SANS, "500 900", "normal", "source-sans", "SourceSans3-Semibold"),
    "sans-italic": (SANS, "400", "italic", "source-sans", "SourceSans3-It"),
    "code": (CODE, "400", "normal", "source-code-pro", "SourceCodePro-Regular"),
    "code-bold": (CODE, "500 900", "normal", "source-code-pro", "SourceCodePro-Semibold"),
}
# Source Sans looks smaller than other fonts of its size. Until it's loaded, Arial replaces it,
# and with these numbers text takes up the same space (measured on README.md; see OS/2 and hhea).
LARGER = 107
UNTIL_THEN = (
    '@font-face{font-family:"Until Then";src:local("Arial"),local("Liberation Sans"),'
    'local("Roboto");size-adjust:100.5%;ascent-override:106.5%;descent-override:34.7%;'
    "line-gap-override:0%}"
)
# The same for code. All of these fonts are as wide as Source Code Pro. Without them, code would
# first be set in Source Sans, which has the symbols that Source Code Pro lacks.
CODE_UNTIL_THEN = (
    '@font-face{font-family:"Code Until Then";src:local("Liberation Mono"),local("Courier New"),'
    'local("Menlo"),local("Roboto Mono"),local("Droid Sans Mono");ascent-override:98.4%;'
    "descent-override:27.3%;line-gap-override:0%;unicode-range:U+20-7E}"
)


def write_fonts(folder: Path) -> None:
    """Write the fonts and the style sheet that declares them."""
    folder.mkdir(parents=True, exist_ok=True)
    rules = [UNTIL_THEN, CODE_UNTIL_THEN]
    for name, (family, weight, style, held, file) in FONTS.items():
        whole = package(held) / "TTF" / f"{file}.ttf"
        for part, characters in (("", ON_EVERY_PAGE), ("-special", _special())):
            target = f"{name}{part}.woff2"
            write_subset(whole, map(ord, characters), folder / target, named=family)
            larger = f"size-adjust:{LARGER}%;" if family == SANS else ""
            rules.append(
                f'@font-face{{font-family:"{family}";font-weight:{weight};font-style:{style};'
                f'src:url("{target}") format("woff2");font-display:swap;{larger}'
                f"unicode-range:{_ranges(characters)}}}"
            )
    (folder / "fonts.css").write_text("\n".join(rules) + "\n", encoding="utf-8")


def write_subset(
    whole: Path,
    characters: Iterable[int],
    target: Path,
    named: str,
    features: Iterable[str] = ("kern", "mark", "ccmp", "tnum"),
) -> None:
    """Write a subset of a font that contains only the given characters, and give it a new name."""
    logging.getLogger("fontTools.subset").setLevel(logging.WARNING)
    options = subset.Options(
        flavor="woff2", layout_features=list(features), hinting=False, name_IDs=[0, 1, 2, 4, 6, 13]
    )
    font = subset.load_font(str(whole), options)
    chosen = subset.Subsetter(options)
    chosen.populate(unicodes=characters)
    chosen.subset(font)
    for record in font["name"].names:
        if record.nameID in (1, 4, 6):
            record.string = named.replace(" ", "")
    subset.save_font(font, str(target), options)


def _special() -> str:
    return "".join(sorted(set(SPECIAL) - set(ON_EVERY_PAGE)))


def _ranges(characters: str) -> str:
    """Return the value of CSS's `unicode-range` for these characters."""
    codes, ranges = sorted(map(ord, set(characters))), []
    for code in codes:
        if ranges and code == ranges[-1][1] + 1:
            ranges[-1][1] = code
        else:
            ranges.append([code, code])
    return ",".join(f"U+{a:X}" if a == b else f"U+{a:X}-{b:X}" for a, b in ranges)
