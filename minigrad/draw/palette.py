"""The colors of all figures in the course, each with a single meaning.

Blue is a value, orange is a gradient, and gray is whatever autograd doesn't track. The hues come
from Okabe and Ito, and stay distinct under the common forms of color blindness.

JupyterLab shows an SVG output as an image, which can't follow the page's theme. So the colors in
`STILL` are fixed: text appears only on filled boxes, and boxes and lines are visible on both white
and black. `LIVE` is for SVG inside the page, where `STYLE` follows the theme.
"""

STILL = {
    "text": "#14202e",
    "card": "#f3f5f8",
    "line": "#7a818c",
    "value": "#d8eafa",
    "value-line": "#1a6fab",
    "gradient": "#ffe2c4",
    "gradient-line": "#d55e00",
    "untracked": "#e9eaec",
    "untracked-line": "#7a818c",
    "operation": "#4d586a",
    "operation-line": "#7a818c",
    "operation-text": "#ffffff",
    "faint": "#59626f",  # less important text
    "grid": "#d3d8df",
    "value-ink": "#155a92",  # text in the color of a value or of a gradient
    "gradient-ink": "#a34200",
    "series-1": "#1a6fab",
    "series-2": "#a93f74",
    "series-3": "#007a5a",
    "series-4": "#836700",
    "series-5": "#5b4bb5",
    "series-6": "#4a4f57",
}

_DARK = {
    "text": "#f0f3f7",
    "card": "#1b2027",
    "value": "#123a57",
    "gradient": "#5c2c08",
    "untracked": "#33373d",
    "operation": "#46536a",
    "operation-line": "#8b95a3",
    "operation-text": "#f0f3f7",
    "line": "#8b95a3",
    "value-line": "#5aa9e6",
    "gradient-line": "#ff8a3d",
    "untracked-line": "#8b95a3",
    "faint": "#a9b2be",
    "grid": "#3a424d",
    "value-ink": "#7cc0f0",
    "gradient-ink": "#ffb070",
    "series-1": "#6db3ee",
    "series-2": "#f08cc0",
    "series-3": "#4cc9a0",
    "series-4": "#e0c04a",
    "series-5": "#b1a4ff",
    "series-6": "#c3c9d1",
}

LIVE = {role: f"var(--mg-{role}, {color})" for role, color in STILL.items()}

SERIES = tuple(STILL[f"series-{i}"] for i in range(1, 7))
"""The colors of curves, in order. All of them are readable as text on the card."""


def _variables(colors: dict[str, str]) -> str:
    return "{" + "".join(f"--mg-{role}:{color};" for role, color in colors.items()) + "}"


STYLE = (
    f":root{_variables(STILL)}"
    f"@media (prefers-color-scheme:dark){{:root{_variables(_DARK)}}}"
    f'[data-jp-theme-light="true"]{_variables(STILL)}'
    f'[data-jp-theme-light="false"]{_variables(_DARK)}'
)
"""The style sheet that matches the colors in `LIVE` to JupyterLab's theme, or else the system's."""
