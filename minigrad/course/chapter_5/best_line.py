"""The best accuracy that a single straight line can reach, found by trying all lines."""

from itertools import combinations
from typing import Any

import numpy as np


def best_share_of_a_line(points: Any, labels: Any) -> float:
    """Return the largest fraction of points that a straight line can classify correctly.

    A line can be moved until it goes through two of the points without any other point changing
    sides. So it's enough to try every pair of points, because a slight turn or shift then puts both
    points of the pair on the sides where they belong.
    """
    places = np.array(points.tolist())
    kinds = np.array(labels.tolist()) > 0
    most = 0
    for i, j in combinations(range(len(places)), 2):
        along = places[j] - places[i]
        others = np.delete(places - places[i], [i, j], axis=0)
        said = others @ (-along[1], along[0]) > 0
        right = int(np.sum(said == np.delete(kinds, [i, j])))
        most = max(most, right + 2, len(said) - right + 2)
    return most / len(places)
