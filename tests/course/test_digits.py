"""Tests that the digits match the published dataset in number, size, and class frequencies."""

import numpy as np

from minigrad.course.digits import FILE, digits


def test_all_1797_digits_have_values_between_paper_and_ink() -> None:
    points, shown = digits()
    assert points.shape == (1797, 8, 8)
    assert shown.shape == (1797,)
    assert points.min() == 0
    assert points.max() == 1
    assert np.array_equal(points * 16, np.round(points * 16))


def test_each_digit_occurs_as_often_as_in_the_original_dataset() -> None:
    counts = [178, 182, 177, 183, 181, 182, 181, 179, 174, 180]
    assert np.bincount(digits()[1]).tolist() == counts


def test_the_file_is_small_and_contains_no_objects() -> None:
    assert len(FILE.read_bytes()) < 100_000
    with FILE.open("rb") as stored, np.load(stored, allow_pickle=False) as file:
        assert {name: file[name].dtype for name in file} == {"images": "uint8", "labels": "uint8"}
