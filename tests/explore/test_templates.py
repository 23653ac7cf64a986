"""Weights as pictures: the drawing and the sentence agree with the tensors."""

from xml.etree import ElementTree

import numpy as np
import pytest

import minigrad as mg
from minigrad.draw.palette import LIVE
from minigrad.explore.templates import templates
from tests.explore.checks import check
from tests.explore.numbers import numbers


def weights() -> list[np.ndarray]:
    draw = np.random.default_rng(0)
    return [draw.normal(size=(10, 64)) * scale for scale in (0.1, 0.5, 1.0)]


@pytest.fixture(scope="module")
def explorer():
    return check(lambda: templates([mg.tensor(table) for table in weights()]))


def test_the_sentence_of_an_epoch_describes_its_weights(explorer) -> None:
    for epoch, table in enumerate(weights()):
        said = numbers(explorer.frames[(epoch,)].sentence)
        expected = [epoch, table.min(), table.max(), np.abs(table).mean(), 0]
        assert said[:5] == pytest.approx(expected, abs=0.005)
        assert said[5] == np.abs(table).max(axis=1).argmax()


def test_a_weight_above_0_has_the_one_color_and_one_below_the_other() -> None:
    table = np.zeros((10, 64))
    table[3, 0], table[3, 1] = 2.0, -2.0
    frame = templates([table]).frames[(0,)]
    squares = [ElementTree.fromstring(p) for p in frame.pieces if "fill-opacity" in p]
    assert [s.attrib["fill"] for s in squares] == [LIVE["series-1"], LIVE["series-2"]]
    left, right = (float(s.attrib["d"][1:].split()[0]) for s in squares)
    assert right - left == 11  # the next point in the same row
    assert all(float(s.attrib["fill-opacity"]) == 1 for s in squares)


def test_other_shapes_are_refused_with_the_expected_one() -> None:
    with pytest.raises(ValueError, match=r"tensors \[10, 64\] are drawn, not \[\[64, 10\]\]"):
        templates([mg.ones(64, 10)])
    with pytest.raises(ValueError, match=r"not \[\]"):
        templates([])
