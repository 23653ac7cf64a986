"""Tests that arguments are accepted as in PyTorch and that errors are raised up front."""
# mypy: disable-error-code="arg-type, attr-defined, call-arg, call-overload"

import inspect
import json
from pathlib import Path
from typing import Any

import pytest

import minigrad as mg
from tests.parity.observing import agree, observe

RECORDED = Path(__file__).parents[1] / "recorded" / "calls.json"
CALLS = json.loads(RECORDED.read_text(encoding="utf-8"))["calls"]


@pytest.mark.parametrize("call", CALLS)
def test_a_call_has_the_same_outcome_as_in_pytorch(call: str) -> None:
    seen = json.loads(json.dumps(observe(call, mg)))
    assert agree(CALLS[call], seen, call), f"\n  torch    {CALLS[call]}\n  minigrad {seen}"


def test_wrong_arguments_are_reported_before_a_tensor_changes() -> None:
    x = mg.ones(2, requires_grad=True)
    with pytest.raises(TypeError, match="must be Tensor, not str"):
        x.add_("text")
    with pytest.raises(TypeError, match="takes 0 positional arguments but 1 was given"):
        x.exp_(1)
    assert x.tolist() == [1.0, 1.0]


def test_an_error_reports_the_signature_with_the_same_number_of_parameters() -> None:
    x = mg.ones(2, 3)
    with pytest.raises(TypeError, match=r"sum\(\): argument 'keepdim' \(position 2\) must be bool"):
        x.sum(0, 1)
    with pytest.raises(TypeError, match=r"got \(str\), but expected one of:\n \* \(\*, minigrad"):
        x.sum("a")


@pytest.mark.parametrize(
    ("operation", "shown"),
    [
        (mg.sum, "(input, dim=None, keepdim=False, *, dtype=None)"),
        (mg.ones(1).sum, "(dim=None, keepdim=False, *, dtype=None)"),
        (mg.max, "(input, dim=None, keepdim=False, *, other=None)"),
        (mg.exp, "(input)"),
        (mg.eq, "(input, other)"),
        (mg.transpose, "(input, dim0, dim1)"),
        (mg.tensor, "(data, *, dtype=None, device=None, requires_grad=False)"),
        (mg.zeros, "(*size, dtype=None, device=None, requires_grad=False)"),
        (mg.eye, "(n, m=None, *, dtype=None, device=None, requires_grad=False)"),
        (mg.nn.functional.softplus, "(input, beta=1, threshold=20)"),
        (mg.Tensor.topk, "(self, k, dim=-1, largest=True, sorted=True)"),
        (mg.Tensor.exp, "(self)"),
        (mg.Tensor.clamp_, "(self, min=None, max=None)"),
        (mg.Tensor.where, "(self, condition, other)"),
        (mg.ones(1).reshape, "(*shape)"),
        (mg.ones(1).pow, "(exponent)"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_help_shows_the_public_signature(operation: Any, shown: str) -> None:
    assert str(inspect.signature(operation)) == shown


@pytest.mark.parametrize("name", ["exp", "eq", "sum", "select", "zeros"])
def test_inspect_shows_the_source_of_an_entry(name: str) -> None:
    source = inspect.getsource(getattr(mg, name))
    assert source.startswith("@")
    assert f"def {name}(" in source


def test_numpys_argument_names_are_accepted() -> None:
    x = mg.tensor([[1.0, 2.0], [3.0, 4.0]])
    assert x.sum(axis=0, keepdims=True).tolist() == [[4.0, 6.0]]
    assert mg.sum(a=x).item() == mg.sum(input=x).item() == mg.sum(x=x).item() == 10.0
    assert mg.add(x, x2=x).tolist() == mg.add(x, other=x).tolist()


def test_argument_values_are_checked_on_every_call() -> None:
    x = mg.ones(2, 3)
    assert x.sum(mg.tensor(0)).tolist() == [2.0, 2.0, 2.0]
    with pytest.raises(TypeError, match="invalid combination"):
        x.sum(mg.tensor([0, 1]))
    assert x.sum((0, 1)).item() == 6.0
    with pytest.raises(TypeError, match="invalid combination"):
        x.sum(("a",))
    assert mg.ones(3, mg.tensor(1)).shape == (3, 1)
    with pytest.raises(TypeError, match="failed to unpack the object at pos 2"):
        mg.ones(3, mg.tensor(1.0))


def test_a_list_is_checked_at_every_call() -> None:
    x = mg.ones(2, 3)
    assert x.sum(dim=[0]).tolist() == [2.0, 2.0, 2.0]
    with pytest.raises(TypeError, match="invalid combination"):
        x.sum(dim=["a"])  # type: ignore[list-item]
    assert mg.cat([x, x], dim=0).shape == (4, 3)
    with pytest.raises(TypeError, match="expected Tensor as element 1"):
        mg.cat([x, 1], dim=0)  # type: ignore[list-item]
    assert x.sum(axis=1, keepdims=True).shape == (2, 1)
    assert x.sum(keepdims=True, axis=1).shape == (2, 1)
