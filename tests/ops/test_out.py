"""Tests that a result goes into the `out=` argument and isn't recorded in any graph."""
# mypy: disable-error-code="arg-type, attr-defined, call-arg, call-overload"

import warnings

import pytest

import minigrad as mg


def test_the_result_is_the_tensor_passed_as_out() -> None:
    out = mg.zeros(2)
    assert mg.mul(mg.tensor([1.0, 2.0]), 3, out=out) is out
    assert out.tolist() == [3.0, 6.0]
    assert mg.rand(2, out=out) is out


def test_two_results_are_written_into_two_tensors() -> None:
    x = mg.tensor([[1.0, 5.0], [3.0, 2.0]])
    for operation in (mg.max, mg.min, mg.median, mg.sort, lambda x, _, out: mg.topk(x, 1, out=out)):
        values, indices = mg.empty(0), mg.empty(0, dtype=mg.int64)
        result = operation(x, 0, out=(values, indices))
        assert result.values is values
        assert result.indices is indices
        expected = operation(x, 0, out=None)
        assert values.tolist() == expected.values.tolist()
        assert indices.tolist() == expected.indices.tolist()
    with pytest.raises(TypeError, match=r"max\(\) received an invalid combination of arguments"):
        mg.max(x, 0, out=mg.empty(0))


def test_a_nonempty_out_of_another_shape_is_resized_with_a_warning() -> None:
    out = mg.zeros(3)
    sentence = r"resized since it had shape \[3\], which does not match the required output shape"
    with pytest.warns(UserWarning, match=sentence):
        mg.add(mg.ones(2), 1, out=out)
    assert out.tolist() == [2.0, 2.0]
    empty = mg.empty(0)
    mg.add(mg.ones(2), 1, out=empty)  # a warning would be an error here
    assert empty.tolist() == [2.0, 2.0]


def test_factories_resize_out_silently_except_arange() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for make in (mg.ones, mg.zeros, mg.rand, mg.randn):
            out = mg.ones(3)
            assert make(4, out=out) is out
            assert out.shape == (4,)
    with pytest.warns(UserWarning, match="resized"):
        mg.arange(4.0, out=mg.ones(3))


def test_out_shares_memory_and_counts_as_an_in_place_change() -> None:
    x = mg.ones(2, requires_grad=True)
    y = x.exp()
    row = mg.zeros(2, 2)
    mg.neg(mg.ones(2), out=row[0])
    assert row.tolist() == [[-1.0, -1.0], [0.0, 0.0]]
    mg.neg(mg.ones(2), out=y.detach())
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.sum().backward()


@pytest.mark.parametrize("name", ["result", "input"])
def test_out_and_its_inputs_must_not_require_grad(name: str) -> None:
    x, out = mg.ones(2, requires_grad=name == "input"), mg.ones(2, requires_grad=name == "result")
    with pytest.raises(RuntimeError, match=r"add\(\): functions with out=\.\.\. arguments don't"):
        mg.add(x, x, out=out)
    with mg.no_grad():
        mg.add(x, x, out=out)
    assert out.tolist() == [2.0, 2.0]


def test_methods_have_no_out_and_out_must_be_a_tensor() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'out'"):
        mg.ones(2).add(1, out=mg.ones(2))
    with pytest.raises(TypeError, match=r"exp\(\): argument 'out' must be Tensor, not list"):
        mg.exp(mg.ones(1), out=[0.0])


def test_a_batch_of_vectors_is_rejected_rather_than_ignored() -> None:
    x = mg.ones(2, requires_grad=True)
    with pytest.raises(NotImplementedError, match="is_grads_batched"):
        mg.autograd.grad(x * 2, x, mg.eye(2), is_grads_batched=True)
    assert x.grad is None
