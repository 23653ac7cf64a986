"""PyTorch's graphs, where PyTorch is installed: in the parity environment."""

import pytest

from minigrad.explore import rules
from minigrad.explore.graph import forward_and_backward
from tests.explore.checks import check

torch = pytest.importorskip("torch")

from tests.parity import stepping  # noqa: E402


@pytest.mark.parametrize("model", stepping.MODELS, ids=lambda model: model.__name__)
def test_what_is_drawn_is_what_pytorch_computes(model) -> None:
    named = model()
    *_, result = named.values()
    check(lambda: forward_and_backward(result, named))
    assert stepping.differences(model) == []


def test_a_wrong_order_is_carried_out_and_gives_20_there_too() -> None:
    named = stepping.used_twice()
    explorer = forward_and_backward(named["z"], named)
    wrong = [label for label in explorer.controls[0].labels if ": z, a" in label]
    assert len(wrong) == 2
    for label in wrong:
        order = explorer.controls[0].labels.index(label)
        told = " ".join(explorer.frames[order, k].sentence for k in range(9))
        assert "x.grad = 20. Had all nodes waited, it would be 36." in told


def test_nothing_is_freed_and_no_hook_stays() -> None:
    x = torch.tensor(2.0, requires_grad=True)
    z = x * x
    forward_and_backward(z, x=x, z=z)
    z.backward()
    assert x.grad.item() == 4


def test_formulas_are_shown_for_pytorchs_nodes() -> None:
    named = stepping.used_twice()
    drawn = forward_and_backward(named["z"], named).drawing(0, 5).svg
    assert "g · b = 1 · 5 = " in drawn.replace("\u00a0", " ")
    assert rules.formula(named["z"].grad_fn and _node(named["z"]), 0) == "g · y"


def test_a_formula_that_would_be_false_is_left_out() -> None:
    named = stepping.with_alpha()
    assert rules.formula(_node(named["z"]), 1) == "by the rule of AddBackward0"


def test_a_freed_graph_is_refused_in_pytorchs_words() -> None:
    x = torch.tensor(2.0, requires_grad=True)
    z = x * x
    z.backward()
    with pytest.raises(RuntimeError, match="after they have already been freed"):
        forward_and_backward(z, x=x)


def _node(tensor):
    from minigrad.explore.foreign import Foreign

    return Foreign(tensor).root
