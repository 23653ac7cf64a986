"""Tests that tensors print as in PyTorch, as recorded by tests.parity.record_text_and_random."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from minigrad.values.printing import set_printoptions, tensor_text

RECORDED = json.loads((Path(__file__).parents[1] / "recorded" / "printing.json").read_text())


@pytest.fixture(autouse=True)
def default_options() -> Iterator[None]:
    set_printoptions(profile="default")
    yield
    set_printoptions(profile="default")


def array(value: str, dtype: str) -> np.ndarray:
    return np.array(eval(value, {"np": np, "nan": np.nan, "inf": np.inf}), dtype=dtype)


def named(case: list[Any]) -> str:
    value, dtype, options, suffix, default, _ = case
    settings = [f"{name}={setting}" for name, setting in options.items()]
    return " ".join([value, dtype, *settings, suffix, "" if default == "float32" else default])


def test_the_printed_text_matches_pytorchs() -> None:
    different = []
    for case in RECORDED:
        value, dtype, options, suffix, default, recorded = case
        set_printoptions(profile="default")
        set_printoptions(**options)
        text = tensor_text(array(value, dtype), [suffix] if suffix else [], default)
        if text != recorded.replace("dtype=torch.", "dtype=minigrad."):
            different.append(f"{named(case)}:\n{text}\ntorch: {recorded}")
    assert not different, "\n\n".join(different)


def test_numpy_scalars_print_as_zero_dimensional_tensors() -> None:
    assert tensor_text(np.float32(2.5)) == "tensor(2.5000)"
    assert tensor_text(np.int32(-3)) == "tensor(-3, dtype=minigrad.int32)"
    assert tensor_text(np.bool_(True)) == "tensor(True)"


def test_several_suffixes_are_appended_in_order() -> None:
    text = tensor_text(np.ones(2), ["requires_grad=True", "more=1"])
    assert text == "tensor([1., 1.], dtype=minigrad.float64, requires_grad=True, more=1)"


def test_a_longer_prefix_indents_further() -> None:
    set_printoptions(linewidth=30)
    text = tensor_text(np.ones((2, 1), np.float32), ["requires_grad=True"], prefix="Named(")
    assert text == "Named([[1.],\n       [1.]],\n      requires_grad=True)"


def test_printing_does_not_change_the_array() -> None:
    a = np.arange(12.0).reshape(3, 4).T
    before = a.copy()
    set_printoptions(threshold=3, edgeitems=1)
    tensor_text(a)
    np.testing.assert_array_equal(a, before)


def test_an_omitted_option_keeps_its_value() -> None:
    set_printoptions(precision=2)
    set_printoptions(linewidth=100)
    assert tensor_text(np.float32(1.23456)) == "tensor(1.23)"


def test_omitting_sci_mode_resets_it_to_automatic() -> None:
    set_printoptions(sci_mode=True)
    assert tensor_text(np.float32(1.5)) == "tensor(1.5000e+00)"
    set_printoptions(precision=4)
    assert tensor_text(np.float32(1.5)) == "tensor(1.5000)"


def test_the_default_profile_resets_everything() -> None:
    set_printoptions(precision=1, threshold=2, edgeitems=1, linewidth=9, sci_mode=True)
    set_printoptions(profile="default")
    assert tensor_text(np.full(3, 1.5, np.float32)) == "tensor([1.5000, 1.5000, 1.5000])"


def test_the_full_profile_never_summarizes() -> None:
    set_printoptions(profile="full")
    assert "..." not in tensor_text(np.zeros(10_000, np.float32))
