"""One meaning per color, in every figure of the series.

Blue is a value, orange a gradient, gray whatever autograd does not track. The hues are Okabe and
Ito's, which remain distinct under the common forms of color blindness.

JupyterLab shows an SVG output as an image that knows nothing of the page's theme. `STILL`
therefore holds fixed colors: text stands on a filled box, and boxes and lines are visible on white
and on black. `LIVE` is for SVG inside the page, where `STYLE` follows the theme.
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
}

_DARK = {
    "text": "#f0f3f7",
    "card": "#1b2027",
    "value": "#123a57",
    "gradient": "#5c2c08",
    "untracked": "#33373d",
    "operation": "#dfe4ec",
    "operation-line": "#dfe4ec",
    "operation-text": "#14202e",
}

LIVE = {role: f"var(--mg-{role}, {color})" for role, color in STILL.items()}

SERIES = ("#1a6fab", "#a93f74", "#007a5a", "#836700", "#5b4bb5", "#4a4f57")
"""Colors of curves, in order: dark enough to be read as text on the card."""


def _variables(colors: dict[str, str]) -> str:
    return "{" + "".join(f"--mg-{role}:{color};" for role, color in colors.items()) + "}"


STYLE = (
    f":root{_variables(STILL)}"
    f"@media (prefers-color-scheme:dark){{:root{_variables(_DARK)}}}"
    f'[data-jp-theme-light="true"]{_variables(STILL)}'
    f'[data-jp-theme-light="false"]{_variables(_DARK)}'
)
"""The style sheet that gives `LIVE` its colors: JupyterLab's theme first, then the system's."""
