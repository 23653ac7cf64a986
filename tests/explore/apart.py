"""Check that no two labels in a figure overlap."""

from itertools import combinations
from xml.etree import ElementTree

from minigrad.explore.explorer import Explorer
from tests.explore.checks import texts


def check_no_overlap(explorer: Explorer) -> None:
    """Check every frame, using upper bounds for the boxes of the labels."""
    for at in explorer.positions:
        root = ElementTree.fromstring(explorer.drawing(*at).svg)
        seen = [(text, box) for text, box in texts(root) if text.strip()]
        for (text, a), (other, b) in combinations(seen, 2):
            apart = a[0] >= b[2] - 1 or b[0] >= a[2] - 1 or a[1] >= b[3] - 1 or b[1] >= a[3] - 1
            assert apart, f"{at}: {text!r} and {other!r} overlap"
