"""Handwritten digits: 1,797 images of 8 by 8 pixels with values from 0 to 16, and their labels.

Optical Recognition of Handwritten Digits, by E. Alpaydin and C. Kaynak (1998), UCI Machine Learning
Repository, https://doi.org/10.24432/C50P49, under the Creative Commons Attribution 4.0
International license (CC BY 4.0). These images are the test set of that data set, as distributed
with scikit-learn. The pixels are stored as bytes. Nothing else has been changed.
"""

from importlib.resources import files

import numpy as np

FILE = files(__package__) / "digits.npz"


def digits() -> tuple[np.ndarray, np.ndarray]:
    """Return images [1797, 8, 8] with values from 0 (paper) to 1 (ink), and their labels [1797].

    >>> points, shown = digits()
    >>> points.shape, shown[:5]
    ((1797, 8, 8), array([0, 1, 2, 3, 4]))
    """
    with FILE.open("rb") as stored, np.load(stored, allow_pickle=False) as file:
        return file["images"].astype(np.float32) / 16, file["labels"].astype(np.int64)
