"""The chapters of the course, each with its notebook and its package.

`01b_shapes.ipynb` is chapter "1b", an interlude after chapter 1. Its checks and predictions are in
`minigrad/course/chapter_1b`, and the tests have what proves them in `tests/course/chapter_1b`.
"""

import re
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .checking.chapter import Chapter

# The notebooks, in reading order.
NOTEBOOKS = (
    "00_start_here",
    "01_computational_graphs",
    "01b_shapes",
    "02_vector_jacobian_products",
    "03_disabling_tracking",
    "04_accumulation_and_zeroing",
    "05_sgd_training_loop",
    "06_build_your_own_autograd",
    "07_check_it_extend_it",
    "08_a_real_data_set",
    "09_why_deep_networks_train",
    "10_slopes_of_slopes",
    "10b_a_network_that_writes",
    "11_on_to_pytorch",
    "11b_what_went_wrong",
    "12_what_you_can_do_now",
)

COUNTED = re.compile(r"0*(\d+[a-z]?)_")


def folder(chapter: str) -> str:
    """Return the name of the folders with a chapter's code and tests.

    >>> folder("1b")
    'chapter_1b'
    """
    return f"chapter_{chapter}"


def load(chapter: str) -> "Chapter":
    """Import a chapter's package, and return its checks and predictions."""
    module = import_module(f"{__package__}.{folder(chapter)}")
    return module.CHAPTER  # type: ignore[no-any-return]


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
