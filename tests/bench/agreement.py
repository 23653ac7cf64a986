"""Check that all libraries compute the same results before anything is timed."""

import numpy as np

from .peers import LIMIT
from .rows.program import Program

# float32 has 7 digits of precision. After thousands of rounded operations, 4 are left.
RTOL, ATOL = 1e-3, 1e-6


def as_array(value) -> np.ndarray:
    """Convert a result from any library to an array."""
    if hasattr(value, "detach"):
        value = value.detach()
    if hasattr(value, "data") and not isinstance(value, np.ndarray | np.generic):
        value = value.data
    return np.asarray(value)


def results(program: Program, steps: int) -> list[np.ndarray]:
    """Return the result of each of the first steps, followed by its parameters and gradients."""
    values = []
    for _ in range(steps):
        value = program.step()
        values += [np.array(as_array(v)) for v in (value, *program.results())]
    return values


def compare(programs: dict[str, Program], steps: int = 2) -> None:
    """Raise AssertionError unless every library agrees with NumPy.

    The second of the two steps starts from the parameters and gradients left by the first.
    """
    answers = {name: results(program, steps) for name, program in programs.items()}
    for name, arrays in answers.items():
        assert len(arrays) == len(answers[LIMIT]), f"{name} returns {len(arrays)} results"
        for i, (array, expected) in enumerate(zip(arrays, answers[LIMIT], strict=True)):
            np.testing.assert_allclose(
                array.reshape(expected.shape),
                expected,
                RTOL,
                ATOL,
                err_msg=f"{name}, result {i}: not what NumPy computes",
            )
