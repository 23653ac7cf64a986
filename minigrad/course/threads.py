"""How many threads NumPy uses: one, unless the reader has asked for more.

OpenBLAS, which multiplies matrices for NumPy, starts a thread for each core. With matrices as small
as ours, these threads mostly wait for each other.
"""

import os


def use_one_thread() -> None:
    """Give one thread to NumPy in every process that starts from now on, such as a kernel."""
    if "OMP_NUM_THREADS" not in os.environ:
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
