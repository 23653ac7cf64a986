"""Tests that chapter 5 finds the best straight line: no random line does better."""

from random import Random

import pytest

import minigrad as mg
from minigrad.course.chapter_5 import best_share_of_a_line


def test_a_line_classifies_three_of_four_corners_correctly() -> None:
    corners = mg.tensor([[-1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [1.0, 1.0]])
    assert best_share_of_a_line(corners, mg.tensor([1.0, 0.0, 0.0, 1.0])) == 0.75
    assert best_share_of_a_line(corners, mg.tensor([1.0, 1.0, 0.0, 0.0])) == 1.0


@pytest.mark.parametrize("seed", range(5))
def test_no_random_line_does_better_and_many_do_equally_well(seed: int) -> None:
    chance = Random(seed)
    places = [[chance.uniform(-1, 1), chance.uniform(-1, 1)] for _ in range(7)]
    labels = [float(chance.random() < 0.5) for _ in places]
    best = best_share_of_a_line(mg.tensor(places), mg.tensor(labels))
    highest = 0.0
    for _ in range(5000):
        a, b, c = (chance.gauss(0, 1) for _ in range(3))
        sides = [a * x + b * y + c > 0 for x, y in places]
        right = sum(side == (label > 0) for side, label in zip(sides, labels, strict=True))
        highest = max(highest, right / len(places))
    assert highest == best
