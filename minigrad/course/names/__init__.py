"""First names: the 5,163 that were frequent in the United States in 1990, in lowercase letters.

U.S. Census Bureau, Frequently Occurring Names from the 1990 Census, in the public domain. The names
are the union of the two lists of first names, in alphabetical order, as shipped in version 0.3.0 of
the package `names` on PyPI.
"""

import gzip
from importlib.resources import files

FILE = files(__package__) / "names.txt.gz"


def names() -> list[str]:
    """Return the names, in alphabetical order.

    >>> known = names()
    >>> len(known), known[:3], max(map(len, known))
    (5163, ['aaron', 'abbey', 'abbie'], 11)
    """
    return gzip.decompress(FILE.read_bytes()).decode("ascii").split()
