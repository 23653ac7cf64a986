"""Tests that PyTorch's graphs are drawn correctly. `make parity` runs them; others skip them."""

from typing import Any

import pytest

from minigrad.explore import rules
from minigrad.explore.graph import forward_and_backward
from tests.explore.checks import check

torch = pytest.importorskip("torch")

from tests.parity import models  # noqa: E402


def used_twice() -> dict[str, Any]:
    x = torch.tensor(2.0, requires_grad=True)
    a = x * x
    b = a + 1
    return {"x": x, "a": a, "b": b, "z": a * b}


def with_alpha() -> dict[str, Any]:
    x = torch.tensor(2.0, requires_grad=True)
    y = torch.tensor(5.0, requires_grad=True)
    return {"x": x, "y": y, "z": torch.add(x * y, y, alpha=3)}


def hooked() -> dict[str, Any]:
    x = torch.tensor(2.0, requires_grad=True)
    y = x * x
    y.register_hook(lambda g: g * 10)
    return {"x": x, "y": y, "z": y * 3 + 1}


@pytest.mark.parametrize("make", [used_twice, with_alpha, hooked])
def test_the_drawing_shows_what_pytorch_computes(make) -> None:
    named = make()
    check(lambda: forward_and_backward(named["z"], named))
    said = transcript(forward_and_backward(named["z"], named))
    named["z"].backward()
    leaves = {name: t.grad.item() for name, t in named.items() if t.is_leaf}
    for name, gradient in leaves.items():
        assert f"{name}.grad = {gradient:g}" in said


@pytest.mark.parametrize("model", models.MODELS, ids=lambda model: model.__name__)
def test_the_drawing_of_a_model_shows_what_pytorch_computes(model) -> None:
    compared, differing = models.compare(model)
    assert compared >= 8
    assert differing == []


def test_a_retained_gradient_is_left_unchanged() -> None:
    x = torch.tensor(2.0, requires_grad=True)
    y = x * x
    y.retain_grad()
    z = y * 3
    forward_and_backward(z, y=y)
    assert [x.grad, y.grad] == [None, None]
    z.backward(retain_graph=True)
    forward_and_backward(z, y=y)
    assert y.grad.item() == 3


@pytest.mark.parametrize("dtype", ["float64", "float16", "bfloat16"])
def test_dtypes_that_numpy_lacks_are_drawn(dtype: str) -> None:
    x = torch.tensor([2.0, 0.5], dtype=getattr(torch, dtype), requires_grad=True)
    z = (x * x).sum()
    assert "x.grad = [4, 1]" in transcript(forward_and_backward(z, x=x, z=z))


def test_conjugate_and_sparse_gradients_are_drawn() -> None:
    x = torch.tensor([2.0, 1.0], requires_grad=True)
    z = torch.complex(x, x).conj().imag.sum()
    assert "x.grad = [-1, -1]" in transcript(forward_and_backward(z, x=x))
    table = torch.nn.Embedding(3, 1, sparse=True)
    picked = table(torch.tensor([1, 2])).sum()
    assert "table.grad = [[0], [1], [1]]" in transcript(
        forward_and_backward(picked, table=table.weight)
    )


def test_compiled_models_and_models_with_hooks_can_be_stepped_through() -> None:
    layer = torch.nn.Linear(2, 1)
    layer.register_full_backward_hook(lambda *_: None)
    for model in (layer, torch.compile(torch.nn.Linear(2, 1), backend="aot_eager")):
        loss = model(torch.tensor([[3.0, 4.0]], requires_grad=True)).sum()
        said = transcript(forward_and_backward(loss, dict(model.named_parameters())))
        assert "weight.grad = [[3, 4]]" in said


def test_a_wrong_order_is_carried_out_and_also_gives_20_in_pytorch() -> None:
    named = used_twice()
    explorer = forward_and_backward(named["z"], named)
    wrong = [label for label in explorer.controls[0].labels if ": z, a" in label]
    assert len(wrong) == 2
    for label in wrong:
        order = explorer.controls[0].labels.index(label)
        said = " ".join(explorer.at(order=order, step=k).sentence for k in range(9))
        assert "x.grad = 20. If all nodes had waited, it would be 36." in said


def test_nothing_is_freed_and_no_hook_is_left_behind() -> None:
    x = torch.tensor(2.0, requires_grad=True)
    z = x * x
    forward_and_backward(z, x=x, z=z)
    z.backward()
    assert x.grad.item() == 4


def test_formulas_are_shown_for_pytorchs_nodes() -> None:
    named = used_twice()
    drawn = forward_and_backward(named["z"], named).drawing(0, 5).svg
    assert "g · b = 1 · 5 = " in drawn.replace("\u00a0", " ")
    assert rules.formula(named["z"].grad_fn and _node(named["z"]), 0) == "g · y"


def test_a_formula_that_would_be_incorrect_is_left_out() -> None:
    named = with_alpha()
    assert rules.formula(_node(named["z"]), 1) == "by the rule of AddBackward0"


def test_a_freed_graph_is_rejected_with_pytorchs_error_message() -> None:
    x = torch.tensor(2.0, requires_grad=True)
    z = x * x
    z.backward()
    with pytest.raises(RuntimeError, match="after they have already been freed"):
        forward_and_backward(z, x=x)


def transcript(explorer) -> str:
    """Return the sentences shown for the order in which the engine itself visits the nodes."""
    return " ".join(explorer.at(step=k).sentence for k in explorer.controls[-1].values)


def _node(tensor):
    from minigrad.explore.foreign import Foreign

    return Foreign(tensor).root
