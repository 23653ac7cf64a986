"""What `make bench` times: each row computes what NumPy computes by hand."""

import numpy as np
import pytest

import minigrad
from tests.bench.agreement import compare
from tests.bench.peers import LIMIT, OURS, is_ready, programs
from tests.bench.rows import ROWS, Row

MODULES = {LIMIT: np, OURS: minigrad}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.key)
@pytest.mark.slow
def test_minigrad_computes_what_numpy_does_in_row(row: Row) -> None:
    if not is_ready(row, MODULES):
        pytest.skip(f"minigrad has no {row.needs}")
    dtypes = compare({name: build() for name, build in programs(row, MODULES).items()})
    assert dtypes == {LIMIT: "float32", OURS: "float32"}


def test_disagreement_is_noticed() -> None:
    a, b = (programs(ROWS[0], MODULES)[name]() for name in (LIMIT, OURS))
    wrong = b._replace(results=lambda: [2 * gradient for gradient in b.results()])
    with pytest.raises(AssertionError, match="minigrad, result 1: not what NumPy computes"):
        compare({LIMIT: a, OURS: wrong})
