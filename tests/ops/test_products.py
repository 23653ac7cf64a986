"""Tests that products of mismatched shapes raise errors with both sizes, as in PyTorch."""

import pytest

import minigrad as mg


@pytest.mark.parametrize(
    ("a", "b", "wanted", "got"),
    [
        ((2, 3, 4), (2, 5, 6), "[2, 4]", "[2, 5]"),
        ((2, 3, 4), (1, 5, 6), "[2, 4]", "[2, 5]"),  # the batch as it's broadcast
        ((2, 1, 3, 4), (5, 6, 7), "[10, 4]", "[10, 6]"),  # a batch that PyTorch flattens
        ((4,), (2, 5, 6), "[2, 4]", "[2, 5]"),
    ],
)
def test_mismatched_batches_are_rejected_with_their_sizes(a, b, wanted, got):
    with pytest.raises(RuntimeError) as error:
        mg.ones(a) @ mg.ones(b)
    assert str(error.value).splitlines()[0] == (
        f"Expected size for first two dimensions of batch2 tensor to be: {wanted} but got: {got}."
    )
