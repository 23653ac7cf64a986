"""A hint for the C library's allocator, given once, when the package is imported."""

import sys

import numpy as np

if sys.platform == "linux":
    # glibc returns a large array's memory as soon as it's freed, so every new array costs page
    # faults. Once glibc has freed a block of this size, it keeps arrays of up to 32 MB for reuse.
    # Then a training step with large arrays takes half the time or less.
    np.empty(2**25 - 2**13, np.uint8)
