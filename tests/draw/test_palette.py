"""Tests that colors are distinct and readable on white, on black, and in both themes."""

import re
from itertools import combinations

import pytest

import minigrad as mg
from minigrad.draw import table
from minigrad.draw.palette import LIVE, SERIES, STILL, STYLE

PAGES = ("#ffffff", "#111111")  # JupyterLab, light and dark
FILLS = ("value", "gradient", "untracked", "card")


def channels(color: str) -> list[float]:
    values = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values]


def contrast(first: str, second: str) -> float:
    """Return the contrast ratio defined by WCAG 2.2."""
    dark, light = sorted(
        sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), channels(color), strict=True))
        for color in (first, second)
    )
    return (light + 0.05) / (dark + 0.05)


def mixed(over: str, under: str, opacity: float) -> str:
    pairs = [(int(over[i : i + 2], 16), int(under[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a * opacity + b * (1 - opacity)):02x}" for a, b in pairs)


def theme(start: str) -> dict[str, str]:
    block = STYLE[STYLE.index(start) :].split("{", 1)[1].split("}", 1)[0]
    return STILL | dict(re.findall(r"--mg-([\w-]+):(#\w+)", block))


THEMES = {
    "still": STILL,
    "light": theme('[data-jp-theme-light="true"]'),
    "dark": theme('[data-jp-theme-light="false"]'),
}


@pytest.mark.parametrize("name", THEMES)
def test_text_is_readable_on_every_fill(name: str) -> None:
    colors = THEMES[name]
    assert min(contrast(colors["text"], colors[fill]) for fill in FILLS) >= 4.5
    faint = mixed(colors["operation-text"], colors["operation"], 0.8)
    assert contrast(faint, colors["operation"]) >= 4.5


@pytest.mark.parametrize("name", THEMES)
def test_numbers_are_readable_on_every_cell_of_a_table(name: str) -> None:
    colors = THEMES[name]
    drawing = table(mg.arange(1.0, 7.0).reshape(1, 6), "a", "uvwxyz")
    opacities = [float(found) for found in re.findall(r'fill-opacity="([\d.]+)"', drawing.svg)]
    cells = [mixed(colors["value-line"], colors["card"], opacity) for opacity in opacities]
    assert len(cells) == 6
    assert min(contrast(colors["text"], cell) for cell in cells) >= 4.5


@pytest.mark.parametrize("page", PAGES)
def test_lines_and_outlines_are_visible_on_white_and_on_black(page: str) -> None:
    lines = [color for role, color in STILL.items() if role.endswith("line")]
    assert min(contrast(line, page) for line in lines) >= 3


def test_curves_and_their_names_are_readable_on_the_card() -> None:
    assert min(contrast(color, STILL["card"]) for color in SERIES) >= 4.5


# Machado, Oliveira and Fernandes (2009), severity 1.0
DEFICIENCIES = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
                   (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
                     (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
                   (0.004733, 0.691367, 0.303900)),
}  # fmt: skip


def lab(linear: list[float]) -> tuple[float, float, float]:
    r, g, b = (min(max(c, 0), 1) for c in linear)
    xyz = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
    )
    x, y, z = (c ** (1 / 3) if c > 0.008856 else 7.787 * c + 16 / 116 for c in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("deficiency", DEFICIENCIES)
def test_the_three_meanings_are_distinguishable_with_color_blindness(deficiency: str) -> None:
    seen = []
    for role in ("value-line", "gradient-line", "untracked-line"):
        rgb = channels(STILL[role])
        rows = DEFICIENCIES[deficiency]
        seen.append(lab([sum(m * c for m, c in zip(row, rgb, strict=True)) for row in rows]))
    for one, two in combinations(seen, 2):
        assert sum((a - b) ** 2 for a, b in zip(one, two, strict=True)) ** 0.5 > 20


def test_live_colors_have_the_same_roles() -> None:
    assert LIVE.keys() == STILL.keys()
