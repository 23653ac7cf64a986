import numpy as np
import pytest

import minigrad as mg


@pytest.mark.parametrize("kind", ["uint16", "uint64", "float16"])
def test_a_given_dtype_accepts_any_numeric_array(kind: str) -> None:
    table = np.array([1, 2], kind)
    assert mg.tensor(table, dtype=mg.int64).tolist() == [1, 2]
    assert mg.tensor(table, dtype=mg.float32).tolist() == [1.0, 2.0]
