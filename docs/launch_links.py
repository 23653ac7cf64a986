"""Links for running a page's notebook: buttons under the title, and a line at each exercise.

Binder and Colab open notebooks from a public repository. Until there is such a repository, the
buttons would lead nowhere, so they're left out.
"""

from pathlib import Path

from . import addresses


def ways_to_run(file: str) -> list[str]:
    """Return the links to places where a notebook can run, as HTML."""
    elsewhere = [
        f'<a href="{addresses.binder(file)}">Open in Binder</a>',
        f'<a href="{addresses.colab(file)}">Open in Colab</a>',
    ]
    own = f'<a href="notebooks/{file}" download>Download the notebook</a>'
    return [*(elsewhere if addresses.PUBLISHED else []), own]


def page_links(file: str) -> str:
    """Return the links under a page's title. A page that runs cells doesn't need them."""
    return f'<p class="doors if-reads">{" ".join(ways_to_run(file))}</p>'


def lectures(file: str, decks: Path) -> list[Path]:
    """Return the decks for a chapter, which may have more than one."""
    return sorted(decks.glob(f"{file.removesuffix('.ipynb')}*.html"))


def where_it_runs(file: str) -> str:
    """Return text on where to answer an exercise: on the page if it runs cells, or elsewhere."""
    return (
        '<p class="if-runs">Change the cell below and run it. Then run the cell with '
        "<code>check</code>.</p>"
        '<div class="where if-reads"><p>This page can\'t run code here. Write your answer on paper '
        "and open the solution, or run the cells somewhere else:</p>"
        f'<p class="doors">{" ".join(ways_to_run(file))} '
        '<a href="index.html#At-home">How to start at home</a></p></div>'
    )
