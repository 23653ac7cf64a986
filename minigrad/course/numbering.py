"""The numbering of notebooks: `01b_shapes.ipynb` is "1b", an interlude after chapter 1."""

import re

COUNTED = re.compile(r"0*(\d+[a-z]?)_")


def chapter_id(notebook: str) -> str:
    """Return the chapter's id from the notebook's name, or "" if it isn't a chapter.

    >>> chapter_id("01b_shapes.ipynb"), chapter_id("00_start_here"), chapter_id("glossary.ipynb")
    ('1b', '0', '')
    """
    counted = COUNTED.match(notebook)
    return counted[1] if counted else ""


def in_order(chapter: str) -> tuple[int, str]:
    """Return a sort key that puts ids in reading order.

    >>> sorted(["10", "1b", "2", "1"], key=in_order)
    ['1', '1b', '2', '10']
    """
    number = re.match(r"\d+", chapter)
    return (int(number[0]) if number else -1, chapter)


def meant(wanted: str, notebooks: list[str]) -> list[str]:
    """Return the notebooks that `01`, `1b`, or `02_vector` refers to.

    >>> meant("01", ["01_graphs.ipynb", "01b_shapes.ipynb"])
    ['01_graphs.ipynb']
    >>> meant("1b", ["01_graphs.ipynb", "01b_shapes.ipynb"])
    ['01b_shapes.ipynb']
    """
    counted = chapter_id(f"{wanted}_")
    exactly = [name for name in notebooks if counted and chapter_id(name) == counted]
    return exactly or [name for name in notebooks if name.startswith(wanted)]
