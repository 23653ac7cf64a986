"""What a notebook says about JupyterLab, as a page says it.

A page runs cells where the browser can. What it says then, and what it says otherwise, are both in
it, and `static/running.css` shows one of them.
"""

import re


def if_runs(text: str) -> str:
    return f'<span class="if-runs">{text}</span>'


def if_reads(text: str) -> str:
    return f'<span class="if-reads">{text}</span>'


NEXT = if_runs(
    "Press **Run** below the next cell, or click into its code and press **Shift + Enter**."
) + if_reads("In JupyterLab you click into the next cell and press **Shift + Enter**.")
ABOVE = r"click on the next cell and choose \*Run > Run All Above Selected Cell\*"
TEXTS = [
    (r"Click into the next cell and press \*\*Shift \+ Enter\*\*\.", NEXT),
    (r"Write your guess where the three dots are\.", "Write your guess down."),
    # A sentence, with the blank before it.
    (
        rf" ([A-Z][^.]+) {ABOVE}([.:][^.\n]*\.?)",
        if_runs(r" \1 press *Run all above* below the next cell\2"),
    ),
    (r"Menu \*Run\*, \*Run All Above Selected Cell\*\.", "Press *Run all above* below the cell."),
    (
        r"Menu \*Kernel\*, \*Restart Kernel and Run up to Selected Cell\*\.",
        "Reload the page, and press *Run all above* below the cell.",
    ),
    (r"Stop it with the square button above\.", "Press *Stop* at the bottom of the window."),
    (r"In a terminal: `make reset[^|\n]*", "Press *Reset chapter* under the title. "),
]


def read_here(text: str) -> str:
    """Rewrite what tells a reader to use JupyterLab, for a reader of a page."""
    for pattern, said in TEXTS:
        text = re.sub(pattern, said, text)
    return text
