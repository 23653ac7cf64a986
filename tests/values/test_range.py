"""Tests of the numbers that a tensor can hold."""

import pytest

import minigrad as mg


@pytest.mark.parametrize(
    ("dtype", "numbers", "stored"),
    [
        (mg.uint8, [-255, -1, 255], [1, 255, 255]),  # as in PyTorch, negative numbers wrap around
        (mg.int8, [-128, 127], [-128, 127]),
        (mg.int32, [-(2**31), 2**31 - 1], [-(2**31), 2**31 - 1]),
    ],
)
def test_a_tensor_holds_the_numbers_up_to_its_dtypes_limits(
    dtype: mg.dtype, numbers: list[int], stored: list[int]
) -> None:
    x = mg.zeros(1, dtype=dtype)
    assert [x.fill_(number).item() for number in numbers] == stored
    for beyond in (numbers[0] - 1, numbers[-1] + 1):
        with pytest.raises(RuntimeError, match="without overflow"):
            x.fill_(beyond)
        with pytest.raises(RuntimeError, match="without overflow"):
            mg.tensor([beyond], dtype=dtype)
