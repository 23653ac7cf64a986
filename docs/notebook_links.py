"""Links to a page's notebook and lectures: under the page's title, and at each exercise."""

from pathlib import Path


def notebook(file: str) -> str:
    """Return the link that downloads a notebook, as HTML."""
    return f'<a href="notebooks/{file}" download>Download the notebook</a>'


def page_links(file: str) -> str:
    """Return the link under a page's title. A page that runs cells doesn't need it."""
    return f'<p class="doors if-reads">{notebook(file)}</p>'


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
        f'<p class="doors">{notebook(file)} '
        '<a href="index.html#At-home">How to start at home</a></p></div>'
    )
