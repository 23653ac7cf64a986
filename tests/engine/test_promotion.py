"""Tests of the dtype in which two tensors are combined."""

import pytest

import minigrad as mg

# In each row, the dtypes of PyTorch's sums of a tensor of its first dtype with tensors of every
# dtype, in the order of the rows.
SUMS = """
bool     bool    uint8   int8    int16   int32   int64   float32 float64
uint8    uint8   uint8   int16   int16   int32   int64   float32 float64
int8     int8    int16   int8    int16   int32   int64   float32 float64
int16    int16   int16   int16   int16   int32   int64   float32 float64
int32    int32   int32   int32   int32   int32   int64   float32 float64
int64    int64   int64   int64   int64   int64   int64   float32 float64
float32  float32 float32 float32 float32 float32 float32 float32 float64
float64  float64 float64 float64 float64 float64 float64 float64 float64
"""
ROWS = [row.split() for row in SUMS.strip().splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_sum_has_the_promoted_dtype(row: list[str]) -> None:
    name, *promoted = row
    one = mg.ones(1, dtype=getattr(mg, name))
    others = [mg.ones(1, dtype=getattr(mg, other)) for other, *_ in ROWS]
    assert [str((one + other).dtype).rpartition(".")[2] for other in others] == promoted


def test_a_sum_of_uint8_and_int8_holds_the_values_of_both() -> None:
    large, negative = mg.tensor([200], dtype=mg.uint8), mg.tensor([-3], dtype=mg.int8)
    assert (large + negative).tolist() == [197]
    assert (negative - large).tolist() == [-203]
