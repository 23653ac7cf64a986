"""Tests that pooling agrees with a plain loop, whatever the numbers of images and channels."""

import numpy as np
import pytest

import minigrad as mg


@pytest.mark.parametrize("shape", [(2, 3, 4, 6), (3, 2, 5, 4), (1, 4, 4, 4)])
def test_max_pooling_takes_the_largest_element_of_each_window(shape: tuple[int, ...]) -> None:
    values = np.random.default_rng(0).permutation(np.prod(shape)).reshape(shape).astype(float)
    x = mg.tensor(values, requires_grad=True)
    y = mg.nn.functional.max_pool2d(x, 2)
    v = np.arange(1.0, y.numel() + 1).reshape(y.shape)
    y.backward(mg.tensor(v))
    gradient = np.zeros(shape)
    for image, channel, i, j in np.ndindex(*y.shape):
        window = values[image, channel, 2 * i : 2 * i + 2, 2 * j : 2 * j + 2]
        row, column = np.unravel_index(window.argmax(), window.shape)
        assert y[image, channel, i, j].item() == window.max()
        gradient[image, channel, 2 * i + row, 2 * j + column] = v[image, channel, i, j]
    assert x.grad.tolist() == gradient.tolist()
