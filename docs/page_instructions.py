"""The notebooks' instructions for JupyterLab, rewritten for web pages.

A page runs cells if the browser can run them. The page contains the sentences for both cases, and
`static/running.css` shows the sentences that apply.
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
    (
        r"Your copy remembers (which exercises you've solved, and this cell shows them\.)",
        if_runs(r"Your browser remembers \1") + if_reads(r"Your copy remembers \1"),
    ),
    (
        r" It runs, and you move on to the next one\.",
        if_runs(" It runs, and its result appears below it.")
        + if_reads(" It runs, and you move on to the next one."),
    ),
    (
        r"because you can't break your copy\.",
        if_runs("because *Reset this cell* brings the original back.")
        + if_reads("because you can't break your copy."),
    ),
    (
        r"shows below the cell how long",
        if_runs("shows at the bottom of the window how long")
        + if_reads("shows below the cell how long"),
    ),
    (r"Write your guess where the three dots are\.", "Write your guess down."),
    (r"Replace the dots with a number, and run both cells\.", "Write your guess down."),
    # A sentence, with the space before it.
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
    (r"In a terminal: `make reset[^|\n]*", "Under *More* at the top, press *Reset chapter*. "),
]


def rewrite_for_page(text: str) -> str:
    """Rewrite a notebook's instructions for JupyterLab as instructions for its page."""
    for pattern, said in TEXTS:
        text = re.sub(pattern, said, text)
    return text
